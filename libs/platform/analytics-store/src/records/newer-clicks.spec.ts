import { aClickRow, useClicks } from '../../../../../test/support/analytics-store';
import { insertClicks } from '../insert-clicks';
import { type ClickPosition, type NewerClicks, lastNumbers, leftOut, newerClicks, newestInsert } from './newer-clicks';

const store = useClicks([]);
const NOVEMBER = '2026-11-01 10:00:00.000';
const BEGINNING = Date.UTC(2026, 0);

let inserts = 0;
/** One insert of these numbers of a source. */
const insert = (
  source: string,
  seqs: readonly number[],
  { workspace_id = 'ws_1', time = NOVEMBER, destination = 'https://example.com/' } = {},
) =>
  insertClicks(
    store.client,
    `spec-${(inserts += 1)}`,
    seqs.map((seq) => aClickRow(time, { source, seq, workspace_id, destination })),
  );
const at = (seen: Readonly<Record<string, number>>, since = BEGINNING): ClickPosition => ({
  seen: new Map(Object.entries(seen)),
  since,
});
const read = async (
  positions: Readonly<Record<string, ClickPosition>>,
  more: Partial<Pick<NewerClicks, 'limit' | 'most' | 'mostBytes'>> & { insertedAfter?: number | undefined } = {},
) => {
  const { limit = 500, most, mostBytes, insertedAfter } = more;
  const clicks = await newerClicks(store.client, {
    positions: new Map(Object.entries(positions)),
    limit,
    ...(most !== undefined && { most }),
    ...(mostBytes && { mostBytes }),
    ...(insertedAfter !== undefined && { insertedAfter }),
  });
  return clicks.map(({ workspaceId, source, seq }) => `${workspaceId} ${source} ${seq}`);
};
const newest = async () => (await newestInsert(store.client)).number;
const ofFirst = (...clicks: string[]) => clicks.map((click) => `ws_1 ${click}`);

beforeEach(() => store.client.command('TRUNCATE TABLE clicks'));

describe('newer clicks', () => {
  it('are those after the position of each workspace, in order within each source', async () => {
    await insert('b', [1, 2, 3]);
    await insert('a', [2, 1, 4, 3]);
    await insert('a', [5, 6], { workspace_id: 'ws_2' });
    await insert('c', [1], { workspace_id: 'ws_3' });
    expect(await read({ ws_1: at({ b: 2 }), ws_2: at({ a: 5 }) })).toEqual([
      ...ofFirst('a 1', 'a 2', 'a 3', 'a 4', 'b 3'),
      'ws_2 a 6',
    ]);
  });

  it('are not before the time of their reader, which differs by workspace', async () => {
    for (const workspace_id of ['ws_1', 'ws_2']) {
      await insert('a', [1], { workspace_id, time: '2026-10-31 23:59:59.999' });
      await insert('a', [2], { workspace_id, time: '2026-11-01 00:00:00.000' });
    }
    const november = Date.UTC(2026, 10);
    expect(await read({ ws_1: at({}, november), ws_2: at({}) })).toEqual([...ofFirst('a 2'), 'ws_2 a 1', 'ws_2 a 2']);
    expect(await read({ ws_1: at({}, november), ws_2: at({}, november) })).toEqual([...ofFirst('a 2'), 'ws_2 a 2']);
  });

  it.each([undefined, 4])(
    'are the first ones of each source when they are limited, at most %s in all',
    async (most) => {
      await insert('a', [1, 2, 3, 4]);
      await insert('b', [7, 8, 9]);
      const all = ofFirst('a 1', 'a 2', 'a 3', 'b 7', 'b 8', 'b 9');
      expect(await read({ ws_1: at({}) }, { limit: 3, ...(most !== undefined && { most }) })).toEqual(
        all.slice(0, most),
      );
      expect(await read({ ws_1: at({ a: 3, b: 8 }) }, { limit: 3, ...(most !== undefined && { most }) })).toEqual(
        ofFirst('a 4', 'b 9'),
      );
    },
  );
});

describe('newer clicks of many workspaces with many sources', () => {
  const workspaces = Array.from({ length: 20 }, (_, n) => `ws_${'0'.repeat(24)}${10 + n}`);
  const sources = Array.from({ length: 200 }, (_, n) => ['z'.repeat(61) + (100 + n), 1] as const);
  const all = Object.fromEntries(workspaces.map((id) => [id, at(Object.fromEntries(sources))]));
  const seconds = workspaces.map((id) => `${id} ${sources[0]?.[0]} 2`);

  it.each([undefined, 1_000])(
    'are read although their positions do not fit into one statement, at most %s in all',
    async (most) => {
      for (const workspace_id of workspaces) await insert(sources[0]?.[0] ?? '', [1, 2], { workspace_id });
      expect(await read(all, { ...(most !== undefined && { most }) })).toEqual(seconds);
    },
  );

  it('are not more in all than they may be', async () => {
    for (const workspace_id of workspaces) await insert(sources[0]?.[0] ?? '', [1, 2], { workspace_id });
    for (const most of [1, 9, 19]) expect(await read(all, { most })).toEqual(seconds.slice(0, most));
  });
});

describe('newer clicks with long destinations', () => {
  const destination = 'ü'.repeat(4_750);
  const most = 100;

  it('are as many of each workspace as have so many bytes, and one in any case', async () => {
    await insert('a', [1, 2, 3, 4], { destination });
    await insert('b', [1], { destination });
    await insert('a', [1, 2, 3, 4], { workspace_id: 'ws_2', destination });
    await insert('a', [1, 2, 3, 4], { workspace_id: 'ws_3' });
    const all = { ws_1: at({ a: 1 }), ws_2: at({}), ws_3: at({}) };
    const ofThird = [1, 2, 3, 4].map((seq) => `ws_3 a ${seq}`);
    const [two, inAll] = [20_000, 1_000_000];
    expect(await read(all, { most, mostBytes: { ofWorkspace: two, inAll } })).toEqual([
      ...ofFirst('a 2', 'a 3'),
      ...['ws_2 a 1', 'ws_2 a 2'],
      ...ofThird,
    ]);
    expect(await read(all, { most, mostBytes: { ofWorkspace: 1, inAll } })).toEqual([
      ...ofFirst('a 2'),
      'ws_2 a 1',
      'ws_3 a 1',
    ]);
    expect(await read(all, { most, mostBytes: { ofWorkspace: two, inAll: two + 1 } })).toEqual([
      ...ofFirst('a 2', 'a 3'),
      'ws_2 a 1',
    ]);
    expect(await read(all, { most, mostBytes: { ofWorkspace: two + 1, inAll } })).toEqual([
      ...ofFirst('a 2', 'a 3', 'a 4'),
      ...['ws_2 a 1', 'ws_2 a 2', 'ws_2 a 3'],
      ...ofThird,
    ]);
  });
});

describe('what a read left out', () => {
  const limits = { limit: 500, most: 6, mostBytes: { ofWorkspace: 20_000, inAll: 1_000_000 } };
  const left = async (of: typeof limits) => {
    const positions = new Map(['ws_1', 'ws_2', 'ws_3'].map((id) => [id, at({})]));
    const clicks = await newerClicks(store.client, { positions, ...of });
    const { isCut, full } = leftOut(of, clicks);
    return { read: clicks.map(({ workspaceId, seq }) => `${workspaceId} ${seq}`), isCut, full: [...full] };
  };
  beforeEach(async () => {
    const destination = 'ü'.repeat(4_750);
    for (const workspace_id of ['ws_1', 'ws_2']) await insert('a', [1, 2, 3, 4], { workspace_id, destination });
    await insert('a', [1, 2, 3, 4], { workspace_id: 'ws_3' });
  });

  it('is known where clicks that the bytes of a workspace leave out would fill the read', async () => {
    expect(await left(limits)).toEqual({
      read: ['ws_1 1', 'ws_1 2', 'ws_2 1', 'ws_2 2', 'ws_3 1', 'ws_3 2'],
      isCut: true,
      full: ['ws_1', 'ws_2', 'ws_3'],
    });
    expect(await left({ ...limits, most: 9 })).toMatchObject({ isCut: false, full: ['ws_1', 'ws_2'] });
  });

  it('is known where the bytes of all end the read, and where a source has as many as it may', async () => {
    expect(await left({ ...limits, mostBytes: { ...limits.mostBytes, inAll: 30_001 } })).toEqual({
      read: ['ws_1 1', 'ws_1 2', 'ws_2 1', 'ws_2 2'],
      isCut: true,
      full: ['ws_1', 'ws_2'],
    });
    expect(await left({ ...limits, limit: 1 })).toMatchObject({ isCut: false, full: ['ws_1', 'ws_2', 'ws_3'] });
  });
});

describe('the last numbers before an end', () => {
  const [EARLIER, LATER] = ['2026-11-01 09:59:59.990', '2026-11-01 10:00:00.005'];
  const lasts = async (ends: Readonly<Record<string, number>>) => {
    const found = await lastNumbers(store.client, { start: BEGINNING, ends: new Map(Object.entries(ends)) });
    return Object.fromEntries([...found].map(([workspace, own]) => [workspace, Object.fromEntries(own)]));
  };
  const noon = Date.UTC(2026, 10, 1, 12);
  const ten = Date.UTC(2026, 10, 1, 10);

  it('are those of each source, before the end of its workspace', async () => {
    await insert('a', [1, 2], { time: EARLIER });
    await insert('a', [3]);
    await insert('b', [7], { time: EARLIER });
    await insert('c', [4, 5], { workspace_id: 'ws_2' });
    expect(await lasts({ ws_1: ten, ws_2: noon, ws_3: noon })).toEqual({
      ws_1: { a: 2, b: 7 },
      ws_2: { c: 5 },
      ws_3: {},
    });
  });

  it('pass no click after the end that has a lower number, as it waited less for its number', async () => {
    await insert('a', [9], { time: EARLIER });
    await insert('a', [10], { time: LATER });
    await insert('a', [11, 12], { time: EARLIER });
    await insert('b', [1], { time: LATER });
    await insert('b', [2], { time: EARLIER });
    expect(await lasts({ ws_1: ten })).toEqual({ ws_1: { a: 9, b: 0 } });
    expect(await lasts({ ws_1: noon })).toEqual({ ws_1: { a: 12, b: 2 } });
  });
});

describe('the number of the newest insert', () => {
  it('grows with each insert, and stays when the engine rewrites the table', async () => {
    await insert('a', [1]);
    const first = (await newest()) ?? 0;
    await insert('a', [2]);
    const second = (await newest()) ?? 0;
    expect(second).toBeGreaterThan(first);
    await store.client.command('OPTIMIZE TABLE clicks FINAL');
    await store.client.command(
      "ALTER TABLE clicks UPDATE is_bot = true WHERE source = 'a' SETTINGS mutations_sync = 1",
    );
    expect(await newest()).toBe(second);
  });

  it('lets a reader find what was inserted since: a late source, another month, after a merge or rewrite', async () => {
    await insert('a', [1, 2, 3]);
    const insertedAfter = await newest();
    const position = { ws_1: at({ a: 3 }) };
    expect(await read(position, { insertedAfter })).toEqual([]);
    await insert('a', [4]);
    await insert('late', [1, 2], { time: '2026-09-30 23:59:59.000' });
    const found = ofFirst('a 4', 'late 1', 'late 2');
    expect(await read(position, { insertedAfter })).toEqual(found);
    await store.client.command('OPTIMIZE TABLE clicks FINAL');
    expect(await read(position, { insertedAfter })).toEqual(found);
    await store.client.command("ALTER TABLE clicks UPDATE city = 'Bonn' WHERE true SETTINGS mutations_sync = 1");
    expect(await read(position, { insertedAfter })).toEqual(found);
    await store.client.command("ALTER TABLE clicks DELETE WHERE workspace_id = 'ws_2' SETTINGS mutations_sync = 1");
    expect(await read(position, { insertedAfter })).toEqual(found);
  });

  it('lets the engine skip what was inserted before', async () => {
    await insert('a', [1, 2, 3]);
    const insertedAfter = await newest();
    await insert('b', [1]);
    // The reader does not know of the earlier insert, so only the engine can have skipped it.
    expect(await read({ ws_1: at({}) }, { insertedAfter })).toEqual(ofFirst('b 1'));
  });
});
