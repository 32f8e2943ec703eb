import type { Log } from '@platform/telemetry';

const QUIET_MS = 60_000;

/**
 * While a server is down, every subscription fails every few seconds, and so does its heartbeat. So the same warning
 * about the same categories is logged at most once a minute.
 */
export const quietLog = (log: Pick<Log, 'warn'>, now: () => number = () => performance.now()): Pick<Log, 'warn'> => {
  const loggedAt = new Map<string, number>();
  return {
    warn: (detail, message) => {
      const about = `${message} ${'categories' in detail ? String(detail.categories) : ''}`;
      if (now() - (loggedAt.get(about) ?? -Infinity) < QUIET_MS) return;
      loggedAt.set(about, now());
      log.warn(detail, message);
    },
  };
};
