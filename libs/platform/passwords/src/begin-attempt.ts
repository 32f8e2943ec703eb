import type { SqlMigration } from '@platform/read-store';

/** Replaces the one limit of `begin_login` by a limit for each subject, and says which of them is blocked. */
export const beginAttemptMigration: SqlMigration = {
  version: 1763904000001,
  name: 'BeginAttempt',
  sql: `
  -- Milliseconds for each subject, in their order, until a further attempt is allowed: 0 when it is, -1 while attempts that
  -- may still turn out to be right are in the way. If all are 0, this attempt has its place.
  create function begin_attempt(subjects text[], limits int[], this_attempt uuid) returns int[] language plpgsql as $$
  declare
    instant timestamptz;
    waits int[];
  begin
    perform pg_advisory_xact_lock(hashtextextended('login/' || s, 0)) from (select unnest(subjects) as s order by 1) ordered;
    instant := waymark_now();
    delete from login_attempts where ctid = any(array(
      select ctid from login_attempts where at <= instant - interval '60 seconds' order by at limit 20 for update skip locked));
    select array_agg(
      case
        when blocking.at is not null then ceil(extract(epoch from blocking.at + interval '60 seconds' - instant) * 1000)::int
        when recent.attempts >= most then -1
        else 0
      end order by nth) into waits
    from unnest(subjects, limits) with ordinality as wanted(wanted, most, nth)
    left join lateral (
      select at from login_attempts where subject = wanted and failed and at > instant - interval '60 seconds'
      order by at desc offset most - 1 limit 1
    ) as blocking on true
    cross join lateral (
      select count(*) as attempts from login_attempts where subject = wanted and at > instant - interval '60 seconds'
    ) as recent;
    if 0 = all(waits) then
      insert into login_attempts (subject, attempt, at, failed) select s, this_attempt, instant, false from unnest(subjects) as s;
    end if;
    return waits;
  end $$;`,
};

/** A clock that is set back by more than a minute leaves attempts of the future behind, which block nobody. */
export const attemptsOfTheFutureMigration: SqlMigration = {
  version: 1764100000002,
  name: 'AttemptsOfTheFuture',
  sql: `
  create or replace function begin_attempt(subjects text[], limits int[], this_attempt uuid) returns int[] language plpgsql as $$
  declare
    instant timestamptz;
    waits int[];
  begin
    perform pg_advisory_xact_lock(hashtextextended('login/' || s, 0)) from (select unnest(subjects) as s order by 1) ordered;
    instant := waymark_now();
    delete from login_attempts where ctid = any(array(
      select ctid from login_attempts where at <= instant - interval '60 seconds' order by at limit 20 for update skip locked));
    select array_agg(
      case
        when blocking.at is not null then ceil(extract(epoch from blocking.at + interval '60 seconds' - instant) * 1000)::int
        when recent.attempts >= most then -1
        else 0
      end order by nth) into waits
    from unnest(subjects, limits) with ordinality as wanted(wanted, most, nth)
    left join lateral (
      select at from login_attempts where subject = wanted and failed and at > instant - interval '60 seconds' and at <= instant + interval '60 seconds'
      order by at desc offset most - 1 limit 1
    ) as blocking on true
    cross join lateral (
      select count(*) as attempts from login_attempts where subject = wanted and at > instant - interval '60 seconds' and at <= instant + interval '60 seconds'
    ) as recent;
    if 0 = all(waits) then
      insert into login_attempts (subject, attempt, at, failed) select s, this_attempt, instant, false from unnest(subjects) as s;
    end if;
    return waits;
  end $$;`,
};
