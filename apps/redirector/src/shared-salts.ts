import { randomBytes } from 'node:crypto';
import { utcDayOf } from '@kernel';
import type { Pool } from 'pg';
import { endsWithin, keepWorking, pause } from '@platform/async';
import type { DailySaltFiles } from '@platform/click-log';
import type { Log } from '@platform/telemetry';

export interface ShareSalts {
  readonly files: DailySaltFiles;
  readonly pool: Pool;
  readonly log: Pick<Log, 'warn'>;
  readonly signal: AbortSignal;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const DAY_MS = 86_400_000;
const AGAIN_MS = 10 * 60_000;
const RETRY_MS = 5_000;
/** A start waits at most this long for the salt of its first day, and only if it is not on disk. */
const FIRST_MS = 3_000;

/** The first redirector to write a day's salt makes it for all. The update only returns the stored salt. */
const AGREE =
  'INSERT INTO visitor_salts (day, salt) VALUES ($1, $2) ON CONFLICT (day) DO UPDATE SET salt = visitor_salts.salt ' +
  'RETURNING salt';

/**
 * Copies the salts of today and tomorrow, which all redirectors on a database share, to this machine's disk. So all
 * redirectors agree on visitors for at least a day without the database. Removes from the database the salts whose day
 * began 48 hours ago.
 */
export const shareSaltsOnce = async ({
  files,
  pool,
  log,
  now = Date.now,
}: Omit<ShareSalts, 'signal'>): Promise<void> => {
  for (const day of [utcDayOf(now()), utcDayOf(now() + DAY_MS)]) {
    const { rows } = await pool.query<{ salt: Buffer }>(AGREE, [day, files.peek(day) ?? randomBytes(32)]);
    const [agreed] = rows;
    if (agreed && !files.put(day, agreed.salt).equals(agreed.salt)) {
      log.warn(
        { day },
        'only this machine has the visitor salt of this day; visitors that other redirectors see as well count twice',
      );
    }
  }
  await pool.query('DELETE FROM visitor_salts WHERE day <= $1', [utcDayOf(now() - 2 * DAY_MS)]);
};

/** Shares today's salt before the first visitor comes. A start waits 3 s at most, and not at all if it is on disk. */
export const shareFirstSalt = async (
  options: Omit<ShareSalts, 'signal'>,
  ready: Promise<unknown> = Promise.resolve(),
): Promise<void> => {
  if (options.files.peek(utcDayOf((options.now ?? Date.now)()))) return;
  // shareSalts, which tries again, logs a failure.
  await endsWithin(
    FIRST_MS,
    ready.then(() => shareSaltsOnce(options)),
  );
};

/** Shares the salts, those of coming days as well, until the signal aborts. */
export const shareSalts = ({ signal, ...options }: ShareSalts): Promise<void> => {
  const share = async (working: () => void): Promise<void> => {
    await shareSaltsOnce(options);
    working();
    await pause(AGAIN_MS, signal);
  };
  const onFailure = (error: unknown, failures: number): void => {
    if (failures === 1)
      options.log.warn({ err: error }, 'visitor salts cannot be shared; the salts on disk stay in use');
  };
  return keepWorking(share, { signal, onFailure, firstMs: RETRY_MS, lastMs: RETRY_MS });
};
