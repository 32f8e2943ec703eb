import { randomUUID } from 'node:crypto';
import { EventStoreMismatch, NO_STREAM } from '@kernel';
import { someMetadata } from '@kernel/testing';
import { MemoryEventStore } from '@platform/event-store';
import { Progress, encodeMark, markOf } from '@platform/processing';
import { EVERY_WORKSPACE, applicationConnection, demandFolded, followProgress, readMarks } from '@platform/read-store';
import { type TestReadStore, eventually, quiet, withReadStore } from '../../../../../test/support/read-store';

let test: TestReadStore;
let store: MemoryEventStore;

beforeAll(async () => {
  test = await withReadStore();
});
afterAll(() => test.close());
beforeEach(() => {
  store = new MemoryEventStore();
});

/** The mark of an event that a store has. */
const marked = async (of = store) => {
  const stream = `note-${randomUUID()}`;
  const note = { id: randomUUID(), event: { type: 'Noted', data: {} }, metadata: someMetadata() };
  await of.append(stream, [note], NO_STREAM);
  const [recorded] = await of.read(stream);
  return markOf(await store.identity(), recorded!);
};

const checkpoint = async (name: string, position: bigint, mark: Awaited<ReturnType<typeof marked>>) => {
  await test.owner.query('delete from checkpoints where read_model = $1', [name]);
  await test.store.system.query('select move_checkpoint($1, -1, $2, $3)', [name, String(position), encodeMark(mark)]);
};

const positions = async () =>
  Object.fromEntries((await readMarks(test.store.system)).map(({ processor, position }) => [processor, position]));

describe('a store that has all that the tables were folded from, and ends before a checkpoint', () => {
  it('takes that checkpoint back to the last event of its table, also in the processes that wait for it', async () => {
    const first = await marked();
    const second = await marked();
    await checkpoint('behind', 0n, first);
    await checkpoint('beyond', 1_000n, first);
    await checkpoint('at_the_end', 1n, second);
    const [progress, ending] = [new Progress(), new AbortController()];
    const connect = () => applicationConnection(test.database.url, { name: 'follower', workspace: EVERY_WORKSPACE });
    const following = followProgress({ connect, progress, log: quiet, signal: ending.signal });
    await progress.awaitProcessed(['beyond'], 1_000n, 120_000);

    await demandFolded(store, test.store.system);
    expect(await positions()).toEqual({ behind: 0n, beyond: 0n, at_the_end: 1n });
    await eventually(() => expect(progress.position('beyond')).toBe(0n));
    ending.abort();
    await following;
  });

  it('is judged first: where an event is missing, every checkpoint stays', async () => {
    const first = await marked();
    const elsewhere = new MemoryEventStore();
    await marked(elsewhere);
    await checkpoint('behind', 0n, first);
    await checkpoint('beyond', 1_000n, first);
    await checkpoint('at_the_end', 1n, await marked(elsewhere));
    await expect(demandFolded(store, test.store.system)).rejects.toThrow(EventStoreMismatch);
    expect(await positions()).toEqual({ behind: 0n, beyond: 1_000n, at_the_end: 1n });
  });
});
