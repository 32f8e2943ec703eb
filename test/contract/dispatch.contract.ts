import { type EventStore, type Outcome, Rejection, StoreUnavailable } from '@kernel';
import type { DispatchCommand } from '@platform/commands';
import { MemoryEventStore } from '@platform/event-store';
import { add, newStream } from './counter';

/** An event store in memory that can be away. */
export class FaultyStore extends MemoryEventStore {
  private fault: 'none' | 'away' | 'hanging' = 'none';
  appends = 0;

  goAway(): void {
    this.fault = 'away';
  }

  hang(): void {
    this.fault = 'hanging';
  }

  comeBack(): void {
    this.fault = 'none';
  }

  override async read(...args: Parameters<EventStore['read']>): ReturnType<EventStore['read']> {
    await this.reached();
    return super.read(...args);
  }

  override async append(...args: Parameters<EventStore['append']>): ReturnType<EventStore['append']> {
    await this.reached();
    this.appends += 1;
    return super.append(...args);
  }

  private reached(): Promise<void> {
    if (this.fault === 'hanging') return new Promise(() => undefined);
    return this.fault === 'away' ? Promise.reject(new StoreUnavailable('the store is away')) : Promise.resolve();
  }
}

/** What an adapter provides to the contract suite. */
export interface DispatchHarness {
  /** The store of its deciders; `counterDecider` handles its category. */
  readonly store: FaultyStore;
  execute(dispatched: DispatchCommand): Promise<Outcome<unknown>>;
  close(): Promise<void>;
}

/** The guarantees of every handler of a DispatchCommand. Every adapter runs this suite. */
export const describeDispatch = (name: string, makeHarness: () => Promise<DispatchHarness>): void => {
  describe(`${name} as a command dispatch`, () => {
    let harness: DispatchHarness;
    let stream: string;
    const execute = (dispatched: DispatchCommand) => harness.execute(dispatched);

    beforeAll(async () => {
      harness = await makeHarness();
    });
    afterAll(() => harness.close());
    beforeEach(() => {
      harness.store.comeBack();
      stream = newStream();
    });

    it('answers with the outcome: the state, revision and position of the store, and the events', async () => {
      await execute(add(stream, 1, { note: 'ü "{[' }));
      const outcome = await execute(add(stream, 2));
      const position = (await harness.store.read(stream)).at(-1)?.position;
      expect(outcome).toEqual({
        state: { sum: 3, notes: { 'ü "{[': 1 } },
        revision: 1n,
        position,
        events: [{ type: 'Added', data: { n: 2 } }],
        repeated: false,
      });
      expect(typeof outcome.position).toBe('bigint');
    });

    it('answers a command that changes nothing', async () => {
      await expect(execute(add(stream, 101))).resolves.toEqual({
        state: null,
        revision: -1n,
        position: -1n,
        events: [],
        repeated: false,
      });
    });

    it('records the envelope as it was sent', async () => {
      const command = add(stream, 1);
      await execute(command);
      const { now, ...metadata } = command.metadata;
      expect((await harness.store.read(stream))[0]?.metadata).toEqual({ ...metadata, at: now, schema_version: 1 });
    });

    it('carries a rejection with its kind, code, extra and problems', async () => {
      const refused = await execute(add(stream, -1)).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(Rejection);
      expect(refused).toMatchObject({
        kind: 'invalid',
        code: 'negative',
        message: 'No negative numbers.',
        extra: { limit: 0, deep: { list: [null, 'ü'] } },
        problems: [{ location: 'body.n', message: 'is negative' }],
      });
    });

    it('answers a repeat with the first outcome, and appends nothing', async () => {
      const command = add(stream, 1);
      const first = await execute(command);
      await execute(add(stream, 5));
      const repeat = await execute(command);
      expect(repeat).toEqual({ ...first, position: repeat.position, repeated: true });
      expect(await harness.store.read(stream)).toHaveLength(2);
    });

    it("enforces a caller's expected revisions", async () => {
      await execute(add(stream, 1));
      await expect(execute(add(stream, 1, { expected: [7n, 2n ** 62n] }))).rejects.toMatchObject({
        kind: 'stale',
        code: 'revision_mismatch',
      });
      await expect(execute(add(stream, 1, { expected: [7n, 0n] }))).resolves.toMatchObject({ revision: 1n });
    });

    it('treats a stream as new when asked to, and is right even when it is not', async () => {
      await expect(execute(add(stream, 1, { fresh: true }))).resolves.toMatchObject({ revision: 0n });
      await expect(execute(add(stream, 1, { fresh: true }))).resolves.toMatchObject({
        revision: 1n,
        state: { sum: 2 },
      });
    });

    it('lets all concurrent commands on one stream through, one after the other', async () => {
      const commands = Array.from({ length: 64 }, () => add(stream, 1));
      const outcomes = await Promise.all(commands.map(execute));
      expect(new Set(outcomes.map(({ revision }) => revision)).size).toBe(commands.length);
      expect(await harness.store.read(stream)).toHaveLength(commands.length);
    });

    it('is unavailable while the store is down, and recovers with it', async () => {
      const command = add(stream, 1);
      harness.store.goAway();
      await expect(execute(command)).rejects.toBeInstanceOf(StoreUnavailable);
      harness.store.comeBack();
      await expect(execute(command)).resolves.toMatchObject({ repeated: false, state: { sum: 1 } });
    });

    it('reports a fault as neither a rejection nor retryable, and continues', async () => {
      const fault = await execute(add(stream, 'one' as unknown as number)).catch((error: unknown) => error);
      expect(fault).toBeInstanceOf(Error);
      expect(fault).not.toBeInstanceOf(Rejection);
      expect(fault).not.toBeInstanceOf(StoreUnavailable);
      await expect(execute(add(stream, 1))).resolves.toMatchObject({ revision: 0n });
    });
  });
};
