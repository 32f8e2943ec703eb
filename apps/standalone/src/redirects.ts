import { join } from 'node:path';
import { RedirectIndex, type Redirector, type RefusalCode, createRedirector, feedIndex } from '@apps/redirector';
import { LinkQueries } from '@apps/gateway';
import type { EventStore } from '@kernel';
import { openDailySalts, openJournal } from '@platform/click-log';
import type { Config, Secrets } from '@platform/config';
import { HttpProblem, problemOf, requestIdOf } from '@platform/http';
import type { Progress, ReadStore } from '@platform/read-store';
import { type Logger, metrics } from '@platform/telemetry';
import type { Shutdown } from './shutdown';

export const REDIRECT_INDEX = 'redirect-index';

interface StartRedirects {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly eventStore: EventStore;
  readonly readStore: ReadStore;
  readonly progress: Progress;
  readonly logger: Logger;
  readonly shutdown: Shutdown;
  readonly signal: AbortSignal;
}

const RETRY_MS = 1_000;

/** The redirector on this process's port: its index, the feed that keeps it up, the journal and the salts. */
export const startRedirects = async ({ config, secrets, eventStore, readStore, progress, logger, shutdown, signal }: StartRedirects): Promise<Redirector> => {
  const index = await RedirectIndex.open(join(config.dataDir, 'redirects'));
  shutdown.push(() => index.close());
  const journal = await openJournal({ directory: join(config.dataDir, 'clicks'), log: logger });
  shutdown.push(() => journal.close());
  const salts = openDailySalts({ directory: join(config.dataDir, 'salts'), secret: secrets.visitorSecret.value });
  const feeding = keepFed(eventStore, index, progress, logger, signal);
  shutdown.push(() => feeding);

  const answered = metrics.counter('redirects_total', 'Answers to requests for short URLs.', ['outcome']);
  const links = new LinkQueries(readStore);
  return createRedirector({
    index,
    journal,
    salts,
    shortHosts: config.shortHosts,
    findMissing: (domainId, alias) => links.findByAlias(domainId, alias),
    edge: { requestIdOf, problemOf: (code, requestId, headers) => problemOf(new HttpProblem(code, undefined, headers), requestId, config.publicUrl) },
    log: logger,
    trustProxy: config.trustProxy,
    metrics: { answered: (outcome: 'redirected' | RefusalCode) => answered.inc({ outcome }) },
  });
};

/** An index that cannot be written is a fault of the disk: it is tried again, and readers go on with what it holds. */
const keepFed = async (store: EventStore, index: RedirectIndex, progress: Progress, logger: Logger, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    try {
      progress.advance(REDIRECT_INDEX, index.checkpoint());
      await feedIndex(store, index, signal, (position) => progress.advance(REDIRECT_INDEX, position));
    } catch (error) {
      logger.error({ err: error }, 'the redirect index could not be fed; trying again');
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
};
