import { Controller, Delete, Get, Post } from '@nestjs/common';
import type { z } from 'zod';
import { Endpoint, Id, ValidBody, ValidQuery, found, listOf } from '@platform/http';
import { type Caller, CurrentCaller, type AcceptedRevisions, ExpectedRevisions } from '../caller';
import { getEndpoint, listEndpoint } from '../endpoints';
import { type Attempt, CurrentAttempt } from '../idempotency';
import { createdWithSecret, versioned } from '../responses';
import { INVITATION_REVISION, type Invitation } from './invitation';
import {
  type InviteBody,
  invitationList,
  invitationRecord,
  inviteBody,
  listInvitationsQuery,
  newInvitationRecord,
} from './invitation.schemas';
import { Invitations } from './invitations';

const VERSION = { revision: INVITATION_REVISION };

@Controller('v1/workspace/invitations')
export class InvitationsController {
  constructor(private readonly invitations: Invitations) {}

  @Get()
  @listEndpoint('invitations.list', 'List invitations', {
    description: 'Those that are pending: not accepted, withdrawn or expired. Never their tokens.',
    scope: 'owner',
    query: listInvitationsQuery,
    answer: invitationList,
  })
  async list(@ValidQuery() paging: z.infer<typeof listInvitationsQuery>, @CurrentCaller() { subject }: Caller) {
    const { rows, total } = await this.invitations.list(subject.workspaceId, paging);
    return listOf({ data: rows.map(present), total, ...paging });
  }

  @Post()
  @Endpoint({
    id: 'invitations.create',
    summary: 'Invite somebody',
    description:
      'Invites an e-mail address, whether it has an account or not. The token for `POST /v1/auth/accept` is valid ' +
      'for seven days and for one use; nobody becomes a member before that. If the server can send mail, it mails ' +
      'the token; otherwise it returns the token once. Another invitation of the same address replaces the pending ' +
      'one and its token. An address that the mail server refuses is a 400, and mail that cannot be sent is a 503; ' +
      'nobody is invited then. The invitations of an owner who leaves or is demoted are withdrawn. At most 100 can ' +
      'be pending. In a minute a workspace mails at most 30, and an address gets at most three; more is a 429.',
    scope: 'owner',
    body: inviteBody,
    responses: { 201: newInvitationRecord },
    headers: ['ETag', 'Location'],
    errors: ['conflict', 'limit_reached'],
  })
  async create(@ValidBody() body: InviteBody, @CurrentCaller() caller: Caller, @CurrentAttempt() attempt: Attempt) {
    const { invitation, token } = await this.invitations.create(body, caller, attempt);
    const location = `/v1/workspace/invitations/${invitation.id}`;
    return createdWithSecret(VERSION, location, present(invitation), token === null ? {} : { token });
  }

  @Get(':id')
  @getEndpoint('invitations.get', 'Get an invitation', {
    description: 'While it is pending.',
    scope: 'owner',
    answer: invitationRecord,
  })
  async get(@Id('inv') id: string, @CurrentCaller() { subject }: Caller) {
    return versioned(VERSION, present(found(await this.invitations.find(subject.workspaceId, id))));
  }

  @Delete(':id')
  @Endpoint({
    id: 'invitations.delete',
    summary: 'Withdraw an invitation',
    description: 'Its token is not valid any more, and the address is deleted.',
    scope: 'owner',
    responses: { 204: 'Withdrawn.' },
    errors: ['revision_mismatch'],
  })
  async withdraw(
    @Id('inv') id: string,
    @CurrentCaller() caller: Caller,
    @ExpectedRevisions() expected: AcceptedRevisions,
  ): Promise<void> {
    await this.invitations.withdraw(id, caller, expected);
  }
}

const present = ({ id, email, role, invited_by, created_at, expires_at }: Invitation) => ({
  id,
  email,
  role,
  invited_by,
  created_at,
  expires_at,
});
