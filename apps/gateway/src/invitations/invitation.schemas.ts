import { z } from 'zod';
import { pagingQuery } from '@platform/http';
import { emailAddress, newPassword } from '../auth/auth.schemas';
import { line, optional } from '../text.schemas';
import { role } from '../workspace/member.schemas';

/** Body of `POST /v1/workspace/invitations`. */
export const inviteBody = z.strictObject({ email: emailAddress, role });
export type InviteBody = z.infer<typeof inviteBody>;

export const listInvitationsQuery = z.strictObject(pagingQuery);

export const invitationRecord = z
  .object({
    id: z.string(),
    email: z.string(),
    role,
    invited_by: z.string().meta({ description: 'The id of the owner who invited.' }),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().meta({ description: 'Seven days later: from then on the token is not valid.' }),
  })
  .meta({ id: 'Invitation' });

export const newInvitationRecord = invitationRecord
  .extend({
    token: z
      .string()
      .optional()
      .meta({
        description:
          'For `POST /v1/auth/accept`. It is in this answer only, and in its repeats under the same Idempotency-Key. ' +
          'Absent where the server has mailed it.',
      }),
  })
  .meta({ id: 'NewInvitation' });

/** Body of `POST /v1/auth/accept`. */
export const acceptBody = z.strictObject({
  token: z.string().min(1).max(4_000).meta({ example: 'invite_3q2-7wAAlV0h4mB1nHk0C2o9tG5yRz8uXdJfLsQeTb4' }),
  password: optional(newPassword).meta({
    description:
      'Of the new account; of the existing one, if there is one for the address. Not with an access token. For a ' +
      'sign-up: the one that was chosen there.',
  }),
  name: optional(line(100)).meta({ description: 'Of a new account; an existing one keeps its own.' }),
});
export type AcceptBody = z.infer<typeof acceptBody>;
