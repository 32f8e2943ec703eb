import { type Log, messageOf } from '@platform/telemetry';
import { reminder } from './reminder';

const REMIND_MS = 10_000;

/** Two messages for the log. */
interface Announced {
  readonly waiting: string;
  readonly done: string;
}

/**
 * Logs a wait with many attempts: with the first failure, then every 10 s with the cause, and once when
 * it is over. A wait without a failure is not mentioned.
 * @param now a clock in milliseconds
 */
export const announcedWait = (
  log: Pick<Log, 'info'>,
  { waiting, done }: Announced,
  now: () => number = () => performance.now(),
): { readonly failed: (cause: unknown) => void; readonly over: () => void } => {
  const due = reminder(now, REMIND_MS);
  let since: number | undefined;
  return {
    failed: (cause) => {
      since ??= now();
      if (due()) log.info({ cause: messageOf(cause) }, waiting);
    },
    over: () => {
      if (since !== undefined) log.info({ for_s: Math.round((now() - since) / 1_000) }, done);
      since = undefined;
    },
  };
};
