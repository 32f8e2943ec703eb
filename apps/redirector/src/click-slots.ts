import type { Pool } from 'pg';
import { Batcher } from '@platform/async';
import { type Log, messageOf, occasionalLog } from '@platform/telemetry';
import { LookupUnavailable } from './missing-links';
import type { RedirectTarget } from './redirect-target';

/** A link with a click limit, as this process knows it. */
export type LimitedLink = Pick<RedirectTarget, 'id' | 'workspace_id' | 'revision' | 'click_limit'>;

/** The redirects that click limits allow, counted in Postgres over all redirectors. */
export interface ClickSlots {
  /**
   * Takes a slot for a visitor who counts. For any other visitor it only checks whether a slot is left.
   * @returns whether the visitor may be redirected
   * @throws LookupUnavailable after a second, or when the database fails
   */
  take(link: LimitedLink, counts: boolean): Promise<boolean>;
  /** Returns a slot whose visitor was not redirected. A failure is logged: the link then redirects once less. */
  giveBack(linkId: string): void;
}

interface Taker {
  readonly link: LimitedLink;
  readonly counts: boolean;
  /** Has been answered already: too late. */
  gone: boolean;
}

const DEADLINE_MS = 1_000;
const AT_ONCE = 1_000;
const MOST_WAITING = 10_000;

/** While a statement is under way, further visitors wait and share the next one. */
export const clickSlotsIn = (
  pool: Pick<Pool, 'query'>,
  log: Pick<Log, 'warn' | 'error'>,
  deadlineMs = DEADLINE_MS,
): ClickSlots => {
  const warn = occasionalLog(log).warn;
  const returned = (ids: readonly string[]): void => {
    if (ids.length === 0) return;
    const counts = tally(ids, () => 1);
    pool
      .query('SELECT return_slots($1::text[], $2::int[])', [[...counts.keys()], [...counts.values()]])
      .catch((error: unknown) => warn({ cause: messageOf(error) }, 'slots of a click limit could not be returned'));
  };
  const send = async (takers: readonly Taker[]): Promise<readonly boolean[]> => {
    const granted = grant(takers, await remainingIn(pool, takers));
    // A visitor whose request timed out meanwhile does not use the slot.
    returned(takers.flatMap(({ link, counts, gone }, index) => (gone && counts && granted[index] ? [link.id] : [])));
    return granted;
  };
  const batcher = new Batcher<Taker, boolean>({
    send,
    maxItems: AT_ONCE,
    maxWaiting: MOST_WAITING,
    deadlineMs,
    unavailable: (detail) => new LookupUnavailable(`Click limits: ${detail}`),
  });
  return {
    take: async (link, counts) => {
      const taker = { link, counts, gone: false };
      try {
        return await batcher.add(taker);
      } catch (cause) {
        taker.gone = true;
        throw cause instanceof LookupUnavailable ? cause : new LookupUnavailable('The database failed', { cause });
      }
    },
    giveBack: (linkId) => returned([linkId]),
  };
};

/** How many redirects each link had left before these takers, by its id; null: no limit. */
const remainingIn = async (
  pool: Pick<Pool, 'query'>,
  takers: readonly Taker[],
): Promise<ReadonlyMap<string, number | null>> => {
  const wanted = tally(
    takers.map(({ link }) => link.id),
    (index) => (takers[index]?.counts ? 1 : 0),
  );
  // Keeps the later of two revisions of a link.
  const latest = new Map<string, LimitedLink>();
  for (const { link } of takers)
    if (BigInt(latest.get(link.id)?.revision ?? -1) <= BigInt(link.revision)) latest.set(link.id, link);
  const links = [...latest.values()];
  const { rows } = await pool.query<{ remaining: readonly (string | null)[] }>({
    name: 'take slots',
    text: 'SELECT take_slots($1::text[], $2::text[], $3::bigint[], $4::int[], $5::int[]) AS remaining',
    values: [
      links.map(({ id }) => id),
      links.map(({ workspace_id }) => workspace_id),
      links.map(({ revision }) => revision),
      links.map(({ click_limit }) => click_limit),
      links.map(({ id }) => wanted.get(id)),
    ],
  });
  const remaining = rows[0]?.remaining ?? [];
  return new Map(links.map(({ id }, index) => [id, remaining[index] == null ? null : Number(remaining[index])]));
};

/**
 * Hands out the slots that are left, in the order of arrival. A visitor who takes none passes if any was left before.
 */
const grant = (takers: readonly Taker[], remaining: ReadonlyMap<string, number | null>): readonly boolean[] => {
  const left = new Map([...remaining].map(([id, slots]) => [id, slots ?? Infinity]));
  return takers.map(({ link: { id }, counts }) => {
    if (!counts) return remaining.get(id) !== 0;
    const slots = left.get(id) ?? 0;
    left.set(id, slots - 1);
    return slots > 0;
  });
};

/** Sums `amountOf` by key. */
const tally = (keys: readonly string[], amountOf: (index: number) => number): Map<string, number> => {
  const sums = new Map<string, number>();
  keys.forEach((key, index) => sums.set(key, (sums.get(key) ?? 0) + amountOf(index)));
  return sums;
};
