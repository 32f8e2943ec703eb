import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/programs';
import { type Client, type Product, api, freePort, send, startWaymark } from '../support/waymark';
import type { Analytics, Link, List } from '../api/support/records';

const MAIN = join(__dirname, '..', '..', 'dist', 'apps', 'ops', 'src', 'main.js');
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
const CLICKS = 4_000;

interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

interface UsedKey {
  readonly name: string;
  readonly status: string;
  readonly request_count: number;
}

interface DemoReport {
  readonly workspace_id: string;
  readonly links: number;
  readonly created: number;
  readonly clicks: number;
  readonly bot_clicks: number;
}

let folder: string;
let product: Product;
let client: Client;
let first: DemoReport;

/** `npm run demo -- …` without npm, as run by a user with that data directory. */
const run = (args: readonly string[], dataDir = join(folder, 'data')): Promise<Said> =>
  new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], TMPDIR: tmpdir(), DATA_DIR: dataDir };
    execFile(process.execPath, [MAIN, 'demo', ...args], { cwd: folder, env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });

const demo = async (...args: string[]): Promise<DemoReport> => {
  const { code, out, err } = await run([...args, '--json']);
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out) as DemoReport;
};

const linksByClicks = async () => (await client.get<List<Link>>('/v1/links?tags=demo&sort=clicks&limit=100')).body;
const year = async (path = 'workspace') => {
  const start = new Date(Date.now() - 366 * 86_400_000).toISOString();
  const end = new Date(Date.now() + 60_000).toISOString();
  return (
    await client.get<Analytics & { readonly totals: { readonly qr_scans: number } }>(
      `/v1/analytics/${path}?range=custom&start=${start}&end=${end}&interval=month`,
    )
  ).body;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-demo-'));
  chmodSync(folder, 0o755);
  product = await startWaymark({ dataDir: join(folder, 'data'), patient: true });
  client = api(product, product.bootstrap.api_key);
  first = await demo('--clicks', String(CLICKS), '--links', '12');
});
afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

describe('the demonstration, beside a running product', () => {
  it('makes links and the exact number of clicks, visible in analytics when it is done', async () => {
    expect(first).toMatchObject({ workspace_id: product.bootstrap.workspace_id, links: 12, created: 12 });
    expect(first.clicks + first.bot_clicks).toBe(CLICKS);
    const { totals, timeseries } = await year();
    expect([totals.clicks, totals.bot_clicks]).toEqual([first.clicks, first.bot_clicks]);
    expect([
      totals.unique_clicks > first.clicks / 2,
      totals.unique_clicks < first.clicks,
      totals.qr_scans > 0,
      totals.active_links > 8,
    ]).toEqual([true, true, true, true]);
    expect(timeseries.filter(({ clicks }) => clicks > 0).length).toBeGreaterThan(11);
  });

  it('counts them on each link as analytics do', async () => {
    const { data, meta } = await linksByClicks();
    expect([
      meta.total,
      data.reduce((sum, { clicks }) => sum + clicks, 0),
      data.reduce((sum, { bot_clicks }) => sum + bot_clicks, 0),
    ]).toEqual([12, first.clicks, first.bot_clicks]);
    const [best] = data as [Link];
    const { totals } = await year(`links/${best.id}`);
    expect([totals.clicks, totals.unique_clicks, totals.bot_clicks]).toEqual([
      best.clicks,
      best.unique_clicks,
      best.bot_clicks,
    ]);
    expect(Date.parse(best.last_clicked_at ?? '')).toBeGreaterThan(Date.now() - 60 * 86_400_000);
  });

  it('makes no second set when it runs again, and no clicks without --clicks', async () => {
    expect(await demo('--links', '12')).toMatchObject({ links: 12, created: 0, clicks: 0, bot_clicks: 0 });
    const more = await demo('--links', '14', '--clicks', '500', '--seed', '2');
    expect([more.links, more.created, more.clicks + more.bot_clicks]).toEqual([14, 2, 500]);
    expect((await linksByClicks()).meta.total).toBe(14);
    const { totals } = await year();
    expect(totals.clicks + totals.bot_clicks).toBe(CLICKS + 500);
  });

  it('has some of everything, each once, however often it runs', async () => {
    await demo('--links', '14');
    const listed = async <T extends object>(path: string) => (await client.get<List<T>>(`/v1/${path}`)).body.data;
    const tally = (records: readonly { readonly status: string }[]) =>
      records.reduce<Record<string, number>>(
        (sums, { status }) => ({ ...sums, [status]: (sums[status] ?? 0) + 1 }),
        {},
      );
    const campaigns = await listed<{ readonly status: string }>('campaigns?limit=100');
    expect(tally(campaigns)).toEqual({ draft: 1, active: 2, paused: 1, ended: 7 });
    expect(tally(await listed('webhooks'))).toEqual({ active: 1, paused: 1 });
    expect(tally(await listed('domains'))).toEqual({ pending: 1 });
    expect(tally(await listed('api-keys'))).toEqual({ active: 4, grace: 1, revoked: 1 });
    expect(await listed('qr-codes')).toHaveLength(3);
    expect(await listed('imports')).toMatchObject([{ created: 3, failed: 2, status: 'completed' }]);
    const { email, password } = product.bootstrap;
    const { body: session } = await send<{ access_token: string }>(product, 'POST', '/v1/auth/login', {
      body: { email, password },
    });
    const invitations = await api(product, session.access_token).get<List<object>>('/v1/workspace/invitations');
    expect(invitations.body.data).toMatchObject([{ email: 'sam@example.com', role: 'member' }]);
  });

  it('has used its keys, before a rotation and after it', async () => {
    const used = async () => {
      const { data } = (await client.get<List<UsedKey>>('/v1/api-keys')).body;
      return data.map(({ name, status, request_count }) => `${name} ${status} ${request_count}`);
    };
    await eventually(async () =>
      expect(await used()).toEqual(
        expect.arrayContaining([
          'Former agency revoked 4',
          'Newsletter tool active 12',
          'Newsletter tool grace 20',
          'Quarterly report active 6',
          'Website active 41',
        ]),
      ),
    );
  });

  it('counts the clicks of its campaigns', async () => {
    const { data } = (await client.get<List<Link & { readonly campaign_id: string | null }>>('/v1/links?limit=100'))
      .body;
    const ofCampaign = data.filter(({ campaign_id }) => campaign_id !== null);
    expect(ofCampaign.length).toBeGreaterThan(5);
    const { campaign_id: id, clicks } = ofCampaign.find((link) => link.clicks > 0) as (typeof ofCampaign)[0];
    expect((await year(`campaigns/${id}`)).totals.clicks).toBe(clicks);
  });

  it('leaves the product working: its links redirect, and a real click is added', async () => {
    const [link] = (await linksByClicks()).data as [Link];
    const answer = await send(product, 'GET', `/${link.alias}`, { headers: { 'user-agent': CHROME } });
    expect([
      answer.status,
      String(answer.headers.location).startsWith(link.destination_url.split('#')[0] ?? ''),
    ]).toEqual([302, true]);
    await eventually(async () =>
      expect((await client.get<Link>(`/v1/links/${link.id}`)).body.clicks).toBe(link.clicks + 1),
    );
  });

  it('makes only links without the data directory, and says so', async () => {
    const { code, out } = await run(
      ['--url', product.url, '--key', product.bootstrap.api_key, '--links', '15'],
      join(folder, 'elsewhere'),
    );
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(
        /^15 links are there, 1 of them new\.\nBeside them: 11 campaigns.*\nNot made: an invitation.*\nNo clicks were made: .*data directory/,
      ),
    ]);
  });

  it('prints what to look at next, with the expected numbers', async () => {
    const { code, out, err } = await run(['--links', '12', '--clicks', '300']);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(
        /^12 links are there, 0 of them new\.\nBeside them: .*\n300 clicks of a year, .*curl .*analytics\/workspace\?range=12m"\n +totals\.clicks \d+.*sort=clicks/s,
      ),
    ]);
    expect(err).toMatch(/writing clicks 100 %[^]*loading clicks 100 %/);
  });

  it('names what is missing', async () => {
    expect(await run([], join(folder, 'nothing'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no bootstrap.json'),
    });
    expect(await run(['--url', `http://localhost:${await freePort()}`, '--key', 'svc_live_x'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('npm start'),
    });
    expect(await run(['--key', 'svc_live_x'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('does not take the key'),
    });
    for (const args of [['--clicks', '-1'], ['--links', '0'], ['--seed', 'x'], ['more'], ['--swap']])
      expect(await run(args)).toMatchObject({ code: expect.any(Number), err: expect.stringContaining('Usage') });
  });
});
