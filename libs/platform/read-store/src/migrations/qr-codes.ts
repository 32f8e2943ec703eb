import { type SqlMigration, tenantTable } from '../sql-migration';

/** Kept by the projector from the events of QR codes. */
export const qrCodes: SqlMigration = {
  version: 1763914000001,
  name: 'QrCodes',
  sql: `
  create table qr_codes (
    id text primary key,
    workspace_id text not null,
    link_id text,
    url text,
    name text,
    format text not null,
    size int not null,
    level text not null,
    margin int not null,
    fg_color text not null,
    bg_color text not null,
    logo_url text,
    logo_hash text,
    created_by jsonb not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    revision bigint not null
  );
  create index qr_codes_newest on qr_codes (workspace_id, created_at, id);
  create index qr_codes_of_link on qr_codes (workspace_id, link_id) where link_id is not null;
  create index qr_codes_by_logo on qr_codes (workspace_id, logo_hash) where logo_hash is not null;
  ${tenantTable('qr_codes')}`,
};
