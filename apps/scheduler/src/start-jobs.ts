import { PURGES, AGGREGATE_READ_MODELS, TIMERS } from '@contexts/aggregates';
import { textLookup } from '@platform/dns';
import type { Shutdown } from '@platform/process';
import type { Log } from '@platform/telemetry';
import { type EraseDeletedPeople, eraseDeletedPeople } from './deleted-people';
import { type DetachLinks, detachLinks } from './detach-links';
import { checkDomains } from './domain-checks';
import { sweepSessions } from './expired-sessions';
import { sweepPurged } from './purge/sweep-purged';
import { indexTexts } from './index-texts';
import { runScheduler } from './scheduler';

export interface StartJobs extends Pick<DetachLinks, 'pool' | 'dispatch' | 'progress'> {
  /** `DNS_SERVERS`; none: those of the system. */
  readonly dnsServers: readonly string[];
  readonly erase: EraseDeletedPeople['erase'];
  readonly log: Log;
  readonly shutdown: Pick<Shutdown, 'background'>;
}

/** Starts every job of the scheduler; they end with the process. */
export const startJobs = ({ dnsServers, erase, shutdown, ...options }: StartJobs): void => {
  const readModels = AGGREGATE_READ_MODELS.map(({ projection }) => projection.name);
  const lookUp = textLookup(dnsServers);
  const jobs: readonly ((signal: AbortSignal) => Promise<void>)[] = [
    (signal) => runScheduler({ ...options, timers: TIMERS, signal }),
    (signal) => detachLinks({ ...options, signal }),
    (signal) => sweepPurged({ ...options, purges: PURGES, readModels, signal }),
    (signal) => checkDomains({ ...options, lookUp, signal }),
    (signal) => sweepSessions({ ...options, signal }),
    (signal) => eraseDeletedPeople({ ...options, erase, signal }),
    (signal) => indexTexts({ ...options, signal }),
  ];
  for (const job of jobs) void shutdown.background(job);
};
