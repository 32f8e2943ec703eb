import { chown, lstat, readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type BackupLog, takeBaseBackup } from '@platform/postgres';
import { copyTree } from './copy-tree';

/** Folders whose files a copy must not have, or does not need: they belong to the running server. */
const WITHOUT_FILES = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const LEFT_OUT = /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map|pgsql_tmp.*|pg_internal\.init.*)$/;
/** A folder of `pg_wal`. */
const ARCHIVE_STATUS = 'archive_status';

/** Copies the files of the running embedded Postgres. @param url of the database's owner. @returns bytes copied */
export const backUpPostgres = async (url: string, to: string, signal: AbortSignal): Promise<number> => {
  let bytes = 0;
  await takeBaseBackup({
    url,
    copyFiles: async (from) => {
      bytes += await copyTree(from, to, signal, (path) => isLeftOut(from, path));
    },
    copyLog: async (from, log) => {
      await writeLabel(to, log);
      bytes += await copyLog(join(from, 'pg_wal'), join(to, 'pg_wal'), log, signal);
    },
  });
  return bytes;
};

const isLeftOut = (root: string, path: string): boolean => {
  if (LEFT_OUT.test(basename(path))) return true;
  const folder = dirname(path);
  return dirname(folder) === root && WITHOUT_FILES.has(basename(folder)) && basename(path) !== ARCHIVE_STATUS;
};

const writeLabel = async (to: string, { label }: BackupLog): Promise<void> => {
  const file = join(to, 'backup_label');
  await writeFile(file, label, { mode: 0o600, flush: true });
  const { uid, gid } = await lstat(to);
  if (process.getuid?.() === 0) await chown(file, uid, gid);
};

/** Copies the segments that were written during the copy. */
const copyLog = async (from: string, to: string, { first, last }: BackupLog, signal: AbortSignal): Promise<number> => {
  const segments = (await readdir(from)).filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last);
  if (!segments.includes(first) || !segments.includes(last))
    throw new Error(`the log of the backup is not complete: it needs ${first} to ${last}`);
  return copyTree(from, to, signal, (path) => !segments.includes(basename(path)) && basename(path) !== ARCHIVE_STATUS);
};
