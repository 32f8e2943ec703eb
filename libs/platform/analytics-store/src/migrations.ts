import { demandKnownVersion } from '@platform/config';
import type { AnalyticsClient } from './analytics-client';
import { createClicks } from './migrations/clicks';
import { addDimensions, isSentRenamed, renameSent } from './migrations/dimensions';
import { createLinkNames } from './migrations/link-names';
import { adaptBuffers, hasNoAdaptiveBuffers } from './migrations/merge-memory';
import { addReclassified } from './migrations/reclassified';
import {
  addFingerprints,
  addRewritten,
  addSliced,
  createBuilds,
  createRollup,
  createSliceRollup,
  createSlices,
  makeFingerprints,
} from './migrations/rollup';

interface Migration {
  /** Ascending, never reused. */
  readonly version: number;
  readonly name: string;
  /** Each may run twice: a crash can come between a statement and the record that it was applied. */
  readonly statements: readonly Statement[];
}

interface Statement {
  readonly sql: string;
  /** A query that returns a row if the statement has already run, or cannot run here. */
  readonly unless?: string;
}

const MIGRATIONS: readonly Migration[] = [
  { version: 1, name: 'clicks', statements: [{ sql: createClicks }] },
  { version: 2, name: 'dimensions', statements: [{ sql: renameSent, unless: isSentRenamed }, { sql: addDimensions }] },
  { version: 3, name: 'reclassified', statements: [{ sql: addReclassified }] },
  {
    version: 4,
    name: 'rollup',
    statements: [addRewritten, addFingerprints, makeFingerprints, createRollup, createBuilds].map((sql) => ({ sql })),
  },
  { version: 5, name: 'link names', statements: [{ sql: createLinkNames }] },
  { version: 6, name: 'merge memory', statements: [{ sql: adaptBuffers, unless: hasNoAdaptiveBuffers }] },
  { version: 7, name: 'slices', statements: [createSlices, createSliceRollup, addSliced].map((sql) => ({ sql })) },
];

const CREATE_APPLIED = `
  CREATE TABLE IF NOT EXISTS schema_migrations (version UInt32, name String, applied_at DateTime DEFAULT now('UTC'))
  ENGINE = MergeTree ORDER BY version SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`;

/**
 * Brings the tables to the version of this code; several processes may do so at once.
 * @throws NewerData when they are of a newer one
 */
export async function migrateAnalytics(client: AnalyticsClient): Promise<void> {
  await client.command(CREATE_APPLIED);
  const applied = await client.rows<{ version: number }>('SELECT DISTINCT version FROM schema_migrations');
  const known = new Set(applied.map((row) => row.version));
  demandKnownVersion('The ClickHouse database', String(Math.max(0, ...known)), MIGRATIONS.at(-1)?.version);
  for (const { version, name, statements } of MIGRATIONS) {
    if (known.has(version)) continue;
    for (const { sql, unless } of statements) {
      if (unless === undefined || (await client.rows(unless)).length === 0) await client.command(sql);
    }
    await client.insert('schema_migrations (version, name) SETTINGS async_insert = 0', [[version, name]]);
  }
}
