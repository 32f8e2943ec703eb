import { Module } from '@nestjs/common';
import { ResourceLookups } from '../existence';
import { Members } from './members';
import { MembersController } from './members.controller';
import { memberRevisionMigration } from './members.migration';
import { WorkspaceController } from './workspace.controller';
import { WorkspaceQueries } from './workspace.queries';

@Module({ controllers: [WorkspaceController, MembersController], providers: [WorkspaceQueries, Members] })
export class WorkspaceModule {
  static readonly migrations = [memberRevisionMigration];

  constructor(lookups: ResourceLookups, members: Members) {
    lookups.register('usr', (workspaceId, id) => members.find(workspaceId, id));
  }
}
