import { z } from 'zod';
import { pagingQuery } from '@platform/http';
import { emailAddress } from '../auth/auth.schemas';
import { line, optional } from '../text.schemas';

const role = z.enum(['owner', 'member', 'viewer']);

/** Body of `POST /v1/workspace/members`. `name` is for a new user; an existing user keeps theirs. */
export const addMemberBody = z.strictObject({ email: emailAddress, role, name: optional(line(100)) });
export type AddMemberBody = z.infer<typeof addMemberBody>;

export const changeMemberBody = z.strictObject({ role: role.optional() });
export type ChangeMemberBody = z.infer<typeof changeMemberBody>;

export const listMembersQuery = z.strictObject(pagingQuery);

export const memberRecord = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string().nullable(),
    role,
    created_at: z.iso.datetime().meta({ description: 'When the user became a member.' }),
  })
  .meta({ id: 'Member' });

export const addedMemberRecord = memberRecord
  .extend({
    one_time_password: z
      .string()
      .optional()
      .meta({
        description:
          'Of a new user, in this answer only and in its repeats under the same Idempotency-Key; ' +
          'to be changed with `POST /v1/auth/password`.',
      }),
  })
  .meta({ id: 'AddedMember' });
