import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@platform/config';
import { type Finding, fail, ok, warn } from './finding';

const GIB = 2 ** 30;
/** Less than this may not hold a day of clicks and the write-ahead log. */
const LEAST_FREE = GIB;
const LITTLE_FREE = 5 * GIB;

/** Checks without the database: the data directory, who may read it, and room on its disk. */
export const checkMachine = async ({ dataDir }: Pick<Config, 'dataDir'>): Promise<readonly Finding[]> => {
  const found = await stat(dataDir).catch(() => undefined);
  if (!found?.isDirectory())
    return [fail('data directory', `${dataDir} does not exist`, 'Set DATA_DIR to where the product keeps its data.')];
  return [...(await permissions(dataDir, found.mode)), await room(dataDir)];
};

/** Files that hold secrets: only their owner has any right to them. */
const SECRET_FILES = ['secrets.json', 'postgres.password', 'bootstrap.json'];

const permissions = async (dataDir: string, mode: number): Promise<readonly Finding[]> => {
  const findings: Finding[] = [];
  // Others may pass through it (under root, Postgres runs as another account), but neither list it nor write in it.
  if ((mode & 0o066) !== 0)
    findings.push(
      warn('data directory', `${dataDir} is open to others (mode ${octal(mode)})`, `chmod go-rw ${dataDir}`),
    );
  for (const name of SECRET_FILES) {
    const file = join(dataDir, name);
    const known = await stat(file).catch(() => undefined);
    if (known && (known.mode & 0o077) !== 0)
      findings.push(
        fail('data directory', `${file} can be read by others (mode ${octal(known.mode)})`, `chmod 600 ${file}`),
      );
    if (known && name === 'bootstrap.json')
      findings.push(
        warn('data directory', `${file} still holds the first credentials`, 'Store them safely, then remove the file.'),
      );
  }
  return findings.length > 0 ? findings : [ok('data directory', `${dataDir}, closed to others`)];
};

const octal = (mode: number): string => (mode & 0o777).toString(8).padStart(3, '0');

const room = async (dataDir: string): Promise<Finding> => {
  const { bavail, bsize, blocks } = await statfs(dataDir);
  const free = bavail * bsize;
  const said = `${(free / GIB).toFixed(1)} GiB free of ${((blocks * bsize) / GIB).toFixed(1)} GiB`;
  if (free < LEAST_FREE)
    return fail('disk space', said, 'Free some space, or move DATA_DIR: writes are refused when it is full.');
  return free < LITTLE_FREE
    ? warn('disk space', said, 'Plan for more room: clicks wait on this disk when the analytics store is down.')
    : ok('disk space', said);
};
