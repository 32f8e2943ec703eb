import { type DomainRow, challengeName, domainStream, hostnameStream, provesToken } from '@contexts/domains';
import { every, keepWorking, pause } from '@platform/async';
import { type HandleDispatch, digest, systemCommand } from '@platform/commands';
import type { LookUpTexts } from '@platform/dns';
import type { Log } from '@platform/telemetry';
import type { Pool } from 'pg';

export interface CheckDomains {
  /** Sees every workspace. */
  readonly pool: Pick<Pool, 'query'>;
  readonly dispatch: HandleDispatch;
  readonly lookUp: LookUpTexts;
  readonly log: Pick<Log, 'warn'>;
  readonly signal: AbortSignal;
}

interface DueDomain extends DomainRow {
  /** Which domain holds the hostname. */
  readonly holder: string | null;
  readonly now: string;
}

const LOOK_MS = 1_000;
const AT_ONCE = 16;
const ENROL_MS = 3_600_000;

/**
 * Makes the checks due of verified domains that have none, one of an earlier token, or one that is at rest: where
 * Postgres was emptied, only read models come back. They are due in a day, as if checked now: the read models may not be
 * complete before.
 */
const ENROL = `
  insert into domain_checks as c (domain_id, workspace_id, token, misses, due_at)
  select d.id, d.workspace_id, d.token, 0, waymark_now() + interval '24 hours' from domains d
  where d.status = 'verified' and d.deleted_at is null
    and not exists (select from domain_checks k where k.domain_id = d.id and k.token = d.token and k.due_at < 'infinity')
  on conflict (domain_id) do update set
    token = excluded.token, checked_at = null, result = null, misses = 0, first_missed_at = null, due_at = excluded.due_at
  where c.token <> excluded.token or c.due_at = 'infinity'`;

/** Lays to rest the checks that are due of domains that have failed or are deleted, so that no look passes over them. */
export const REST = `
  update domain_checks c set due_at = 'infinity' from domains d
  where d.id = c.domain_id and c.due_at <= (select waymark_now()) and (d.status <> 'verified' or d.deleted_at is not null)`;

/** Leases checks that are due: a scheduler that dies leaves them to the others ten minutes later. */
export const LEASE = `
  with due as (
    select c.domain_id from domain_checks c cross join lateral (
      select from domains d where d.id = c.domain_id and d.token = c.token and d.status = 'verified' and d.deleted_at is null
      offset 0) as d
    where c.due_at <= (select waymark_now())
    order by c.due_at limit ${AT_ONCE} for update of c skip locked
  ), leased as (
    update domain_checks c set due_at = waymark_now() + interval '10 minutes' from due
    where c.domain_id = due.domain_id returning c.domain_id
  )
  select d.*, h.domain_id as holder, waymark_now() as now
  from leased join domains d on d.id = leased.domain_id left join hostnames h on h.id = d.hostname`;

/**
 * Checks the records of verified domains daily, each a day after its last check, until the signal aborts. A domain
 * fails after three definite misses in 48 hours or more; trouble of name servers counts as nothing. One that is found
 * while nobody holds its hostname claims it. Any number may run.
 */
export const checkDomains = async (options: CheckDomains): Promise<void> => {
  const { pool, log, signal } = options;
  const round = async (): Promise<void> => {
    const checked = await checkDue(options);
    if (checked < AT_ONCE) await pause(LOOK_MS, signal);
  };
  const enrol = async (): Promise<void> => {
    for (const text of [ENROL, REST]) await pool.query(text);
  };
  const onFailure = (error: unknown): void =>
    log.warn({ err: error }, 'the records of domains could not be checked; trying again');
  await Promise.all([keepWorking(round, { signal, onFailure }), every(ENROL_MS, enrol, { signal, onFailure })]);
};

/** @returns how many were due, of a batch */
export const checkDue = async (options: CheckDomains): Promise<number> => {
  const { rows } = await options.pool.query<DueDomain>(LEASE);
  await Promise.all(rows.map((domain) => check(domain, options)));
  return rows.length;
};

const check = async (domain: DueDomain, { pool, dispatch, lookUp }: CheckDomains): Promise<void> => {
  const { id, token, workspace_id, hostname, holder } = domain;
  // A transfer whose gateway died did not get to the former holder.
  if (holder !== null && holder !== id) return void (await dispatch(failing(domain, 'transferred')));
  const records = await lookUp(challengeName(hostname));
  const result = records === undefined ? 'unreachable' : provesToken(records, token) ? 'found' : 'missing';
  const noted = await pool.query<{ lost: boolean }>('select note_domain_check($1, $2, $3, $4) as lost', [
    id,
    workspace_id,
    token,
    result,
  ]);
  // A late removal of the domain as it was before may have released the hostname.
  if (result === 'found' && holder === null) await dispatch(claiming(domain));
  if (!noted.rows[0]?.lost) return;
  try {
    await dispatch(failing(domain, 'record_missing'));
  } catch (error) {
    await pool.query("update domain_checks set due_at = waymark_now() + interval '1 minute' where domain_id = $1", [
      id,
    ]);
    throw error;
  }
};

/** Once for each verification, however often it is sent. */
const failing = ({ id, workspace_id, token, verified_at, now }: DueDomain, reason: 'record_missing' | 'transferred') =>
  systemCommand(
    {
      command: { type: 'FailDomain', data: { domain_id: id, workspace_id, reason, token } },
      subject: id,
      occurrence: `FailDomain/${id}/${verified_at}`,
    },
    { stream: domainStream(id), workspace_id, now },
  );

/** At each check that finds nobody on the hostname: it may be released again. */
const claiming = ({ id, workspace_id, hostname, now }: DueDomain) =>
  systemCommand(
    {
      command: { type: 'ClaimHostname', data: { hostname, domain_id: id } },
      subject: id,
      occurrence: `ClaimHostname/${id}/${now}`,
    },
    { stream: hostnameStream(hostname, digest), workspace_id, now },
  );
