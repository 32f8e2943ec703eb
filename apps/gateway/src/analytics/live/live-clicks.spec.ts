import type { AnalyticsClient } from '@platform/analytics-store';
import type { ClickNames } from '../click-names';
import { LiveClicks } from './live-clicks';
import { LiveReaders } from './live-readers';

/** An engine that is too busy to answer. */
const busy = { rows: () => new Promise<never>(() => undefined) } as unknown as AnalyticsClient;

describe('a live stream', () => {
  it('is open, and says where it begins, before the engine has answered', async () => {
    const pool = { query: async () => ({ rows: [{ place: 1 }] }) } as unknown as ConstructorParameters<
      typeof LiveReaders
    >[0];
    const live = new LiveClicks({
      clicks: { client: busy },
      names: {} as ClickNames,
      readers: new LiveReaders(pool),
      log: { warn: () => undefined },
    });
    const stream = live.stream({ workspaceId: 'ws_a', filters: {}, includeBots: false }, 'key_a');
    const [first] = (await stream.body.take(1).toArray()) as Buffer[];
    expect(first?.toString()).toMatch(/^retry: 1000\nid: @\d+\n\n$/);
    live.onModuleDestroy();
  });
});
