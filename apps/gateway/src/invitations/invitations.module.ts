import { Module } from '@nestjs/common';
import { createMailer } from '@platform/mail';
import type { Log } from '@platform/read-store';
import { ApiKeysModule } from '../api-keys/api-keys.module';
import { AuthModule } from '../auth/auth.module';
import type { GatewayConfig } from '../core.module';
import { CONFIG, LOGGER } from '../tokens';
import { WorkspaceModule } from '../workspace/workspace.module';
import { WorkspaceQueries } from '../workspace/workspace.queries';
import { AcceptController } from './accept.controller';
import { Acceptance } from './acceptance';
import { InvitationMail } from './invitation-mail';
import { Invitations } from './invitations';
import { InvitationsController } from './invitations.controller';

@Module({
  imports: [ApiKeysModule, AuthModule, WorkspaceModule],
  controllers: [InvitationsController, AcceptController],
  providers: [
    Invitations,
    Acceptance,
    {
      provide: InvitationMail,
      inject: [CONFIG, WorkspaceQueries, LOGGER],
      useFactory: ({ mail, publicUrl }: GatewayConfig, workspaces: WorkspaceQueries, log: Log) =>
        new InvitationMail({ mailer: mail ? createMailer(mail) : null, workspaces, publicUrl, log }),
    },
  ],
})
export class InvitationsModule {}
