import { join } from 'node:path';
import type { Pool } from 'pg';
import { openDailySalts, openJournal, type DailySaltFiles } from '@platform/click-log';
import type { Config } from '@platform/config';
import { type GeoIp, openGeoIp } from '@platform/geoip';
import { HttpProblem, problemResponseOf, requestIdOf } from '@platform/http';
import { AttemptThrottle } from '@platform/passwords';
import type { AppContext, Shutdown } from '@platform/process';
import { type Logger, metrics } from '@platform/telemetry';
import { clickSlotsIn } from './click-slots';
import { clientOrigin } from './client-address';
import { findHostIn, hostFinder } from './find-host';
import { findLinkIn } from './find-link';
import { isReadable } from './index-databases';
import { createLinkPasswords } from './link-passwords';
import { RedirectIndex } from './redirect-index';
import { type Redirector, createRedirector } from './redirector';
import type { VisitOutcome } from './responder';
import { timedHandle } from './time-redirects';
import { tracedHandle, tracedJournal, tracedLookup } from './trace-redirects';

export interface StartRedirects {
  readonly config: Config;
  readonly index: RedirectIndex;
  /** VISITOR_SECRET */
  readonly visitorSecret: string;
  /** Asked for links that the index lacks. */
  readonly pool: Pool;
  readonly logger: Logger;
  readonly shutdown: Shutdown;
}

export interface Redirects {
  readonly redirector: Redirector;
  readonly salts: DailySaltFiles;
}

const pathOf = ({ dataDir }: Config): string => join(dataDir, 'redirects');

/** For the process that writes the index. */
export const openIndex = async ({ config, logger, shutdown }: AppContext): Promise<RedirectIndex> => {
  const index = await RedirectIndex.open(pathOf(config), () =>
    logger.warn({ directory: pathOf(config) }, 'the redirect index is damaged; it is deleted and rebuilt'),
  );
  shutdown.push(() => index.close());
  return index;
};

/** For a process that only reads it, or for one that may not start; undefined if there is none that can be read. */
export const findIndex = async ({ config, shutdown }: Pick<AppContext, 'config' | 'shutdown'>) => {
  if (!(await isReadable(pathOf(config)))) return undefined;
  return attachIndex(config, shutdown);
};

/** For a process that only reads it. */
export const attachIndex = (config: Config, shutdown: Shutdown): RedirectIndex => {
  const index = RedirectIndex.attach(pathOf(config));
  shutdown.push(() => index.close());
  return index;
};

export const openSalts = ({
  config,
  visitorSecret,
  logger,
  shutdown,
}: Omit<StartRedirects, 'pool' | 'index'>): DailySaltFiles => {
  const salts = openDailySalts({
    directory: join(config.dataDir, 'salts'),
    secret: visitorSecret,
    onMade: (day) =>
      logger.warn(
        { day },
        'the database gave no visitor salt for this day, so this process made one; visitors may count twice',
      ),
  });
  shutdown.push(() => salts.close());
  return salts;
};

/**
 * Starts what answers visitors in this process: a journal of its own, and index and salts that it shares with the
 * processes on the same data directory. It does not feed the index: `runRedirectIndex` does.
 */
export const startRedirects = async (options: StartRedirects): Promise<Redirects> => {
  const { config, index, pool, logger, shutdown } = options;
  const salts = openSalts(options);
  const journal = await openJournal({ directory: join(config.dataDir, 'clicks'), log: logger });
  shutdown.push(() => journal.close());
  const answered = metrics.counter('redirects_total', 'Answers to requests for short URLs.', ['outcome']);
  const redirector = createRedirector({
    index,
    journal: tracedJournal(journal),
    salts,
    shortHosts: config.shortHosts,
    deepLinks: config.deepLinks,
    ownHostname: new URL(config.publicUrl).hostname,
    findHost: hostFinder({ known: index.hosts, find: findHostIn(pool) }),
    findMissing: tracedLookup(findLinkIn(pool, index)),
    slots: clickSlotsIn(pool, logger),
    passwords: createLinkPasswords({
      attempts: new AttemptThrottle(pool),
      addressOf: clientOrigin(config.trustProxy).addressOf,
      log: logger,
    }),
    edge: {
      requestIdOf,
      problemOf: (code, requestId, headers) =>
        problemResponseOf(new HttpProblem(code, undefined, headers), requestId, config.publicUrl),
    },
    log: logger,
    trustProxy: config.trustProxy,
    geography: geographyOf(options),
    secure: config.publicUrl.startsWith('https:'),
    metrics: { answered: (outcome: VisitOutcome) => answered.inc({ outcome }) },
  });
  const took = metrics.histogram(
    'redirect_duration_seconds',
    'Time from a request for a short URL to the end of its answer, of every sixteenth one.',
  );
  const handle = timedHandle(tracedHandle(redirector.handle), (seconds) => took.observe(seconds));
  return { redirector: { handle }, salts };
};

/** Opens no database before a rule asks for a country. */
const geographyOf = ({ config, logger: log }: StartRedirects): Pick<GeoIp, 'opening' | 'locate' | 'continentOf'> => {
  let opened: GeoIp | undefined;
  const geoIp = () => (opened ??= openGeoIp({ ...(config.geoipDb !== undefined && { path: config.geoipDb }), log }));
  return {
    opening: (network) => geoIp().opening(network),
    locate: (network) => geoIp().locate(network),
    continentOf: (country) => geoIp().continentOf(country),
  };
};
