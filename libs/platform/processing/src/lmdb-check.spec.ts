import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open } from 'lmdb';
import { isLmdb, isWhole, withLmdbState } from '.';
import { LMDB_OPTIONS } from './lmdb-environment';

let path: string;
let file: string;
beforeEach(async () => {
  path = mkdtempSync(join(tmpdir(), 'waymark-lmdb-'));
  file = join(path, 'data.mdb');
  const root = open({ path, ...LMDB_OPTIONS });
  const meta = root.openDB<string, string>({ name: 'meta', encoding: 'string' });
  root.transactionSync(() => {
    for (let n = 0; n < 1_000; n += 1) meta.putSync(`key-${n}`, 'a value that takes some room'.repeat(10));
    meta.putSync('checkpoint', '7');
  });
  await root.close();
});
afterEach(() => rmSync(path, { recursive: true, force: true }));

describe('an environment that another process has made', () => {
  it('is opened where it is whole', async () => {
    expect(isLmdb(path)).toBe(true);
    expect(await withLmdbState(path, (state) => state.checkpoint())).toBe(7n);
  });

  it.each<readonly [string, () => void]>([
    ['is half of a copy', () => truncateSync(file, Math.floor(statSync(file).size / 8_192) * 4_096)],
    ['lacks its last page', () => truncateSync(file, statSync(file).size - 4_096)],
    ['is empty', () => truncateSync(file, 0)],
    ['is of another program', () => writeFileSync(file, 'text'.repeat(10_000))],
    ['is not there', () => rmSync(file)],
  ])('is left alone where its file %s', async (_, damage) => {
    damage();
    expect(isLmdb(path)).toBe(false);
    expect(await withLmdbState(path, (state) => state.checkpoint())).toBeUndefined();
  });
});

describe('the check of an environment that was not closed in good order', () => {
  const children = (): readonly string[] =>
    readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);
  /** Its outcome when its process is ended before it has begun. */
  const endedBy = (signal: NodeJS.Signals): Promise<boolean> => {
    const others = children();
    const checked = isWhole(path, ['meta']);
    const [child] = children().filter((pid) => !others.includes(pid));
    process.kill(Number(child), signal);
    return checked;
  };

  it('finds nothing in one that is whole', async () => {
    expect(await isWhole(path, ['meta'])).toBe(true);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('says nothing about it when somebody ends it by %s', async (signal) => {
    await expect(endedBy(signal)).rejects.toThrow(`was ended by ${signal}`);
  });

  // A damaged page ends it by the first. Where memory is short, the second would end it at each start.
  it.each(['SIGBUS', 'SIGKILL'] as const)('finds damage when it is ended by %s', async (signal) => {
    expect(await endedBy(signal)).toBe(false);
  });
});
