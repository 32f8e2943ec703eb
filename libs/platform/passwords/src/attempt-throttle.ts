import { createHash, randomUUID } from 'node:crypto';
import { pause } from '@platform/async';
import { rateLimited, unavailable } from '@platform/http';
import type { SqlMigration } from '@platform/read-store';
import { BlockedSubjects } from './blocked-subjects';

/** The table of attempts; `begin_login` is for gateways of the previous version. */
export const loginThrottleMigration: SqlMigration = {
  version: 1763683200020,
  name: 'LoginThrottle',
  sql: `
  create table login_attempts (
    subject text not null,
    attempt uuid not null,
    at timestamptz(3) not null,
    failed boolean not null,
    primary key (subject, attempt)
  );
  create index login_attempts_age on login_attempts (at);

  -- Milliseconds until a further attempt is allowed; 0 when this one is, and then it has its place; -1 while attempts that
  -- may still turn out to be right are in the way.
  create function begin_login(subjects text[], this_attempt uuid, most int) returns int language plpgsql as $$
  declare
    instant timestamptz;
    wait_ms int;
  begin
    perform pg_advisory_xact_lock(hashtextextended('login/' || s, 0)) from (select unnest(subjects) as s order by 1) ordered;
    instant := waymark_now();
    delete from login_attempts where ctid = any(array(
      select ctid from login_attempts where at <= instant - interval '60 seconds' order by at limit 20 for update skip locked));
    select max(ceil(extract(epoch from blocking.at + interval '60 seconds' - instant) * 1000)) into wait_ms
    from unnest(subjects) as s
    cross join lateral (
      select at from login_attempts where subject = s and failed and at > instant - interval '60 seconds'
      order by at desc offset most - 1 limit 1
    ) as blocking;
    if wait_ms is not null then
      return wait_ms;
    end if;
    if exists (
      select from login_attempts where subject = any(subjects) and at > instant - interval '60 seconds'
      group by subject having count(*) >= most
    ) then
      return -1;
    end if;
    insert into login_attempts (subject, attempt, at, failed) select s, this_attempt, instant, false from unnest(subjects) as s;
    return 0;
  end $$;`,
};

/** An e-mail address, a network or a link, and how many failed attempts it may make in any 60 s. */
export interface ThrottledSubject {
  readonly name: string;
  readonly most: number;
}

/** The part of a pool that attempts need. */
interface Queries {
  query<R extends object>(text: string, values: unknown[]): Promise<{ readonly rows: R[] }>;
}

/** An attempt that has its place. */
export interface PasswordAttempt {
  /** Removes an attempt that was right, or not judged. A failed one counts for a minute from its beginning. */
  settle(right: boolean): Promise<void>;
}

const PATIENCE_MS = 1_000;
const PAUSE_MS = 25;

/**
 * Limits failed attempts by subject, over all processes. An attempt is counted before its password is verified, so that
 * attempts at the same time cannot exceed the limit. While unfinished attempts fill the limit, a further one waits for
 * them, so that many people may log in from one network. Only a hash of a subject is stored, for a minute.
 */
export class AttemptThrottle {
  /** @param pool its limits are those of a request, like `ReadStore.attempts` */
  constructor(
    private readonly pool: Queries,
    private readonly blocked = new BlockedSubjects(),
  ) {}

  /** Refuses from memory, without a query. @throws HttpProblem rate_limited while a subject is known to be blocked */
  refuseBlocked(subjects: readonly ThrottledSubject[]): void {
    this.refuse(this.blocked.waitOf(subjects.map(hashOf)));
  }

  /** @throws HttpProblem rate_limited; unavailable where it has waited a second for attempts that may be right */
  async begin(subjects: readonly ThrottledSubject[]): Promise<PasswordAttempt> {
    const names = subjects.map(hashOf);
    const limits = subjects.map(({ most }) => most);
    const attempt = randomUUID();
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      this.refuse(this.blocked.waitOf(names));
      const waits = await this.tryToBegin(names, limits, attempt);
      waits.forEach((wait, index) => wait > 0 && this.blocked.block(names[index] ?? '', wait));
      this.refuse(Math.max(...waits));
      if (waits.every((wait) => wait === 0)) return { settle: (right) => this.settle(names, attempt, right) };
      if (performance.now() > deadline) throw unavailable();
      await pause(PAUSE_MS * (1 + Math.random()));
    }
  }

  private refuse(milliseconds: number): void {
    if (milliseconds > 0) throw rateLimited(milliseconds / 1_000);
  }

  private async tryToBegin(names: readonly string[], limits: readonly number[], attempt: string): Promise<number[]> {
    const text = 'SELECT begin_attempt($1::text[], $2::int[], $3::uuid) AS waits';
    const { rows } = await this.pool.query<{ waits: number[] }>(text, [names, limits, attempt]);
    return rows[0]?.waits ?? [];
  }

  private async settle(names: readonly string[], attempt: string, right: boolean): Promise<void> {
    const settle = right ? 'DELETE FROM login_attempts' : 'UPDATE login_attempts SET failed = true';
    await this.pool.query(`${settle} WHERE subject = ANY($1::text[]) AND attempt = $2::uuid`, [names, attempt]);
  }
}

const hashOf = ({ name }: ThrottledSubject): string => createHash('sha256').update(name).digest('hex');
