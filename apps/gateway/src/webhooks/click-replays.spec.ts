import { insertClicks } from '@platform/analytics-store';
import { everything } from '@contexts/webhooks';
import { aClickRow, useClicks } from '../../../../test/support/analytics-store';
import { ClickFilters } from '../analytics/filters';
import { ClickReplays } from './click-replays';

const WORKSPACE = 'ws_1';
const store = useClicks([]);
const window = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z', gone: new AbortController().signal };

const asking = { now: '2026-11-02T00:00:00.000Z', subject: { plan: 'free' as const } };

const replays = (names: ReadonlyMap<string, object> = new Map()): ClickReplays =>
  new ClickReplays(
    {
      questions: { ask: (_: string, __: AbortSignal, answer: (reader: unknown) => unknown) => answer(store.client) },
    } as never,
    new ClickFilters({ idOf: () => 'dom_default' }),
    { names: () => Promise.resolve(names) } as never,
    { shortUrl: () => '' } as never,
    { free: 30, pro: 0, enterprise: 0 },
  );

/** The bodies of each portion. */
const portions = async (name: string) => {
  const read: string[][] = [];
  const webhook = { workspace_id: WORKSPACE, filters: everything };
  for await (const messages of replays()
    .of(webhook, asking, { ...window, names: [name] })
    .read())
    read.push(messages.map(({ body }) => body));
  return read;
};
const idsOf = (bodies: readonly string[]) =>
  bodies
    .map((body) => JSON.parse(body) as { data: { clicks?: { click: { id: string } }[]; click?: { id: string } } })
    .flatMap(({ data }) => data.clicks?.map(({ click }) => click.id) ?? [data.click?.id]);

describe('clicks of a replay whose destinations visitors have made long', () => {
  const ids = Array.from({ length: 300 }, (_, n) => `clk_a_${n + 1}`);
  beforeAll(() => {
    const destination = `https://example.com/?q=${'x'.repeat(23_000)}`;
    const rows = ids.map((_, n) =>
      aClickRow('2026-11-01 10:00:00.000', { workspace_id: WORKSPACE, source: 'a', seq: n + 1, destination }),
    );
    return insertClicks(store.client, 'long', rows);
  });

  it.each(['link.clicked', 'link.clicks'])('are read a few megabytes at a time, each once: %s', async (name) => {
    const read = await portions(name);
    expect(idsOf(read.flat())).toEqual(ids);
    expect(Math.max(...read.map((bodies) => bodies.join('').length))).toBeLessThan(3 * 1_024 * 1_024);
    expect(await portions(name)).toEqual(read);
  });
});

describe('clicks of a replay', () => {
  const other = 'ws_2';
  beforeAll(() => {
    const at = (day: number, link_id: string) =>
      aClickRow(`2026-11-0${day} 10:00:00.000`, { workspace_id: other, source: 'b', seq: day, link_id });
    return insertClicks(store.client, 'days', [at(1, 'link_a'), at(2, 'link_b'), at(3, 'link_a')]);
  });
  const replayed = async (filters: object, now: string) => {
    const names = new Map([
      ['link_a', { domain: 'a.example', alias: 'x', external_id: null }],
      ['link_b', { domain: 'b.example', alias: 'x', external_id: null }],
    ]);
    const webhook = { workspace_id: other, filters: { ...everything, include_bots: true, ...filters } };
    const asked = { ...window, to: now, names: ['link.clicked'] };
    const more = replays(names).of(webhook, { ...asking, now }, asked);
    const bodies: string[] = [];
    for await (const messages of more.read()) bodies.push(...messages.map(({ body }) => body));
    return { ids: idsOf(bodies), count: await more.count() };
  };

  it('reach back as far as the plan keeps clicks', async () => {
    const all = await replayed({}, '2026-11-04T00:00:00.000Z');
    expect(all).toEqual({ ids: ['clk_b_1', 'clk_b_2', 'clk_b_3'], count: 3 });
    const later = await replayed({}, '2026-12-02T12:00:00.000Z');
    expect(later).toEqual({ ids: ['clk_b_2', 'clk_b_3'], count: 2 });
  });

  it('are told apart by hosts of which analytics know one domain', async () => {
    const { ids } = await replayed({ link_ids: [], domains: ['a.example'] }, '2026-11-04T00:00:00.000Z');
    expect(ids).toEqual(['clk_b_1', 'clk_b_3']);
  });
});
