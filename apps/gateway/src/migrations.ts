import { keyMigrations } from './api-keys/key.migrations';
import type { SqlMigration } from '@platform/read-store';
import { loginThrottleMigration } from './auth/login-throttle';
import { linkOrderMigration } from './links/link-order.migration';
import { memberRevisionMigration } from './workspace/members.migration';

/** The tables of this app, for createReadStore. */
export const gatewayMigrations: readonly SqlMigration[] = [
  loginThrottleMigration,
  memberRevisionMigration,
  ...keyMigrations,
  linkOrderMigration,
];
