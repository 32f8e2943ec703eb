import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { ResourceLookups } from '../existence';
import { Members } from './members';
import { MembersController } from './members.controller';
import { memberRevisionMigration } from './members.migration';
import { WorkspaceController } from './workspace.controller';
import { WorkspaceQueries } from './workspace.queries';
import { WorkspacesController } from './workspaces.controller';

@Module({
  imports: [AuthModule],
  controllers: [WorkspaceController, WorkspacesController, MembersController],
  providers: [WorkspaceQueries, Members],
  exports: [WorkspaceQueries],
})
export class WorkspaceModule {
  static readonly migrations = [memberRevisionMigration];

  constructor(lookups: ResourceLookups, members: Members) {
    lookups.register('usr', (workspaceId, id) => members.find(workspaceId, id));
  }
}
