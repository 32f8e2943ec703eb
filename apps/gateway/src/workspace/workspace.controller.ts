import { Controller, Get, Patch } from '@nestjs/common';
import { StoreUnavailable } from '@kernel';
import { type RenameWorkspace, type Workspace, workspaceStream } from '@contexts/workspaces';
import { Endpoint, ValidBody } from '@platform/http';
import { type Caller, CurrentCaller, ExpectedRevisions, metadataOf } from '../caller';
import { Commands } from '../commands';
import { MOST_KEYS } from '../api-keys/key-limit';
import { versioned } from '../responses';
import { type UsedWorkspace, WorkspaceQueries } from './workspace.queries';
import { type RenameWorkspaceBody, renameWorkspaceBody, workspaceRecord } from './workspace.schemas';

@Controller('v1/workspace')
export class WorkspaceController {
  constructor(
    private readonly commands: Commands,
    private readonly queries: WorkspaceQueries,
  ) {}

  @Get()
  @Endpoint({ summary: 'Get the workspace', scope: 'read', responses: { 200: workspaceRecord }, headers: ['ETag'] })
  async get(@CurrentCaller() { subject }: Caller) {
    const workspace = await this.find(subject.workspaceId);
    return versioned(workspace, presentWorkspace(workspace));
  }

  @Patch()
  @Endpoint({
    summary: 'Rename the workspace',
    description: 'Requires an owner. Only the operator can change the plan.',
    scope: 'owner',
    body: renameWorkspaceBody,
    responses: { 200: workspaceRecord },
    headers: ['ETag', 'Waymark-Pending'],
    errors: ['revision_mismatch'],
  })
  async rename(
    @ValidBody() { name }: RenameWorkspaceBody,
    @CurrentCaller() caller: Caller,
    @ExpectedRevisions() expected: readonly bigint[] | undefined,
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
  limits: { requests_per_minute, api_keys: MOST_KEYS },
});
