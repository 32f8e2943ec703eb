import { Controller, Get, Patch, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { StoreUnavailable } from '@kernel';
import { type RenameWorkspace, type Workspace, workspaceStream } from '@contexts/workspaces';
import { Endpoint, ValidBody, etagOf } from '@platform/http';
import { type Caller, metadataOf } from '../caller';
import { Commands } from '../commands';
import { MOST_KEYS } from '../api-keys/key-limit';
import { ExpectedRevisions, From, tellOutcome } from '../edge';
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
  async get(@From() { subject }: Caller, @Res({ passthrough: true }) reply: FastifyReply) {
    const workspace = await this.find(subject.workspaceId);
    reply.header('etag', etagOf(BigInt(workspace.revision)));
    return present(workspace);
  }

  @Patch()
  @Endpoint({
    summary: 'Rename the workspace',
    description: 'By an owner. The plan is changed by the operator, and not here.',
    scope: 'owner',
    body: renameWorkspaceBody,
    responses: { 200: workspaceRecord },
    headers: ['ETag', 'Waymark-Pending'],
    errors: ['revision_mismatch'],
  })
  async rename(
    @ValidBody() { name }: RenameWorkspaceBody,
    @From() caller: Caller,
    @ExpectedRevisions() expected: readonly bigint[] | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { workspaceId } = caller.subject;
    const command: RenameWorkspace = { type: 'RenameWorkspace', data: { workspace_id: workspaceId, name } };
    const sent = await this.commands.send<Workspace>({
      stream: workspaceStream(workspaceId),
      command,
      metadata: metadataOf(caller),
      expected,
    });
    tellOutcome(reply, sent);
    return present({ ...(await this.find(workspaceId)), ...sent.state });
  }

  private async find(workspaceId: string): Promise<UsedWorkspace> {
    const workspace = await this.queries.find(workspaceId);
    if (!workspace) throw new StoreUnavailable(`the workspace ${workspaceId} is not in the read model`);
    return workspace;
  }
}

const present = ({
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
