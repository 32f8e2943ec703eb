import { Controller, Delete, Get, Patch } from '@nestjs/common';
import type { z } from 'zod';
import { Endpoint, Id, ValidBody, ValidQuery, found, listOf } from '@platform/http';
import { type Caller, CurrentCaller, ExpectedRevisions } from '../caller';
import { listOfRecords, versioned } from '../responses';
import { type ChangeMemberBody, changeMemberBody, listMembersQuery, memberRecord } from './member.schemas';
import { type Member, Members } from './members';

@Controller('v1/workspace/members')
export class MembersController {
  constructor(private readonly members: Members) {}

  @Get()
  @Endpoint({
    summary: 'List members',
    scope: 'read',
    query: listMembersQuery,
    responses: { 200: listOfRecords(memberRecord) },
    headers: ['Link'],
  })
  async list(@ValidQuery() { page, limit }: z.infer<typeof listMembersQuery>, @CurrentCaller() { subject }: Caller) {
    const { rows, total } = await this.members.list(subject.workspaceId, page, limit);
    return listOf({ data: rows.map(present), total, page, limit });
  }

  @Get(':id')
  @Endpoint({ summary: 'Get a member', scope: 'read', responses: { 200: memberRecord }, headers: ['ETag'] })
  async get(@Id('usr') id: string, @CurrentCaller() { subject }: Caller) {
    const member = found(await this.members.find(subject.workspaceId, id));
    return versioned(member, present(member));
  }

  @Patch(':id')
  @Endpoint({
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
    @ExpectedRevisions() expected: readonly bigint[] | undefined,
  ) {
    const member = await this.members.changeRole(id, role, caller, expected);
    return versioned(member, present(member));
  }

  @Delete(':id')
  @Endpoint({
    summary: 'Remove a member',
    description:
      'Ends their sessions in this workspace at once. API keys that they created belong to the workspace and stay. ' +
      'The last owner cannot be removed.',
    scope: 'owner',
    responses: { 204: 'Removed.' },
    errors: ['invalid_state', 'revision_mismatch'],
  })
  async remove(
    @Id('usr') id: string,
    @CurrentCaller() caller: Caller,
    @ExpectedRevisions() expected: readonly bigint[] | undefined,
  ): Promise<void> {
    await this.members.remove(id, caller, expected);
  }
}

const present = ({ id, email, name, role, created_at }: Member) => ({ id, email, name, role, created_at });
