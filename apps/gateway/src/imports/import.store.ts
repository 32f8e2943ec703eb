import { Inject, Injectable } from '@nestjs/common';
import type { Plan } from '@kernel';
import { isDataFault } from '@platform/postgres';
import type { ReadStore } from '@platform/read-store';
import { READ_STORE } from '../tokens';
import type { ImportJob, ImportStatus, RowError } from './import-job';

/** The state of a job that its holder writes. */
export interface ImportProgress {
  readonly done: number;
  readonly created: number;
  readonly failed: number;
  readonly errors: readonly RowError[];
}

/** Imports as their runners see them: of every workspace. */
@Injectable()
export class ImportStore {
  constructor(@Inject(READ_STORE) private readonly store: ReadStore) {}

  /** Gives the holder the job that has waited for longest, of the workspaces in which no job runs. */
  async claim(holder: string): Promise<(ImportJob & { readonly plan: Plan }) | undefined> {
    try {
      const { rows } = await this.store.system.query<ImportJob & { plan: Plan }>(CLAIM, [holder]);
      return rows[0];
    } catch (error) {
      // Another gateway has begun another job of the same workspace.
      if (isDataFault(error)) return undefined;
      throw error;
    }
  }

  /** Holds a job for ten more seconds. @returns why it must be given up, if it must */
  async renew(id: string, holder: string): Promise<'lost' | 'cancelled' | undefined> {
    const { rows } = await this.store.system.query<{ over: boolean }>(RENEW, [id, holder]);
    if (!rows[0]) return 'lost';
    return rows[0].over ? 'cancelled' : undefined;
  }

  /** Whether a job waits that no process has. */
  async othersWait(): Promise<boolean> {
    const { rows } = await this.store.system.query<{ waits: boolean }>(
      `select exists (select from imports q where ${WAITING}) as waits`,
    );
    return rows[0]?.waits ?? false;
  }

  /** Queues a job behind those that wait. All its rows up to `done` are settled, and no further one has begun. */
  async giveWay(id: string, holder: string): Promise<void> {
    await this.store.system.query(GIVE_WAY, [id, holder]);
  }

  /** Lets another gateway take a job up at once. */
  async release(id: string, holder: string): Promise<void> {
    await this.store.system.query(
      `update imports set lease_until = '-infinity' where id = $1 and holder = $2 and ended_at is null`,
      [id, holder],
    );
  }

  async setTotal({ id, workspace_id }: ImportJob, holder: string, total: number): Promise<void> {
    await this.store.inWorkspace(workspace_id, (client) =>
      client.query('update imports set total = $3 where id = $1 and holder = $2', [id, holder, total]),
    );
  }

  /**
   * Writes the outcomes of some rows once: a holder that was replaced writes nothing.
   * @param end the status in which the job ends; its file is then deleted
   * @returns whether the job was still the holder's
   */
  async checkpoint(job: ImportJob, holder: string, progress: ImportProgress, end?: ImportStatus): Promise<boolean> {
    const { done, created, failed, errors } = progress;
    return this.store.inWorkspace(job.workspace_id, async (client) => {
      const moved = await client.query(MOVE, [job.id, holder, done, created, failed, end ?? null]);
      if (moved.rowCount !== 1) return false;
      if (errors.length > 0) await client.query(INSERT_ERRORS, [job.id, job.workspace_id, ...columnsOf(errors)]);
      if (end) await client.query('delete from import_uploads where id = $1', [job.upload_id]);
      if (end) await client.query(FORGET_VALUES, [job.workspace_id, KEPT_FILES]);
      return true;
    });
  }

  /** The chunks of a job's file, one at a time. */
  async *chunks({ workspace_id, upload_id }: ImportJob): AsyncGenerator<Buffer> {
    for (let nth = 0; ; nth += 1) {
      const { rows } = await this.store.inWorkspace(workspace_id, (client) =>
        client.query<{ bytes: Buffer }>('select bytes from import_chunks where upload_id = $1 and nth = $2', [
          upload_id,
          nth,
        ]),
      );
      if (!rows[0]) return;
      yield rows[0].bytes;
    }
  }

  /** The time of the database's clock, which commands use. */
  async now(): Promise<string> {
    const { rows } = await this.store.system.query<{ now: string }>('select waymark_now() as now');
    return rows[0]?.now ?? '';
  }

  /** Deletes unfinished uploads, and jobs that ended long ago. */
  async sweep(): Promise<void> {
    await this.store.system.query(SWEEP_UPLOADS);
    await this.store.system.query(SWEEP_IMPORTS);
  }
}

/** A workspace's last imports whose failed rows are kept. More would fill the disk. */
const KEPT_FILES = 10;

const columnsOf = (errors: readonly RowError[]): unknown[] =>
  (['row', 'line', 'code', 'message', 'values'] as const).map((name) => errors.map((error) => error[name]));

/** Of a job `q`: that it can be claimed. */
const WAITING = `(q.status = 'queued' or q.status = 'running' and q.lease_until < clock_timestamp())
  and not exists (
    select from imports r where r.workspace_id = q.workspace_id and r.status = 'running' and r.id <> q.id)`;

const CLAIM = `
  update imports i set status = 'running', holder = $1, attempts = attempts + 1,
    lease_until = clock_timestamp() + interval '10 seconds'
  from workspaces w
  where w.id = i.workspace_id and i.id = (
    select q.id from imports q
    where ${WAITING} order by coalesce(q.turn_at, q.created_at), q.id limit 1 for update skip locked)
  returning i.id, i.workspace_id, i.upload_id, i.file, i.domain, i.actor, i.request_id, i.created_at, i.total, i.done,
    i.attempts, w.plan`;

/** No attempt that failed: the next one may count on it that the rows are new. */
const GIVE_WAY = `
  update imports set lease_until = '-infinity', attempts = attempts - 1, turn_at = clock_timestamp()
  where id = $1 and holder = $2 and ended_at is null`;

const RENEW = `
  update imports i set lease_until = clock_timestamp() + interval '10 seconds' from workspaces w
  where i.id = $1 and i.holder = $2 and i.ended_at is null and w.id = i.workspace_id
  returning i.cancelling or w.deleted_at is not null as over`;

const MOVE = `
  update imports set done = $3, created = created + $4, failed = failed + $5,
    status = coalesce($6, status), ended_at = case when $6 is not null then waymark_now() end
  where id = $1 and holder = $2 and ended_at is null`;

const INSERT_ERRORS = `
  insert into import_errors (import_id, workspace_id, "row", line, code, message, "values")
  select $1, $2, * from unnest($3::int[], $4::int[], $5::text[], $6::text[], $7::text[])`;

const FORGET_VALUES = `
  delete from import_errors where import_id in (
    select id from imports where workspace_id = $1 and ended_at is not null
    order by created_at desc, id desc offset $2)`;

const SWEEP_UPLOADS = `
  delete from import_uploads u where u.started_at < clock_timestamp() - interval '1 hour'
    and not exists (select from imports i where i.upload_id = u.id)`;

const SWEEP_IMPORTS = `
  delete from imports where id = any(array(
    select id from imports where ended_at < (select waymark_now()) - interval '30 days' order by ended_at limit 1000))`;
