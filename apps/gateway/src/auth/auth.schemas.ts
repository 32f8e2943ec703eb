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
