import { Progress } from '@platform/processing';
import { EVERY_WORKSPACE, applicationConnection, followProgress, lead } from '@platform/read-store';
import { type TestReadStore, eventually, quiet, withReadStore } from '../../../../../test/support/read-store';

let test: TestReadStore;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  test = await withReadStore();
});
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()));
});
afterAll(() => test.close());

const connect = (name: string) => () => applicationConnection(test.database.url, { name, workspace: EVERY_WORKSPACE });

/** A process that competes for leadership; `leading` says whether it has it. */
const candidate = (name: string, of: readonly string[] = ['one', 'two']) => {
  const ending = new AbortController();
  const state = { leading: false, terms: 0 };
  const work = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      Object.assign(state, { leading: true, terms: state.terms + 1 });
      signal.addEventListener('abort', () => ((state.leading = false), resolve()));
    });
  const running = lead({ of, connect: connect(name), log: quiet, signal: ending.signal, work });
  const end = () => (ending.abort(), running);
  ends.push(end);
  return { state, end };
};

const terminate = (name: string) =>
  test.owner.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and ' +
      'application_name = $1',
    [`waymark ${name}`],
  );

const waiting = async (count: number) => {
  const { rows } = await test.owner.query(
    "select from pg_locks join pg_database on oid = database where datname = current_database() and locktype = 'advisory' and not granted",
  );
  expect(rows).toHaveLength(count);
};

describe('leadership of the projectors', () => {
  it('belongs to one process at a time; the next takes over at once when the leader ends', async () => {
    const all = ['a', 'b', 'c'].map((name) => candidate(name));
    await eventually(() => waiting(2));
    await eventually(() => expect(all.filter(({ state }) => state.leading)).toHaveLength(1));
    const first = all.find(({ state }) => state.leading)!;
    await first.end();
    await eventually(async () => expect(all.filter(({ state }) => state.leading)).toHaveLength(1));
    expect(first.state.leading).toBe(false);
  });

  it('ends at once with its connection, and may come back', async () => {
    const first = candidate('first');
    await eventually(async () => expect(first.state.leading).toBe(true));
    const second = candidate('second');
    await eventually(() => waiting(1));
    await terminate('first');
    await eventually(async () => expect([first.state.leading, second.state.leading]).toEqual([false, true]));
    await eventually(() => waiting(1));
    await terminate('second');
    await eventually(async () => expect(first.state.leading).toBe(true));
    expect(first.state.terms).toBeGreaterThan(1);
  });

  it('causes no deadlock with processes that lead some of the same read models', async () => {
    const wide = candidate('wide', ['one', 'two', 'three']);
    await eventually(async () => expect(wide.state.leading).toBe(true));
    const narrow = candidate('narrow', ['two', 'one']);
    await eventually(() => waiting(1));
    await wide.end();
    await eventually(async () => expect(narrow.state.leading).toBe(true));
  });
});

describe('progress of other processes', () => {
  const move = (model: string, from: number, to: number) =>
    test.store.system.query('select move_checkpoint($1, $2, $3)', [model, from, to]);

  const follower = () => {
    const progress = new Progress();
    const ending = new AbortController();
    const running = followProgress({ connect: connect('follower'), progress, log: quiet, signal: ending.signal });
    ends.push(() => (ending.abort(), running));
    return progress;
  };

  it('is known from the start, and announced at the commit', async () => {
    await move('model', -1, 5);
    const progress = follower();
    expect(await progress.awaitProcessed(['model'], 5n, 120_000)).toEqual([]);
    const waiting = progress.awaitProcessed(['model'], 7n, 120_000);
    await move('model', 5, 7);
    expect(await waiting).toEqual([]);
  });

  it('is not announced for a rollback', async () => {
    await move('undone', -1, 5);
    const progress = follower();
    await progress.awaitProcessed(['undone'], 5n, 120_000);
    const client = await test.owner.connect();
    await client.query("begin; select move_checkpoint('undone', 5, 9); rollback");
    client.release();
    await move('undone', 5, 6);
    await progress.awaitProcessed(['undone'], 6n, 120_000);
    expect(progress.position('undone')).toBe(6n);
  });

  it('is read again after a lost connection, missed announcements included', async () => {
    await move('gap', -1, 1);
    const progress = follower();
    await progress.awaitProcessed(['gap'], 1n, 120_000);
    await terminate('follower');
    await move('gap', 1, 2);
    expect(await progress.awaitProcessed(['gap'], 2n, 120_000)).toEqual([]);
    await eventually(async () =>
      expect(
        (
          await test.owner.query(
            "select from pg_stat_activity where datname = current_database() and application_name = 'waymark follower'",
          )
        ).rows,
      ).toHaveLength(1),
    );
    await move('gap', 2, 3);
    expect(await progress.awaitProcessed(['gap'], 3n, 120_000)).toEqual([]);
  });
});
