import { z } from 'zod';
import { pagingQuery, refusing } from '@platform/http';
import { listOfRecords } from '../responses';
import { readOnly } from '../text.schemas';

export const role = z.enum(['owner', 'member', 'viewer']).meta({
  id: 'Role',
  description: 'What a user may do: a viewer reads, a member changes everything but the workspace and its members.',
  example: 'member',
});

const theirOwn = (...fields: string[]) =>
  Object.fromEntries(fields.map((field) => [field, 'cannot be changed: it belongs to the account of the user']));

export const changeMemberBody = refusing(
  z.strictObject({ role: role.optional() }).meta({ id: 'MemberUpdate', description: 'A new role of a member.' }),
  { ...readOnly('id', 'created_at'), ...theirOwn('email', 'name') },
);
export type ChangeMemberBody = z.infer<typeof changeMemberBody>;

export const listMembersQuery = z.strictObject(pagingQuery);

export const memberRecord = z
  .object({
    id: z.string().meta({ description: 'Id of the user.', example: 'usr_01jd6q0000000000000000000b' }),
    email: z.string().meta({ description: 'E-mail address of the user.', example: 'ada@example.com' }),
    name: z.string().nullable().meta({ description: 'Name of the user.', example: 'Ada' }),
    role,
    created_at: z.iso
      .datetime()
      .meta({ description: 'When the user became a member.', example: '2026-11-21T08:00:00.000Z' }),
  })
  .meta({ id: 'Member', description: 'A member of the workspace.' });

export const memberList = listOfRecords(memberRecord, 'MemberList', 'A page of members.');
