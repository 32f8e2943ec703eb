import { type SqlMigration, tenantTable } from '@platform/read-store';

/** No event holds these bytes, so no rebuild touches them. */
export const qrLogosMigration: SqlMigration = {
  version: 1763914000002,
  name: 'QrLogos',
  sql: `
  create table qr_logos (
    workspace_id text not null,
    hash text not null,
    png bytea not null,
    stored_at timestamptz(3) not null,
    primary key (workspace_id, hash)
  );
  ${tenantTable('qr_logos')}`,
};
