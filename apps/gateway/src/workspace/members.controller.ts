import { Controller, Delete, Get, Patch, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Endpoint, Id, ValidBody, ValidQuery, etagOf, listOf, notFound } from '@platform/http';
import type { Caller } from '../caller';
import { ExpectedRevisions, From, listOfRecords } from '../edge';
import {
  type AddMemberBody,
  type ChangeMemberBody,
  addMemberBody,
  addedMemberRecord,
  changeMemberBody,
  listMembersQuery,
  memberRecord,
} from './member.schemas';
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
  async list(
    @ValidQuery() { page, limit }: z.infer<typeof listMembersQuery>,
    @From() { subject }: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { rows, total } = await this.members.list(subject.workspaceId, page, limit);
    return listOf(request, reply, { data: rows.map(present), total, page, limit });
  }

  @Post()
  @Endpoint({
    summary: 'Add a member',
    description:
      'By e-mail address. A user who exists becomes a member and keeps name and password. Else one is made, with a one-time password ' +
      'that is shown in this answer and nowhere else; if it was lost before they logged in, remove the member and add them again.',
    scope: 'owner',
    body: addMemberBody,
    responses: { 201: addedMemberRecord },
    headers: ['ETag', 'Location'],
    errors: ['conflict'],
  })
  async add(@ValidBody() body: AddMemberBody, @From() caller: Caller, @Res({ passthrough: true }) reply: FastifyReply) {
    const { member, password } = await this.members.add(body, caller);
    const record = told(reply, member);
    reply.headers({ location: `/v1/workspace/members/${member.id}`, 'cache-control': 'no-store' });
    reply.repeatWith = record;
    return password === null ? record : { ...record, one_time_password: password };
  }

  @Get(':id')
  @Endpoint({ summary: 'Get a member', scope: 'read', responses: { 200: memberRecord }, headers: ['ETag'] })
  async get(@Id('usr') id: string, @From() { subject }: Caller, @Res({ passthrough: true }) reply: FastifyReply) {
    const member = await this.members.find(subject.workspaceId, id);
    if (!member) throw notFound();
    return told(reply, member);
  }

  @Patch(':id')
  @Endpoint({
    summary: "Change a member's role",
    description: 'In force with their next request. The last owner stays one.',
    scope: 'owner',
    body: changeMemberBody,
    responses: { 200: memberRecord },
    headers: ['ETag'],
    errors: ['invalid_state', 'revision_mismatch'],
  })
  async change(
    @Id('usr') id: string,
    @ValidBody() { role }: ChangeMemberBody,
    @From() caller: Caller,
    @ExpectedRevisions() expected: readonly bigint[] | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return told(reply, await this.members.changeRole(id, role, caller, expected));
  }

  @Delete(':id')
  @Endpoint({
    summary: 'Remove a member',
    description:
      "Ends their sessions of this workspace at once; API keys they made stay, for they are the workspace's. The last owner stays.",
    scope: 'owner',
    responses: { 204: 'Removed.' },
    errors: ['invalid_state', 'revision_mismatch'],
  })
  async remove(
    @Id('usr') id: string,
    @From() caller: Caller,
    @ExpectedRevisions() expected: readonly bigint[] | undefined,
  ): Promise<void> {
    await this.members.remove(id, caller, expected);
  }
}

const present = ({ id, email, name, role, created_at }: Member) => ({ id, email, name, role, created_at });

const told = (reply: FastifyReply, member: Member) => {
  reply.header('etag', etagOf(BigInt(member.revision)));
  return present(member);
};
