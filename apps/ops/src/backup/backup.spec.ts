import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testPool } from '../../../../test/support/pool';
import { withPostgres } from '../../../../test/support/postgres';
import type { Installation } from '../installation';
import { backup } from './backup';
import { copyLinked } from './copy-tree';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('a backup is refused while another one is made', async () => {
  const database = await withPostgres();
  const pool = testPool({ connectionString: database.url, max: 2 });
  const other = await pool.connect();
  await other.query("select pg_advisory_lock(hashtextextended('waymark/backup', 0))");
  const installation = { config: { dataDir: folder }, pool } as unknown as Installation;
  await expect(backup(installation, join(folder, 'backup'))).rejects.toThrow('Another backup is being made');
  expect(existsSync(join(folder, 'backup.making'))).toBe(false);
  other.release();
  await pool.end();
  await database.close();
});

it('a folder that an operator has put on another disk by a link is copied itself, without what is left out', async () => {
  const [disk, linked] = [join(folder, 'disk'), join(folder, 'clicks')];
  mkdirSync(join(disk, 'heads'), { recursive: true });
  for (const file of ['segment', 'heads/one', 'heads/two']) writeFileSync(join(disk, file), file);
  symlinkSync(disk, linked);
  const copy = join(folder, 'copy');
  expect(await copyLinked(linked, copy, (path) => path === join(linked, 'heads', 'two'))).toBe(16);
  expect((await lstat(copy)).isDirectory()).toBe(true);
  expect(await readFile(join(copy, 'segment'), 'utf8')).toBe('segment');
  expect([existsSync(join(copy, 'heads', 'one')), existsSync(join(copy, 'heads', 'two'))]).toEqual([true, false]);
  expect(await copyLinked(join(folder, 'nowhere'), join(folder, 'none'))).toBe(0);
});
