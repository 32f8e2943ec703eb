import { join } from 'node:path';
import { ENRICHMENT_RULES } from '@contexts/clicks';
import {
  type AnalyticsClient,
  type ClickRow,
  createAnalyticsClient,
  engineSocketPath,
} from '@platform/analytics-store';
import { eventually } from '../../support/programs';
import { send } from '../../support/waymark';
import { engineUnderTest } from '../support/product';
import { useWorkspace } from '../support/workspace';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 ' +
  'Mobile/15E148 Safari/604.1';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0';

describe('a click in the table of clicks', () => {
  const workspace = useWorkspace();
  let engine: AnalyticsClient;

  beforeAll(() => {
    const { clickhouseUrl: url, dataDir = '' } = engineUnderTest();
    engine = createAnalyticsClient(url ? { url } : { socketPath: engineSocketPath(join(dataDir, 'analytics')) });
  });
  afterAll(() => engine.close());

  const clicked = async (headers: Record<string, string>, query = ''): Promise<ClickRow> => {
    const { id, alias } = await workspace.createLink({ tags: ['spring', 'mail'], utm_source: 'news' });
    expect((await send(workspace.product, 'GET', `/${alias}${query}`, { headers })).status).toBe(302);
    return eventually(async () => {
      const [row] = await engine.rows<ClickRow>('SELECT * FROM clicks WHERE link_id = {id:String}', { id });
      if (!row) throw new Error('not loaded yet');
      return row;
    });
  };

  it('has place, device and referring page, but no address', async () => {
    const row = await clicked(
      {
        'x-forwarded-for': '81.2.69.142',
        'user-agent': PHONE,
        'accept-language': 'en;q=0.8, de-CH',
        referer: 'https://www.news.example/story?id=7#top',
      },
      '?qr=1',
    );
    expect(row).toMatchObject({
      enrichment: ENRICHMENT_RULES,
      network: '81.2.69.0/24',
      country: 'GB',
      region: 'England',
      city: 'London',
      continent: 'EU',
      device: 'mobile',
      browser: 'Safari',
      os: 'iOS',
      language: 'de',
      referrer: 'news.example',
      referrer_url: 'https://www.news.example/story',
      trigger: 'qr',
      is_bot: false,
      tags: ['spring', 'mail'],
      utm_source: 'news',
    });
    expect(JSON.stringify(row)).not.toContain('81.2.69.142');
  });

  it('by IPv6 is located as well', async () =>
    expect(await clicked({ 'x-forwarded-for': '2a00:1450:4001:830::200e', 'user-agent': BROWSER })).toMatchObject({
      network: '2a00:1450:4001::/48',
      country: 'DE',
      city: 'Frankfurt am Main',
      device: 'desktop',
      browser: 'Firefox',
      os: 'Linux',
    }));

  it('has the country of a CDN header, and no city of another country', async () =>
    expect(
      await clicked({ 'x-forwarded-for': '81.2.69.142', 'user-agent': BROWSER, 'cf-ipcountry': 'FR' }),
    ).toMatchObject({ country: 'FR', region: '', city: '', continent: 'EU' }));

  it('without any information has empty texts', async () =>
    expect(await clicked({ 'x-forwarded-for': '192.0.2.1' })).toMatchObject({
      is_bot: true,
      country: '',
      region: '',
      city: '',
      continent: '',
      device: '',
      browser: '',
      os: '',
      language: '',
      referrer: '',
      referrer_url: '',
    }));
});
