import { type AnalyticsClient, insertClicks } from '@platform/analytics-store';
import { aClickRow, useClicks } from '../../../../../test/support/analytics-store';
import { eventually } from '../../../../../test/support/programs';
import type { ClickNames } from '../click-names';
import { LiveClicks } from './live-clicks';
import { decodeLiveStart } from './live-cursor';
import { LiveReaders } from './live-readers';

/** An engine that is too busy to answer. */
const busy = { rows: () => new Promise<never>(() => undefined) } as unknown as AnalyticsClient;

/** Admits every reader. */
const pool = {
  query: async (_: string, [readers]: [readonly string[]]) => ({ rows: readers.map((__, at) => ({ place: at + 1 })) }),
} as unknown as ConstructorParameters<typeof LiveReaders>[0];

const liveClicks = (client: AnalyticsClient) =>
  new LiveClicks({
    clicks: { client },
    names: { named: async (_: string, records: readonly unknown[]) => records } as unknown as ClickNames,
    readers: new LiveReaders(pool),
    log: { warn: () => undefined },
  });
const open = (live: LiveClicks, workspaceId: string, from = '0') =>
  live.stream({ workspaceId, filters: {}, includeBots: false }, 'key_a', decodeLiveStart(from) ?? new Map());

describe('a live stream', () => {
  it('is open, and says where it begins, before the engine has answered', async () => {
    const live = liveClicks(busy);
    const stream = live.stream({ workspaceId: 'ws_a', filters: {}, includeBots: false }, 'key_a');
    const [first] = (await stream.body.take(1).toArray()) as Buffer[];
    expect(first?.toString()).toMatch(/^retry: 1000\nid: @\d+\n\n$/);
    live.onModuleDestroy();
  });
});

describe('live streams of an engine', () => {
  const store = useClicks([]);
  let live: LiveClicks;
  beforeEach(() => (live = liveClicks(store.client)));
  afterEach(() => live.onModuleDestroy());

  it('go on beside readers whose cursors name hundreds of journals that do not exist', async () => {
    const madeUp = Array.from({ length: 200 }, (_, n) => `${'z'.repeat(61)}${100 + n}-1`).join('.');
    for (let n = 10; n < 40; n += 1) open(live, `ws_${'0'.repeat(24)}${n}`, madeUp).body.resume();
    let received = '';
    open(live, 'ws_quiet').body.on('data', (chunk: Buffer) => (received += chunk.toString()));
    const now = new Date().toISOString().replace('T', ' ').slice(0, -1);
    await insertClicks(store.client, 'quiet', [aClickRow(now, { workspace_id: 'ws_quiet', source: 'src', seq: 1 })]);
    await eventually(() => expect(received).toContain('"id":"clk_src_1"'));
  });
});
