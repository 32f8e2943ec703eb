import { Inject, Injectable } from '@nestjs/common';
import { Rejection, StoreUnavailable, idOf } from '@kernel';
import { poll } from '@platform/async';
import { found } from '@platform/http';
import type { ReadStore } from '@platform/read-store';
import { type Caller, presentActor } from '../caller';
import { READ_STORE } from '../tokens';
import { type Paging, pageOfRows } from '../workspace-rows';
import type { ImportRecord, RowError } from './import-job';
import type { ImportQuery } from './import.schemas';
import type { Upload } from './import.uploads';

const RECORD = `id, status, file->>'source' as source, total, created, failed, file->'ignored' as ignored_columns,
  created_at, ended_at`;
const SHOWN_ERRORS = 1_000;
/** A runner checks each second whether its job is cancelled. Below the 10 s for which a request holds its Idempotency-Key. */
const CANCELLED = { everyMs: 50, withinMs: 9_000 };

type ListedError = Omit<RowError, 'values' | 'row'> & { readonly row: number | null };

/** Imports as their workspace sees them. */
@Injectable()
export class Imports {
  constructor(@Inject(READ_STORE) private readonly store: ReadStore) {}

  /** Queues an uploaded file. Repeating the command changes nothing. @returns the id of the import */
  async queue({ id: uploadId, file }: Upload, { domain }: ImportQuery, caller: Caller): Promise<string> {
    const { workspaceId, actor } = caller.subject;
    const id = idOf('imp', caller.commandId);
    await this.store.inWorkspace(workspaceId, async (client) => {
      const values = [id, workspaceId, uploadId, JSON.stringify(file), domain ?? null, presentActor(actor)];
      const { rowCount } = await client.query(QUEUE, [...values, caller.requestId]);
      if (rowCount === 0) await client.query('delete from import_uploads where id = $1', [uploadId]);
    });
    return id;
  }

  find(workspaceId: string, id: string): Promise<(ImportRecord & { errors: readonly ListedError[] }) | null> {
    return this.store.inWorkspace(workspaceId, async (client) => {
      const [records, errors] = await Promise.all([
        client.query<ImportRecord>(`select ${RECORD} from imports where workspace_id = $1 and id = $2`, [
          workspaceId,
          id,
        ]),
        client.query<ListedError>(ERRORS, [workspaceId, id, SHOWN_ERRORS]),
      ]);
      const [record] = records.rows;
      return record ? { ...record, errors: errors.rows } : null;
    });
  }

  list(workspaceId: string, paging: Paging) {
    const rows = 'imports where workspace_id = $1';
    const listing = {
      rows: `select ${RECORD} from ${rows}`,
      order: 'created_at desc, id desc',
      counted: rows,
      values: [workspaceId],
    };
    return pageOfRows<ImportRecord>(this.store, workspaceId, listing, paging);
  }

  /**
   * Ends an import. When it returns, no more links are made.
   * @throws Rejection `invalid_state` once it has ended, unless an earlier attempt may have cancelled it
   * @throws StoreUnavailable where its runner has not stopped in time; it will, and asking again is safe
   */
  async cancel(id: string, { subject: { workspaceId }, firstAttempt }: Caller): Promise<void> {
    const { status, ended_at } = found(await this.find(workspaceId, id));
    if (status === 'cancelled' && !firstAttempt) return;
    if (ended_at) throw new Rejection('conflict', 'invalid_state', 'The import has ended.');
    const ended = await poll(async () => {
      await this.store.inWorkspace(workspaceId, (client) => client.query(CANCEL, [workspaceId, id]));
      return (await this.find(workspaceId, id))?.ended_at ?? undefined;
    }, CANCELLED);
    if (ended === undefined) throw new StoreUnavailable('the process that runs the import has not stopped yet');
  }

  /** Some failed rows after one, in their order: as many as take little memory. None after the last. */
  async failedRows(workspaceId: string, id: string, after: number): Promise<readonly RowError[]> {
    const values = [workspaceId, id, after, PAGE_ROWS, PAGE_BYTES];
    return this.store.inWorkspace(
      workspaceId,
      async (client) => (await client.query<RowError>(FAILED_ROWS, values)).rows,
    );
  }

  /** The columns of a file: of a CSV its own, of JSON those that failed rows have. */
  async columns(workspaceId: string, id: string): Promise<readonly string[]> {
    return this.store.inWorkspace(workspaceId, async (client) => {
      const { rows } = await client.query<{ columns: readonly string[] }>(
        `select file->'columns' as columns from imports where workspace_id = $1 and id = $2`,
        [workspaceId, id],
      );
      return rows[0]?.columns ?? [];
    });
  }
}

const QUEUE = `
  insert into imports (id, workspace_id, upload_id, status, file, domain, actor, request_id, created_at)
  values ($1, $2, $3, 'queued', $4, $5, $6, $7, waymark_now()) on conflict (id) do nothing`;

/** A row may have half a million characters, so rows are counted by their bytes as well. */
const PAGE_ROWS = 500;
const PAGE_BYTES = 2 * 1024 * 1024;

const FAILED_ROWS = `
  select "row", line, code, message, "values" from (
    select *, sum(octet_length("values")) over (order by "row") - octet_length("values") as bytes_before from (
      select "row", line, code, message, "values" from import_errors
      where workspace_id = $1 and import_id = $2 and "row" > $3 order by "row" limit $4
    ) page
  ) counted
  where bytes_before < $5 order by "row"`;

const ERRORS = `select nullif("row", 0) as "row", line, code, message from import_errors
  where workspace_id = $1 and import_id = $2 order by "row" limit $3`;

/** A job without a runner ends here; otherwise its runner ends it. */
const CANCEL = `
  with ended as (
    update imports set cancelling = true,
      status = case when holder is null or lease_until < clock_timestamp() then 'cancelled' else status end,
      ended_at = case when holder is null or lease_until < clock_timestamp() then waymark_now() end
    where workspace_id = $1 and id = $2 and ended_at is null
    returning upload_id, ended_at
  )
  delete from import_uploads where id in (select upload_id from ended where ended_at is not null)`;
