import { z } from 'zod';
import { keyRecord } from '../api-keys/api-key.schemas';
import { line, optional } from '../text.schemas';
import { role } from '../workspace/member.schemas';
import { plan } from '../workspace/workspace.schemas';

const REFRESH_TOKEN = 'refresh_6kWq3nVb8TzYxC1mLpRs5dFgHj';

/** Validated before it is lower-cased, because some letters become ASCII only then. */
export const emailAddress = z
  .string()
  .max(254, { error: 'must have at most 254 characters' })
  .trim()
  .pipe(z.email({ error: 'must be an e-mail address' }).toLowerCase())
  .meta({ format: 'email', description: 'E-mail address of the account.', example: 'ada@example.com' });

export const newPassword = z
  .string()
  .min(10, { error: 'must have at least 10 characters' })
  .max(1_024, { error: 'must have at most 1024 characters' })
  .meta({
    format: 'password',
    description: 'Password of the account, at least 10 characters.',
    example: 'a quiet blue harbour',
  });

/** The password of an existing account: only the hash decides. */
const anyPassword = z
  .string()
  .min(1)
  .max(1_024)
  .meta({ format: 'password', description: 'Password of the account.', example: 'a quiet blue harbour' });

const TRANSPORT =
  'Where the refresh token goes: into the `body` of the answer, as by default, or into a `cookie` that no script of the page can ' +
  'read, for pages of the same origin. Then `refresh_token` is null.';

/** Where the refresh token of the answer goes. */
export const transport = z
  .enum(['body', 'cookie'])
  .meta({ id: 'TokenTransport', description: TRANSPORT, example: 'body' })
  .nullable()
  .optional()
  .transform((value) => value ?? 'body')
  .meta({ description: TRANSPORT, example: 'body' });

export const registerBody = z
  .strictObject({
    email: emailAddress,
    password: newPassword,
    name: optional(line(100).meta({ description: 'Name of the user.', example: 'Ada' })),
    workspace_name: optional(line(100).meta({ description: 'Name of the workspace.', example: 'Acme Ltd' })),
    transport,
  })
  .meta({ id: 'Register', description: 'A new account and its workspace.' });
export type RegisterBody = z.infer<typeof registerBody>;
/** What a sign-up is made of. */
export type NewAccount = Omit<RegisterBody, 'transport'>;

export const loginBody = z
  .strictObject({ email: emailAddress, password: anyPassword, transport })
  .meta({ id: 'Login', description: 'E-mail address and password of an account.' });
export const refreshBody = z
  .strictObject({
    refresh_token: optional(
      z.string().min(1).max(200).meta({
        description: 'The `refresh_token` of the last answer with tokens. Without it the cookie is read.',
        example: REFRESH_TOKEN,
      }),
    ),
  })
  .meta({ id: 'Refresh', description: 'A refresh token, unless the cookie has it. It works once.' })
  .optional();

/** Body of `POST /v1/auth/password`. */
export const changePasswordBody = z
  .strictObject({
    current_password: anyPassword,
    new_password: newPassword.meta({
      description: 'The new password, at least 10 characters.',
      example: 'seven green lanterns',
    }),
  })
  .meta({ id: 'PasswordChange', description: 'The current password and a new one.' });

/** Body of `DELETE /v1/auth/me`. */
export const deleteAccountBody = z
  .strictObject({ password: anyPassword })
  .meta({ id: 'AccountDelete', description: 'The password confirms the deletion.' });
export const switchBody = z
  .strictObject({
    workspace_id: line(100).meta({ description: 'Id of the workspace.', example: 'ws_01jd6q0000000000000000000a' }),
    transport,
  })
  .meta({ id: 'Switch', description: 'The workspace to open.' });

const user = z
  .object({
    id: z.string().meta({ description: 'Id of the user.', example: 'usr_01jd6q0000000000000000000b' }),
    email: z.string().meta({ description: 'E-mail address.', example: 'ada@example.com' }),
    name: z.string().nullable().meta({ description: 'Name of the user.', example: 'Ada' }),
    created_at: z.iso
      .datetime()
      .meta({ description: 'When the account was made.', example: '2026-11-21T08:00:00.000Z' }),
  })
  .meta({ id: 'User', description: 'A user.' });
const workspaceShape = {
  id: z.string().meta({ description: 'Id of the workspace.', example: 'ws_01jd6q0000000000000000000a' }),
  name: z.string().meta({ description: 'Name of the workspace.', example: 'Acme Ltd' }),
  plan,
};
const workspace = z.object(workspaceShape).meta({ id: 'WorkspaceName', description: 'A workspace in short.' });

const accessToken = {
  access_token: z.string().meta({
    description: 'A JWT; valid for `expires_in` seconds.',
    example: 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ1c3IifQ.c2lnbmF0dXJl',
    'x-waymark': { secret: true },
  }),
  token_type: z.literal('Bearer').meta({ description: 'How the token is sent.' }),
  expires_in: z.int().meta({ description: 'Seconds until the access token expires.', example: 600 }),
  refresh_token: z
    .string()
    .nullable()
    .meta({
      description: 'For `POST /v1/auth/refresh`, once. Null when a cookie has it.',
      example: REFRESH_TOKEN,
      'x-waymark': { secret: true },
    }),
};
const opened = {
  user,
  workspace: workspace.nullable().meta({ description: 'The workspace that is open; null when it is deleted.' }),
};

export const tokensRecord = z
  .object({ ...accessToken, ...opened })
  .meta({ id: 'Tokens', description: 'Tokens of a session, its user and workspace.' });

/** A sign-up that was mailed. */
export const signupRecord = z
  .object({
    email: z.string().meta({ description: 'The address that gets the mail.', example: 'ada@example.com' }),
    expires_at: z.iso.datetime().meta({
      description: 'From then on the token of the mail is not valid.',
      example: '2026-11-22T08:00:00.000Z',
    }),
  })
  .meta({ id: 'Signup', description: 'A sign-up that waits for its confirmation by mail.' });

/** Answer of `GET /v1/auth/options`. */
export const optionsRecord = z
  .object({
    signup: z.enum(['open', 'closed']).meta({ description: 'Whether `POST /v1/auth/register` takes new users.' }),
  })
  .meta({ id: 'AuthOptions', description: 'How to get an account.' });

export const switchedRecord = z
  .object({ ...accessToken, ...opened })
  .meta({ id: 'SwitchedTokens', description: 'Tokens of a session in the other workspace.' });

export const whoRecord = z
  .object({
    user: user.nullable().meta({ description: 'The user; null for an API key.' }),
    api_key: keyRecord.nullable().meta({ description: 'The API key; null for a user.' }),
    workspace: workspace.nullable().meta({ description: 'The workspace; null when it is deleted.' }),
    role: role.nullable().meta({ description: "The user's role; null for an API key, and in a deleted workspace." }),
    workspaces: z
      .array(
        z.object({ ...workspaceShape, role }).meta({ id: 'OwnWorkspace', description: 'A workspace of the user.' }),
      )
      .meta({
        description:
          'Every workspace of the user that is not deleted, first joined first; `POST /v1/auth/switch` opens ' +
          'another one.',
      }),
  })
  .meta({ id: 'Me', description: 'Who sends the request: a user or an API key, and the workspace.' });
