import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StoreUnavailable } from '@kernel';
import { type AnalyticsClient, type ReadOptions, createAnalyticsClient } from '@platform/analytics-store';
import { Questions } from './questions';

/** An engine that answers `fast` at once, and works on any other query until it is aborted. */
const slowEngine = () => {
  const asked: ReadOptions[] = [];
  const rows = (sql: string, _: unknown, options: ReadOptions = {}) => {
    asked.push(options);
    if (sql === 'fast') return Promise.resolve([]);
    return new Promise<never>((_resolve, reject) =>
      options.signal?.addEventListener('abort', () => reject(new StoreUnavailable('aborted'))),
    );
  };
  return { asked, client: { rows } as unknown as AnalyticsClient };
};

const { signal: stays } = new AbortController();

describe('questions', () => {
  it('are answered under one deadline that goes on while they wait', async () => {
    const { client, asked } = slowEngine();
    const questions = new Questions(client, 1_000);
    const slow = Array.from({ length: 3 }, () => questions.ask('ws_a', stays, (reader) => reader.rows('slow')));
    const outcomes = await Promise.allSettled(slow);
    expect(outcomes).toMatchObject(
      Array.from({ length: 3 }, () => ({
        status: 'rejected',
        reason: { code: 'unavailable', headers: { 'retry-after': '5' } },
      })),
    );
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.every(({ timeout = Infinity }) => timeout > 0 && timeout <= 1_000)).toBe(true);
  });

  it('took too long as well where the engine says so before our own clock does', async () => {
    const engine = createServer((_, response) => {
      response.writeHead(500, { 'x-clickhouse-exception-code': '159' });
      response.end(
        'Code: 159. DB::Exception: Timeout exceeded: elapsed 60000 ms, maximum: 60000 ms. (TIMEOUT_EXCEEDED)',
      );
    }).listen(0, '127.0.0.1');
    await once(engine, 'listening');
    const client = createAnalyticsClient({ url: `http://127.0.0.1:${(engine.address() as AddressInfo).port}` });
    await expect(new Questions(client, 60_000).ask('ws_a', stays, (reader) => reader.rows('slow'))).rejects.toThrow(
      'The answer took too long',
    );
    await client.close();
    engine.close();
  });

  it('took too long as well where the time is over and another clock strikes first', async () => {
    const rows = () => {
      for (const until = performance.now() + 50; performance.now() < until;);
      return Promise.reject(new StoreUnavailable('ClickHouse does not answer.'));
    };
    const client = { rows } as unknown as AnalyticsClient;
    await expect(new Questions(client, 20).ask('ws_a', stays, (reader) => reader.rows('slow'))).rejects.toThrow(
      'The answer took too long',
    );
  });

  it('fail as the engine does while there is time', async () => {
    const rows = () => Promise.reject(new StoreUnavailable('ClickHouse does not answer.'));
    const client = { rows } as unknown as AnalyticsClient;
    await expect(new Questions(client, 60_000).ask('ws_a', stays, (reader) => reader.rows('any'))).rejects.toThrow(
      StoreUnavailable,
    );
  });

  it('are cancelled in the engine, and free their slot, when nobody waits for the answer', async () => {
    const { client, asked } = slowEngine();
    const questions = new Questions(client, 60_000);
    const gone = new AbortController();
    const slow = Array.from({ length: 40 }, () => questions.ask('ws_a', gone.signal, (reader) => reader.rows('slow')));
    expect(await questions.ask('ws_b', stays, (reader) => reader.rows('fast'))).toEqual([]);
    gone.abort();
    expect((await Promise.allSettled(slow)).map(({ status }) => status)).toEqual(Array(40).fill('rejected'));
    expect(asked).toHaveLength(3);
    expect(await questions.ask('ws_a', stays, (reader) => reader.rows('fast'))).toEqual([]);
  });

  it('run one at a time and on one thread, as long as another workspace asks', async () => {
    const { client, asked } = slowEngine();
    const questions = new Questions(client, 60_000);
    const [first, others] = [new AbortController(), new AbortController()];
    const of = (signal: AbortSignal) => questions.ask('ws_a', signal, (reader) => reader.rows('slow'));
    await questions.ask('ws_b', stays, (reader) => reader.rows('fast'));
    const [slow, waiting] = [[of(first.signal)], [1, 2, 3].map(() => of(others.signal))];
    await questions.ask('ws_b', stays, (reader) => reader.rows('fast'));
    // The others wait for the first one.
    expect(asked.map(({ threads }) => threads)).toEqual([undefined, 1, 1]);
    first.abort();
    others.abort();
    await Promise.allSettled([...slow, ...waiting]);
    const later = performance.now() + 20_000;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => later);
    await questions.ask('ws_a', stays, (reader) => reader.rows('fast'));
    clock.mockRestore();
    expect(asked.at(-1)?.threads).toBeUndefined();
  });

  it('of a workspace give way to others from statement to statement, as more of them wait', async () => {
    const { client, asked } = slowEngine();
    const questions = new Questions(client, 60_000);
    const gone = new AbortController();
    const ask = () => questions.ask('ws_a', gone.signal, (reader) => reader.rows('slow'));
    const waiting: Promise<unknown>[] = [];
    await questions.ask('ws_a', stays, async (reader) => {
      await reader.rows('fast');
      waiting.push(...Array.from({ length: 39 }, ask));
      await reader.rows('fast');
    });
    expect(asked.filter((_, n) => n !== 1).map(({ priority }) => priority)).toEqual([1, 6, 6]);
    gone.abort();
    await Promise.allSettled(waiting);
  });
});
