import { type DynamicModule, Module, type Type } from '@nestjs/common';
import type { SqlMigration } from '@platform/read-store';
import { AnalyticsModule } from './analytics/analytics.module';
import { ApiKeysModule } from './api-keys/api-keys.module';
import { AuthModule } from './auth/auth.module';
import { AuthorizationModule } from './authorization.module';
import { CampaignsModule } from './campaigns/campaigns.module';
import { CoreModule, type GatewayDependencies } from './core.module';
import { DomainsModule } from './domains/domains.module';
import { EventsModule } from './events/events.module';
import { ImportsModule } from './imports/imports.module';
import { InvitationsModule } from './invitations/invitations.module';
import { LinksModule } from './links/links.module';
import { QrCodesModule } from './qr-codes/qr-codes.module';
import { resourceReservations } from './resource-limits.migration';
import { WebhooksModule } from './webhooks/webhooks.module';
import { WorkspaceModule } from './workspace/workspace.module';

/** A Nest module with the tables it needs besides the read models, if any. */
type FeatureModule = Type & { readonly migrations?: readonly SqlMigration[] };

/** A new feature is a folder with its module, and an entry here. */
const FEATURES: readonly FeatureModule[] = [
  LinksModule,
  CampaignsModule,
  DomainsModule,
  ApiKeysModule,
  AuthModule,
  AnalyticsModule,
  WorkspaceModule,
  InvitationsModule,
  ImportsModule,
  QrCodesModule,
  WebhooksModule,
  EventsModule,
];

/** The tables of this app, for createReadStore. */
export const gatewayMigrations: readonly SqlMigration[] = [
  ...FEATURES.flatMap(({ migrations = [] }) => migrations),
  resourceReservations,
];

@Module({})
export class GatewayModule {
  static with(dependencies: GatewayDependencies): DynamicModule {
    return {
      module: GatewayModule,
      imports: [CoreModule.with(dependencies), AuthorizationModule, ...FEATURES],
    };
  }
}
