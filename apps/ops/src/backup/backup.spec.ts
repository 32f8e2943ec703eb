import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type TestDatabase, withPostgres } from '../../../../test/support/postgres';
import type { Installation } from '../installation';
import { backup } from './backup';
import { copyLinked, copyTree } from './copy-tree';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const { signal } = new AbortController();

describe('of backups at once', () => {
  let database: TestDatabase;
  let other: Client;
  beforeAll(async () => {
    database = await withPostgres();
    other = new Client(database.url);
    await other.connect();
  });
  afterAll(async () => {
    await other.end();
    await database.close();
  });

  // Without a pool: its end would wait for a session that is out of it for as long as the copy takes.
  const installation = () => ({ config: { dataDir: folder }, url: database.url }) as unknown as Installation;

  it('one is refused while another is made, and none once that has ended', async () => {
    await other.query("select pg_advisory_lock(hashtextextended('waymark/backup', 0))");
    const refused = backup(installation(), join(folder, 'backup'), signal);
    await expect(refused).rejects.toThrow('Another backup is being made');
    expect(existsSync(join(folder, 'backup.making'))).toBe(false);
    await other.query("select pg_advisory_unlock(hashtextextended('waymark/backup', 0))");
    const interrupted = AbortSignal.abort(new Error('Ended by SIGINT.'));
    const ended = backup({ ...installation(), ownerUrl: database.url }, join(folder, 'backup'), interrupted);
    await expect(ended).rejects.toThrow('Ended by SIGINT.');
    expect(readdirSync(folder)).toEqual([]);
  });
});

it('an interruption ends a copy before the next file', async () => {
  const from = join(folder, 'from');
  mkdirSync(from);
  for (const file of ['one', 'two', 'three']) writeFileSync(join(from, file), file);
  const interruption = new AbortController();
  const seen: string[] = [];
  const copying = copyTree(from, join(folder, 'to'), interruption.signal, (path) => {
    if (seen.push(path) === 2) interruption.abort(new Error('Ended by SIGINT.'));
    return false;
  });
  await expect(copying).rejects.toThrow('Ended by SIGINT.');
  expect(readdirSync(join(folder, 'to'))).toHaveLength(1);
});

it('a folder that an operator has put on another disk by a link is copied itself, without what is left out', async () => {
  const [disk, linked] = [join(folder, 'disk'), join(folder, 'clicks')];
  mkdirSync(join(disk, 'heads'), { recursive: true });
  for (const file of ['segment', 'heads/one', 'heads/two']) writeFileSync(join(disk, file), file);
  symlinkSync(disk, linked);
  const copy = join(folder, 'copy');
  expect(await copyLinked(linked, copy, signal, (path) => path === join(linked, 'heads', 'two'))).toBe(16);
  expect((await lstat(copy)).isDirectory()).toBe(true);
  expect(await readFile(join(copy, 'segment'), 'utf8')).toBe('segment');
  expect([existsSync(join(copy, 'heads', 'one')), existsSync(join(copy, 'heads', 'two'))]).toEqual([true, false]);
  expect(await copyLinked(join(folder, 'nowhere'), join(folder, 'none'), signal)).toBe(0);
});
