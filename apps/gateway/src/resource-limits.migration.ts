import { type SqlMigration, tenantTable } from '@platform/read-store';

/** Kinds whose reservations had tables of their own, and the column of the resource there. */
const EARLIER = [
  { kind: 'keys', table: 'key_reservations', id: 'key_id' },
  { kind: 'campaigns', table: 'campaign_reservations', id: 'campaign_id' },
  { kind: 'domains', table: 'domain_reservations', id: 'domain_id' },
];

/**
 * Places reserved for resources that are being made, see ResourceLimits. Views with the names of the earlier tables
 * serve gateways of earlier versions, which run beside this one during an upgrade, and their functions `reserve_key`,
 * `reserve_campaign` and `reserve_domain`, which take the same locks. A later version may drop both.
 */
export const resourceReservations: SqlMigration = {
  version: 1763924000001,
  name: 'ResourceReservations',
  sql: `
  create table resource_reservations (
    kind text not null,
    resource_id text not null,
    workspace_id text not null,
    reserved_at timestamptz(3) not null,
    primary key (kind, resource_id)
  );
  create index resource_reservations_workspace on resource_reservations (workspace_id, kind);
  ${tenantTable('resource_reservations')}
  ${EARLIER.map(
    ({ kind, table, id }) => `
  lock table ${table} in access exclusive mode;
  insert into resource_reservations select '${kind}', ${id}, workspace_id, reserved_at from ${table};
  drop table ${table};
  create view ${table} with (security_invoker = true) as
    select kind, resource_id as ${id}, workspace_id, reserved_at from resource_reservations where kind = '${kind}';
  alter view ${table} alter column kind set default '${kind}';`,
  ).join('\n')}`,
};
