import { PLANS } from '@kernel';
import { z } from 'zod';
import { keyRecord } from '../api-keys/api-key.schemas';
import { line, optional } from '../text.schemas';

/** Validated before it is lower-cased, because some letters become ASCII only then. */
export const emailAddress = z
  .string()
  .max(254, { error: 'must have at most 254 characters' })
  .trim()
  .pipe(z.email({ error: 'must be an e-mail address' }).toLowerCase())
  .meta({ format: 'email', example: 'ada@example.com' });

export const newPassword = z
  .string()
  .min(10, { error: 'must have at least 10 characters' })
  .max(1_024, { error: 'must have at most 1024 characters' });

/** The password of an existing account: only the hash decides. */
const anyPassword = z.string().min(1).max(1_024);

export const registerBody = z.strictObject({
  email: emailAddress,
  password: newPassword,
  name: optional(line(100)),
  workspace_name: optional(line(100)),
});
export type RegisterBody = z.infer<typeof registerBody>;

export const loginBody = z.strictObject({ email: emailAddress, password: anyPassword });
export const refreshBody = z.strictObject({ refresh_token: z.string().min(1).max(200) });

/** Body of `POST /v1/auth/password`. */
export const changePasswordBody = z.strictObject({ current_password: anyPassword, new_password: newPassword });

/** Body of `DELETE /v1/auth/me`. */
export const deleteAccountBody = z.strictObject({ password: anyPassword });
export const switchBody = z.strictObject({ workspace_id: line(100) });

const user = z
  .object({ id: z.string(), email: z.string(), name: z.string().nullable(), created_at: z.iso.datetime() })
  .meta({ id: 'User' });
const workspace = z.object({ id: z.string(), name: z.string(), plan: z.enum(PLANS) });

export const tokensRecord = z
  .object({
    access_token: z.string().meta({ description: 'A JWT; valid for `expires_in` seconds.' }),
    token_type: z.literal('Bearer'),
    expires_in: z.int(),
    refresh_token: z.string(),
    user,
    workspace: workspace.nullable().meta({ description: 'Null when it is deleted.' }),
  })
  .meta({ id: 'Tokens' });

/** A sign-up that was mailed. */
export const signupRecord = z
  .object({
    email: z.string(),
    expires_at: z.iso.datetime().meta({ description: 'From then on the token of the mail is not valid.' }),
  })
  .meta({ id: 'Signup' });

/** Answer of `GET /v1/auth/options`. */
export const optionsRecord = z.object({
  signup: z.enum(['open', 'closed']).meta({ description: 'Whether `POST /v1/auth/register` takes new users.' }),
});

/** A repeat of the answer has no tokens in it. */
export const switchedRecord = tokensRecord
  .partial({ access_token: true, token_type: true, expires_in: true, refresh_token: true })
  .meta({ id: 'SwitchedTokens' });

const role = z.enum(['owner', 'member', 'viewer']);

export const whoRecord = z.object({
  user: user.nullable().meta({ description: 'Null for an API key.' }),
  api_key: keyRecord.nullable().meta({ description: 'Null for a user.' }),
  workspace: workspace.nullable().meta({ description: 'Null when it is deleted.' }),
  role: role.nullable().meta({ description: "The user's; null for an API key, and in a deleted workspace." }),
  workspaces: z.array(workspace.extend({ role })).meta({
    description:
      'Every workspace of the user that is not deleted, first joined first; `POST /v1/auth/switch` opens another one.',
  }),
});
