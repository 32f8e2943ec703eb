export { type DetachLinks, detachLinks } from './detach-links';
export { type CheckDomains, checkDomains } from './domain-checks';
export { sweepSessions } from './expired-sessions';
export { type SweepPurged, sweepPurged } from './purge/sweep-purged';
export { runScheduler, type SchedulerOptions } from './scheduler';
