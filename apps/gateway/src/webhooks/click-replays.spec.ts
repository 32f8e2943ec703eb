import { insertClicks } from '@platform/analytics-store';
import { everything } from '@contexts/webhooks';
import { aClickRow, useClicks } from '../../../../test/support/analytics-store';
import { ClickReplays } from './click-replays';

const WORKSPACE = 'ws_1';
const store = useClicks([]);
const window = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z', gone: new AbortController().signal };

const replays = (): ClickReplays =>
  new ClickReplays(
    {
      questions: { ask: (_: string, __: AbortSignal, answer: (reader: unknown) => unknown) => answer(store.client) },
    } as never,
    { of: () => [] } as never,
    { names: () => Promise.resolve(new Map()) } as never,
    { shortUrl: () => '' } as never,
  );

/** The bodies of each portion. */
const portions = async (name: string) => {
  const read: string[][] = [];
  const webhook = { workspace_id: WORKSPACE, filters: everything };
  for await (const messages of replays()
    .of(webhook, { ...window, names: [name] })
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
