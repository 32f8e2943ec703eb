import { linkStream } from '@contexts/links';
import { keepWorking, pause } from '@platform/async';
import { type HandleDispatch, systemCommand } from '@platform/commands';
import type { Progress } from '@platform/processing';
import { type Log, occasionalLog } from '@platform/telemetry';
import type { Pool } from 'pg';
import { sendAtOnce, untilProjected } from './send-at-once';

export interface DetachLinks {
  readonly pool: Pool;
  readonly dispatch: HandleDispatch;
  readonly progress: Progress;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  readonly signal: AbortSignal;
}

interface Member {
  readonly id: string;
  readonly workspace_id: string;
  readonly campaign_id: string;
  readonly revision: string;
  readonly created_at: string;
  /** RFC 3339, by the database's clock. */
  readonly now: string;
}

const BATCH = 500;
const LOOK_MS = 500;
/** Campaigns deleted longer ago are looked at once in so long: a link may have been attached to one meanwhile. */
const RECENT_MS = 3_600_000;

const membersWhere = (condition: string): string => `(
      select * from links m where m.campaign_id = k.id and ${condition}
        and (m.created_at, m.id) > (case k.id when $3 then $4::timestamptz else '-infinity' end, case k.id when $3 then $5 else '' end)
      order by m.created_at, m.id limit ${BATCH})`;

/** Those that are deleted have an index of their own. No index by workspace may serve: it has those of all campaigns. */
const LIVE = membersWhere('m.workspace_id = k.workspace_id and m.deleted_at is null');
const DELETED = membersWhere('m.workspace_id is not distinct from k.workspace_id and m.deleted_at is not null');

/** Workspaces that are deleted, too: they may be restored. Those that are purged lose their links anyway. */
export const MEMBERS = `
  select l.id, l.workspace_id, l.campaign_id, l.revision::text, l.created_at, (select waymark_now()) as now
  from campaigns k cross join lateral (
    select * from (${LIVE} union all ${DELETED}) m
    order by m.created_at, m.id limit ${BATCH}) l
  where k.deleted_at is not null and k.id >= $3
    and ($1::boolean or k.deleted_at > (select waymark_now()) - $2::float8 * interval '1 millisecond')
  order by k.id, l.created_at, l.id limit ${BATCH}`;

/**
 * Makes the links of deleted campaigns leave them, until the signal aborts. Each round works on what is left, so a
 * process that is killed in the middle is continued by the next one. Several may run at once: a command's id derives
 * from the link's revision, and a link that has moved to another campaign meanwhile stays there.
 */
export const detachLinks = async (options: DetachLinks): Promise<void> => {
  const { log, signal } = options;
  // A link that cannot be folded is found again in each round.
  const passedOver = occasionalLog(log);
  let lookedAtAll = -Infinity;
  const round = async (): Promise<void> => {
    const all = performance.now() - lookedAtAll > RECENT_MS;
    const detached = await detachAll(options, all, passedOver);
    if (all && !signal.aborted) lookedAtAll = performance.now();
    if (detached > 0) log.info({ links: detached }, 'detached links from deleted campaigns');
    await pause(LOOK_MS, signal);
  };
  await keepWorking(round, {
    signal,
    onFailure: (error) => log.warn({ err: error }, 'links of deleted campaigns could not be detached; trying again'),
  });
};

/**
 * Page by page: a row that its projector has parked stays, and is passed over.
 * @param all whether campaigns that were deleted long ago count as well
 * @returns the number of links
 */
const detachAll = async (
  { pool, dispatch, progress, signal }: DetachLinks,
  all: boolean,
  passedOver: Pick<Log, 'warn'>,
): Promise<number> => {
  const detach = ({ id, workspace_id, campaign_id, revision, now }: Member) => {
    const command = { type: 'DetachLink', data: { link_id: id, workspace_id, campaign_id } };
    const due = { command, subject: id, occurrence: `DetachLink/${id}/${campaign_id}/${revision}` };
    return dispatch(systemCommand(due, { stream: linkStream(id), workspace_id, now }));
  };
  let [after, detached] = [{ campaign_id: '', created_at: '-infinity', id: '' }, 0];
  while (!signal.aborted) {
    const { rows } = await pool.query<Member>(MEMBERS, [all, RECENT_MS, after.campaign_id, after.created_at, after.id]);
    const last = rows.at(-1);
    if (!last) break;
    await untilProjected(progress, 'links', await sendAtOnce(rows, detach, passedOver));
    [after, detached] = [last, detached + rows.length];
  }
  return detached;
};
