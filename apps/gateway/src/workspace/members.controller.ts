import { Controller, Delete, Get, Patch } from '@nestjs/common';
import type { z } from 'zod';
import { Endpoint, Id, ValidBody, ValidQuery, found, listOf } from '@platform/http';
import { type Caller, CurrentCaller, type AcceptedRevisions, ExpectedRevisions } from '../caller';
import { getEndpoint, listEndpoint } from '../endpoints';
import { type Attempt, CurrentAttempt } from '../idempotency';
import { versioned } from '../responses';
import { type ChangeMemberBody, changeMemberBody, listMembersQuery, memberList, memberRecord } from './member.schemas';
import { type Member, Members } from './members';

@Controller('v1/workspace/members')
export class MembersController {
  constructor(private readonly members: Members) {}

  @Get()
  @listEndpoint('members.list', 'List members', {
    description: 'Those who joined first come first.',
    query: listMembersQuery,
    answer: memberList,
  })
  async list(@ValidQuery() paging: z.infer<typeof listMembersQuery>, @CurrentCaller() { subject }: Caller) {
    const { rows, total } = await this.members.list(subject.workspaceId, paging);
    return listOf({ data: rows.map(present), total, ...paging });
  }

  @Get(':id')
  @getEndpoint('members.get', 'Get a member', {
    description: 'The user and their role.',
    answer: memberRecord,
  })
  async get(@Id('usr') id: string, @CurrentCaller() { subject }: Caller) {
    const member = found(await this.members.find(subject.workspaceId, id));
    return versioned(member, present(member));
  }

  @Patch(':id')
  @Endpoint({
    id: 'members.update',
    summary: "Change a member's role",
    description: 'Applies from their next request on. The last owner cannot be changed.',
    scope: 'owner',
    body: changeMemberBody,
    responses: { 200: memberRecord },
    headers: ['ETag'],
    errors: ['invalid_state', 'revision_mismatch'],
  })
  async change(
    @Id('usr') id: string,
    @ValidBody() { role }: ChangeMemberBody,
    @CurrentCaller() caller: Caller,
    @ExpectedRevisions() expected: AcceptedRevisions,
    @CurrentAttempt() attempt: Attempt,
  ) {
    const member = await this.members.changeRole(id, { role, expected }, caller, attempt);
    return versioned(member, present(member));
  }

  @Delete(':id')
  @Endpoint({
    id: 'members.delete',
    summary: 'Remove a member',
    description:
      'Ends their sessions in this workspace at once. API keys that they created belong to the workspace and stay. ' +
      'An account that has no other workspace is deleted; an invitation makes it anew. The last owner cannot be removed.',
    scope: 'owner',
    cost: 0,
    responses: { 204: 'Removed.' },
    errors: ['invalid_state', 'revision_mismatch'],
  })
  async remove(
    @Id('usr') id: string,
    @CurrentCaller() caller: Caller,
    @ExpectedRevisions() expected: AcceptedRevisions,
    @CurrentAttempt() attempt: Attempt,
  ): Promise<void> {
    await this.members.remove(id, caller, expected, attempt);
  }
}

const present = ({ id, email, name, role, created_at }: Member) => ({ id, email, name, role, created_at });
