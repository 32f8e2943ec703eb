import type { SqlMigration } from '../sql-migration';

/** How far each read model has come, and which streams it has given up on until an operator replays them. */
export const processors: SqlMigration = {
  version: 1763683200003,
  name: 'Processors',
  sql: `
  create table checkpoints (
    read_model text primary key,
    position bigint not null,
    updated_at timestamptz(3) not null
  );
  create table parked_streams (
    read_model text not null,
    stream text not null,
    position bigint not null,
    cause text not null,
    parked_at timestamptz(3) not null,
    primary key (read_model, stream)
  );`,
};
