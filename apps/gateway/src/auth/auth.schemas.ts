import { z } from 'zod';
import { line } from '../text.schemas';

const email = z.string()
  .max(254, { error: 'must have at most 254 characters' })
  .trim()
  .toLowerCase()
  .pipe(z.email({ error: 'must be an e-mail address' }))
  .meta({ format: 'email', example: 'ada@example.com' });

const newPassword = z.string()
  .min(10, { error: 'must have at least 10 characters' })
  .max(1_024, { error: 'must have at most 1024 characters' });

export const registerBody = z.strictObject({
  email,
  password: newPassword,
  name: line(100).optional(),
  workspace_name: line(100).optional(),
});
export type RegisterBody = z.infer<typeof registerBody>;

export const loginBody = z.strictObject({ email, password: z.string().min(1).max(1_024) });
export const refreshBody = z.strictObject({ refresh_token: z.string().min(1).max(200) });

const user = z.object({ id: z.string(), email: z.string(), name: z.string().nullable(), created_at: z.iso.datetime() }).meta({ id: 'User' });
const workspace = z.object({ id: z.string(), name: z.string(), plan: z.enum(['free', 'pro', 'enterprise']) });

export const tokensRecord = z.object({
  access_token: z.string().meta({ description: 'A JWT; valid for `expires_in` seconds.' }),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  refresh_token: z.string(),
  user,
  workspace,
}).meta({ id: 'Tokens' });

export const whoRecord = z.object({ user, workspace, role: z.enum(['owner', 'member', 'viewer']) });
