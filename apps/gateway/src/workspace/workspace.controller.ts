import { Controller, Delete, Get, Patch } from '@nestjs/common';
import { StoreUnavailable } from '@kernel';
import { type DeleteWorkspace, type RenameWorkspace, type Workspace, workspaceStream } from '@contexts/workspaces';
import { Endpoint, ValidBody } from '@platform/http';
import { type Caller, CurrentCaller, type AcceptedRevisions, ExpectedRevisions, metadataOf } from '../caller';
import { Commands } from '../commands';
import { changeEndpoint, getEndpoint } from '../endpoints';
import { KEY_LIMIT } from '../api-keys/api-key.commands';
import { versioned } from '../responses';
import { type UsedWorkspace, WorkspaceQueries } from './workspace.queries';
import {
  type DeleteWorkspaceBody,
  type RenameWorkspaceBody,
  deleteWorkspaceBody,
  renameWorkspaceBody,
  workspaceRecord,
} from './workspace.schemas';

@Controller('v1/workspace')
export class WorkspaceController {
  constructor(
    private readonly commands: Commands,
    private readonly queries: WorkspaceQueries,
  ) {}

  @Get()
  @getEndpoint('workspace.get', 'Get the workspace', {
    description: 'The workspace of the credential, with its plan, usage and limits.',
    answer: workspaceRecord,
  })
  async get(@CurrentCaller() { subject }: Caller) {
    const workspace = await this.find(subject.workspaceId);
    return versioned(workspace, presentWorkspace(workspace));
  }

  @Patch()
  @changeEndpoint('workspace.update', 'Rename the workspace', {
    description: 'Requires an owner. Only the operator can change the plan.',
    scope: 'owner',
    body: renameWorkspaceBody,
    answer: workspaceRecord,
  })
  async rename(
    @ValidBody() { name }: RenameWorkspaceBody,
    @CurrentCaller() caller: Caller,
    @ExpectedRevisions() expected: AcceptedRevisions,
  ) {
    const { workspaceId } = caller.subject;
    const command: RenameWorkspace = { type: 'RenameWorkspace', data: { workspace_id: workspaceId, name } };
    const sent = await this.commands.send<Workspace>({
      stream: workspaceStream(workspaceId),
      command,
      metadata: metadataOf(caller),
      expected,
    });
    return versioned(sent, presentWorkspace({ ...(await this.find(workspaceId)), ...sent.state }));
  }

  @Delete()
  @Endpoint({
    id: 'workspace.delete',
    summary: 'Delete the workspace',
    description:
      'By an owner, who sends its name. At once its keys are refused as revoked, its links resolve no more, and its ' +
      'members can only log out, switch to another workspace or look at their account. The operator can restore it ' +
      'for 30 days; then its data is erased, and its aliases stay taken. Deleting it again changes nothing.',
    scope: 'owner',
    afterDeletion: true,
    body: deleteWorkspaceBody,
    responses: { 204: 'Deleted.' },
    errors: ['revision_mismatch'],
  })
  async delete(
    @ValidBody() { name }: DeleteWorkspaceBody,
    @CurrentCaller() caller: Caller,
    @ExpectedRevisions() expected: AcceptedRevisions,
  ): Promise<void> {
    const { workspaceId } = caller.subject;
    const command: DeleteWorkspace = {
      type: 'DeleteWorkspace',
      data: { workspace_id: workspaceId, name, now: caller.now },
    };
    await this.commands.sendAndApply<Workspace>({
      stream: workspaceStream(workspaceId),
      command,
      metadata: metadataOf(caller),
      expected,
    });
  }

  private async find(workspaceId: string): Promise<UsedWorkspace> {
    const workspace = await this.queries.find(workspaceId);
    if (!workspace) throw new StoreUnavailable(`the workspace ${workspaceId} is not in the read model`);
    return workspace;
  }
}

export const presentWorkspace = ({
  id,
  name,
  plan,
  created_at,
  updated_at,
  links,
  api_keys,
  members,
  requests_per_minute,
}: UsedWorkspace) => ({
  id,
  name,
  plan,
  created_at,
  updated_at,
  usage: { links, api_keys, members },
  limits: { requests_per_minute, api_keys: KEY_LIMIT.most },
});
