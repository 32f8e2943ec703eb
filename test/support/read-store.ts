import { openApplicationLogin } from '@platform/postgres';
import type { Plan } from '@kernel';
import { createHash, randomUUID } from 'node:crypto';
import {
  type AuthorizeRequest,
  createReadStore,
  type ReadStore,
  type Required,
  type SqlMigration,
} from '@platform/read-store';
import type { Log } from '@platform/telemetry';
import type { Pool } from 'pg';
import { insist } from './insist';
import { makePatient, poolOf } from './patient';
import { testPool } from './pool';
import { type TestDatabase, withPostgres } from './postgres';

export { eventually } from './programs';

/** A read store on a separate database, helpers to fill it, and its clock. */
export interface TestReadStore {
  /** Only its pool `authorizing` has the short limits of a request. */
  readonly store: ReadStore;
  readonly database: TestDatabase;
  /** Acts as the owner of the tables. */
  readonly owner: Pool;
  /** Stops `waymark_now()` at an instant. */
  freeze(instant: Date): Promise<void>;
  /** A new workspace; its id. */
  workspace(plan: Plan): Promise<string>;
  /** A new key of a workspace; `columns` overrides its values. */
  key(workspaceId: string, columns?: Readonly<Record<string, unknown>>): Promise<TestKey>;
  close(): Promise<void>;
}

export interface TestKey {
  readonly id: string;
  readonly lineage: string;
  /** A request with this key. */
  request(required?: Required, idempotencyKey?: string): AuthorizeRequest;
}

export const ROUTE = 'POST /v1/links';

const silent = (): void => undefined;
export const quiet: Log = { info: silent, warn: silent, error: silent };

/** @param extraMigrations migrations of other libraries and apps */
export const withReadStore = async (extraMigrations: readonly SqlMigration[] = []): Promise<TestReadStore> => {
  const database = await withPostgres();
  const url = await openApplicationLogin(database.url);
  const made = await insist(() => createReadStore({ url, ownerUrl: database.url, log: quiet, extraMigrations }));
  await Promise.all([made.system, made.attempts, poolOf(made.dataSource)].map(makePatient));
  const store: ReadStore = {
    ...made,
    inWorkspace: (id, work, options) => insist(() => made.inWorkspace(id, work, options)),
  };
  const owner = testPool({ connectionString: database.url, max: 2 });
  return {
    store,
    database,
    owner,
    freeze: async (instant) => {
      await owner.query(
        'insert into clock_offset (frozen_at) values ($1) on conflict (only_row) do update ' +
          'set frozen_at = excluded.frozen_at',
        [instant.toISOString()],
      );
    },
    workspace: async (plan) => {
      const id = `ws_${randomUUID()}`;
      await insert(owner, 'workspaces', {
        id,
        name: 'Acme',
        plan,
        created_at: CREATED,
        updated_at: CREATED,
        revision: 0,
      });
      return id;
    },
    key: async (workspaceId, columns = {}) => {
      const id = `key_${randomUUID()}`;
      const hash = createHash('sha256').update(id).digest();
      const lineage = randomUUID();
      await insert(owner, 'api_keys', {
        id,
        workspace_id: workspaceId,
        lineage,
        name: 'CMS',
        scope: 'read_write',
        token_hash: hash,
        pepper_id: 'p1',
        start: 'svc_live_abcd',
        created_at: CREATED,
        created_by: '{}',
        revision: 0,
        ...columns,
      });
      return {
        id,
        lineage,
        request: (required = 'write', key) => ({
          credential: { kind: 'key', hash },
          required,
          ...(key && { idempotency: { route: ROUTE, key: `hmac ${key}`, earlierKey: key } }),
        }),
      };
    },
    close: async () => {
      await owner.end();
      await store.close();
      await database.close();
    },
  };
};

const CREATED = '2026-01-01T00:00:00.000Z';

export const insert = async (pool: Pool, table: string, row: Readonly<Record<string, unknown>>): Promise<void> => {
  const names = Object.keys(row);
  await pool.query(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
};
