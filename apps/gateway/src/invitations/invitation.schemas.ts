import { z } from 'zod';
import { pagingQuery } from '@platform/http';
import { emailAddress, newPassword, transport } from '../auth/auth.schemas';
import { line, optional } from '../text.schemas';
import { listOfRecords } from '../responses';
import { role } from '../workspace/member.schemas';

const TOKEN = 'invite_3q2-7wAAlV0h4mB1nHk0C2o9tG5yRz8uXdJfLsQeTb4';

/** Body of `POST /v1/workspace/invitations`. */
export const inviteBody = z
  .strictObject({
    email: emailAddress.meta({ description: 'The address to invite.', example: 'grace@example.com' }),
    role,
  })
  .meta({ id: 'InvitationCreate', description: 'Who is invited, and as what.' });
export type InviteBody = z.infer<typeof inviteBody>;

export const listInvitationsQuery = z.strictObject(pagingQuery);

export const invitationRecord = z
  .object({
    id: z.string().meta({ description: 'Id of the invitation.', example: 'inv_01jd6q3x9v8w7t6s5r4p3n2m5k' }),
    email: z.string().meta({ description: 'The address that is invited.', example: 'grace@example.com' }),
    role,
    invited_by: z
      .string()
      .meta({ description: 'The id of the owner who invited.', example: 'usr_01jd6q0000000000000000000b' }),
    created_at: z.iso.datetime().meta({ description: 'When it was sent.', example: '2026-11-21T08:00:00.000Z' }),
    expires_at: z.iso.datetime().meta({
      description: 'Seven days later: from then on the token is not valid.',
      example: '2026-11-28T08:00:00.000Z',
    }),
  })
  .meta({ id: 'Invitation', description: 'An invitation that is pending, without its token.' });

export const invitationList = listOfRecords(invitationRecord, 'InvitationList', 'A page of pending invitations.');

export const newInvitationRecord = z
  .intersection(
    invitationRecord,
    z.object({
      token: z
        .string()
        .optional()
        .meta({
          description:
            'For `POST /v1/auth/accept`. It is in this answer only, and in its repeats under the same ' +
            'Idempotency-Key. Absent where the server has mailed it.',
          example: TOKEN,
          'x-waymark': { secret: true },
        }),
    }),
  )
  .meta({ id: 'NewInvitation', description: 'A new invitation with its token.' });

/** Body of `POST /v1/auth/accept`. */
export const acceptBody = z
  .strictObject({
    token: z.string().min(1).max(4_000).meta({ description: 'Token of the invitation or sign-up.', example: TOKEN }),
    password: optional(newPassword).meta({
      description:
        'Of the new account; of the existing one, if there is one for the address. Not with an access token. For a ' +
        'sign-up: the one that was chosen there.',
      example: 'a quiet blue harbour',
    }),
    name: optional(line(100)).meta({
      description: 'Of a new account; an existing one keeps its own.',
      example: 'Grace',
    }),
    transport,
  })
  .meta({ id: 'Accept', description: 'The token of an invitation or sign-up, and what its account needs.' });
export type AcceptBody = z.infer<typeof acceptBody>;
/** What an acceptance is made of. */
export type Accepting = Omit<AcceptBody, 'transport'>;
