import { Controller, Post } from '@nestjs/common';
import { Endpoint, ValidBody, found } from '@platform/http';
import { Registration } from '../auth/registration';
import { type Caller, CurrentCaller } from '../caller';
import { created } from '../responses';
import { presentWorkspace } from './workspace.controller';
import { WorkspaceQueries } from './workspace.queries';
import { type CreateWorkspaceBody, createWorkspaceBody, workspaceRecord } from './workspace.schemas';

@Controller('v1/workspaces')
export class WorkspacesController {
  constructor(
    private readonly registration: Registration,
    private readonly queries: WorkspaceQueries,
  ) {}

  @Post()
  @Endpoint({
    id: 'workspace.create',
    summary: 'Create a workspace',
    description:
      'The user who is logged in becomes its owner; an API key cannot create one (403). `POST /v1/auth/switch` opens a ' +
      'session there, and only such a session finds it at `Location`. A user owns at most 100 workspaces, and 1,000 with ' +
      'those that were deleted within 30 days.',
    scope: 'read',
    byUser: true,
    afterDeletion: true,
    body: createWorkspaceBody,
    responses: { 201: workspaceRecord },
    headers: ['ETag', 'Location'],
    errors: ['not_found', 'limit_reached'],
  })
  async create(@ValidBody() { name }: CreateWorkspaceBody, @CurrentCaller() caller: Caller) {
    const workspace = found(await this.queries.find(await this.registration.addWorkspace(name, caller)));
    return created(workspace, '/v1/workspace', presentWorkspace(workspace));
  }
}
