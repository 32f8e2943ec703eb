import { z } from 'zod';
import { pagingQuery } from '@platform/http';

export const role = z.enum(['owner', 'member', 'viewer']);

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
