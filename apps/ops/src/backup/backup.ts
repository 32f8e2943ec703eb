import { access, chmod, mkdir, readdir, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { closedSources } from '@platform/click-log';
import { syncDirectory } from '@platform/files';
import { withLock } from '@platform/postgres';
import { analyticsFolder, withAnalytics } from '../analytics';
import { Failure } from '../failure';
import type { Installation } from '../installation';
import type { CommandReport } from '../output';
import { backUpEngine } from './clicks';
import { copyLinked, takeOver } from './copy-tree';
import { backUpPostgres } from './postgres';

/** Small files of the data directory that a restored one needs. */
const FILES = ['secrets.json', 'postgres.password', 'postgres.made', 'data-version', 'bootstrap.json'];

/**
 * `ops backup <folder>`: a copy of the data directory of a product that runs or is stopped, in the new folder
 * `<folder>/data`. Whatever was acknowledged before the command began is in it. It has no redirect index and no state
 * files of the click loader and the audit: the next start makes them from the events and the clicks.
 *
 * The journal is copied last, so that it has each click that Postgres has counted.
 * @param signal ends it after the file that is being copied, and then nothing of it is left
 */
export const backup = async (
  installation: Installation,
  folder: string,
  signal: AbortSignal,
): Promise<CommandReport> => {
  if (installation.config.databaseUrl !== undefined)
    throw new Failure('DATABASE_URL is set: back up that server, and the others, by their own tools.');
  const target = resolve(folder);
  const making = `${target}.making`;
  await demandAbsent(target, making);
  return alone(installation, async () => {
    try {
      const sizes = await make(installation, making, signal);
      signal.throwIfAborted();
      await rename(making, target);
      await syncDirectory(dirname(target));
      return reportOf(installation, target, sizes);
    } catch (error) {
      // A backup of each night would leave its gigabytes, and one that filled the disk would keep it full.
      await rm(making, { recursive: true, force: true });
      throw error;
    }
  });
};

/** Two backups at once would remove the files that the engine has frozen for the other. */
const alone = <T>({ url }: Pick<Installation, 'url'>, work: () => Promise<T>): Promise<T> => {
  const taken = (): never => {
    throw new Failure('Another backup is being made. Wait until it has ended.');
  };
  return withLock({ url, name: 'ops backup', lock: 'waymark/backup', taken }, work);
};

type Sizes = Readonly<Record<'postgres' | 'clicks' | 'journal' | 'files', number>>;

/** @returns bytes copied */
const make = async (installation: Installation, making: string, signal: AbortSignal): Promise<Sizes> => {
  const { config, ownerUrl } = installation;
  const data = join(making, 'data');
  // It holds secrets, and other accounts may enter the data directory itself.
  await mkdir(join(data, 'analytics'), { recursive: true, mode: 0o700 });
  await chmod(making, 0o700);
  const sizes = {
    postgres: await backUpPostgres(ownerUrl, join(data, 'postgres'), signal),
    clicks: await backUpClicks(installation, data, signal),
    journal: await backUpJournal(config.dataDir, data, signal),
    files: await backUpFiles(config.dataDir, data, signal),
  };
  await takeOver(await realpath(config.dataDir), data);
  await syncDirectory(data);
  await syncDirectory(making);
  return sizes;
};

const demandAbsent = async (...folders: readonly string[]): Promise<void> => {
  for (const folder of folders) {
    const there = await access(folder).then(
      () => true,
      () => false,
    );
    if (there) throw new Failure(`${folder} exists already. Name a new folder, or remove it.`);
  }
};

const backUpClicks = async (installation: Installation, data: string, signal: AbortSignal): Promise<number> => {
  if (installation.config.clickHouseUrl !== undefined) return 0;
  const analytics = analyticsFolder(installation);
  const to = join(data, 'analytics');
  const aside = await copyLinked(join(analytics, 'set-aside'), join(to, 'set-aside'), signal);
  const copied = await withAnalytics(installation, async (client) =>
    backUpEngine(client, await realpath(join(analytics, 'chdb')), join(to, 'chdb'), signal),
  );
  await takeOver(await realpath(analytics), to);
  return aside + copied;
};

/** Without the heads of sources that are written: a start recovers them from their segments, as after a kill. */
const backUpJournal = async (dataDir: string, data: string, signal: AbortSignal): Promise<number> => {
  const journal = join(dataDir, 'clicks');
  const heads = join(journal, 'heads');
  const closed = await closedSources(journal);
  return copyLinked(
    journal,
    join(data, 'clicks'),
    signal,
    (path) => dirname(path) === heads && !closed.includes(basename(path)),
  );
};

const backUpFiles = async (dataDir: string, data: string, signal: AbortSignal): Promise<number> => {
  let bytes = 0;
  for (const file of await readdir(dataDir))
    if (FILES.includes(file)) bytes += await copyLinked(join(dataDir, file), join(data, file), signal);
  return bytes;
};

const MIB = 2 ** 20;

const reportOf = ({ config }: Installation, folder: string, sizes: Sizes): CommandReport => {
  const size = (name: keyof typeof sizes) => `${name} ${(sizes[name] / MIB).toFixed(1)} MiB`;
  const elsewhere = [
    ...(config.eventStoreUrl === undefined ? [] : ['the event store that EVENTSTORE_URL names']),
    ...(config.clickHouseUrl === undefined ? [] : ['the clicks of CLICKHOUSE_URL']),
  ];
  return {
    value: { folder, bytes: sizes, not_included: elsewhere },
    lines: [
      `${folder}: ${size('postgres')}, ${size('clicks')}, ${size('journal')}.`,
      ...elsewhere.map((what) => `Not included: ${what}.`),
      'It holds secrets. To restore it, stop the product and copy the folder data in it to where DATA_DIR was.',
    ],
  };
};
