import { aClickRow, useClicks } from '../../../../test/support/analytics-store';
import { type PublishedClick, RECORD_SETTINGS, recordColumns } from '@platform/analytics-store';
import { type ClickSelection, selected, selecting } from './click-selection';
import { filtersOf } from './filters';
import { eventsQuerySchema } from './clicks.schemas';

const at = '2026-11-01 10:00:00.000';
const store = useClicks([
  aClickRow(at),
  aClickRow(at, { tags: ['a', 'b'], country: '', city: '', variant: 0, campaign_id: 'cmp_1' }),
  aClickRow(at, {
    tags: ['b'],
    is_bot: true,
    referrer: 'example.com',
    browser: 'Chrome',
    utm_source: 'null',
    variant: 1,
  }),
  aClickRow(at, { link_id: 'link_b', domain_id: 'dom_b', trigger: 'qr', os: 'iOS', device: 'mobile', language: 'de' }),
]);

describe('the selection of clicks', () => {
  it.each([
    {},
    { include_bots: 'true' },
    { tag: 'a' },
    { tag: 'null,a' },
    { tag: '-b', include_bots: 'true' },
    { country: 'null' },
    { country: 'de', city: '-Berlin' },
    { variant: '0,1', include_bots: 'true' },
    { variant: '-null', include_bots: 'true' },
    { campaign: 'cmp_1' },
    { campaign: '-cmp_1' },
    { link: 'link_b', domain: 'dom_b' },
    { trigger: '-qr', os: 'Linux,iOS' },
    { utm_source: '\\null', include_bots: 'true' },
    { browser: 'chrome,FIREFOX', city: 'berLIN', region: '-bavaria', os: '-LINUX', include_bots: 'true' },
    { browser: 'Chrome,Firefox', referrer: 'null', language: '-de' },
  ])('selects the same in the engine and in memory: %j', async (query) => {
    const { include_bots, ...rest } = eventsQuerySchema.parse(query);
    const selection: ClickSelection = { workspaceId: 'ws_1', filters: filtersOf(rest), includeBots: include_bots };
    const records = (sql: string, params = {}) =>
      store.client.rows<PublishedClick>(
        `SELECT ${recordColumns()} FROM clicks WHERE ${sql} ORDER BY id SETTINGS ${RECORD_SETTINGS}`,
        params,
      );
    const condition = selected(selection);
    const bySql = await records(condition.sql, condition.params);
    const all = await records('true');
    expect(all).toHaveLength(4);
    expect(all.filter(selecting(selection))).toEqual(bySql);
  });
});
