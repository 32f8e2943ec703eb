import { z } from 'zod';
import type { Scope } from '@contexts/keys';
import { pagingQuery, queryInteger } from '@platform/http';
import { line, optional } from '../text.schemas';

const SCOPES: Readonly<Record<string, Scope>> = { read: 'read', read_write: 'read_write', 'read+write': 'read_write' };

/** `Read`, `Read + Write`, `read`, `read_write`, `read+write`, in any case. */
const scope = z.string().transform((text, context): Scope => {
  const known = SCOPES[text.toLowerCase().replace(/\s*\+\s*/, '+')];
  if (known) return known;
  context.addIssue({ code: 'custom', message: 'must be "Read" or "Read + Write"' });
  return z.NEVER;
});

const LAST_INSTANT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const DATE = /^\d{4}-\d\d-\d\d$/;
const timestamp = z.iso.datetime({ offset: true });

/** A date is valid to its end, UTC; a timestamp is the first instant at which the key is no longer valid. */
const expiration = z.string().transform((text, context): string => {
  const at = DATE.test(text) ? endOf(text) : timestamp.safeParse(text).success ? new Date(text) : null;
  if (at && !Number.isNaN(at.getTime()) && at.getUTCFullYear() < 10_000) return at.toISOString();
  context.addIssue({ code: 'custom', message: 'must be a date (2027-01-31) or an RFC 3339 timestamp' });
  return z.NEVER;
});

/**
 * The first instant after a UTC day, at most the last one that RFC 3339 can write; null for a day that does not exist.
 */
const endOf = (date: string): Date | null => {
  const start = new Date(`${date}T00:00:00.000Z`);
  if (Number.isNaN(start.getTime()) || start.toISOString().slice(0, 10) !== date) return null;
  return new Date(Math.min(start.getTime() + 86_400_000, LAST_INSTANT));
};

/** Body of `POST /v1/api-keys`. */
export const createKeyBody = z.strictObject({ name: line(100), scope, expiration: optional(expiration) });

/** Body of `POST /v1/api-keys/{id}/revoke`; it may be absent. */
export const revokeKeyBody = z.strictObject({ reason: optional(line(255)) }).optional();
export type CreateKeyBody = z.infer<typeof createKeyBody>;
export type RevokeKeyBody = z.infer<typeof revokeKeyBody>;

/** Body of `PATCH /v1/api-keys/{id}`. */
export const updateKeyBody = z.strictObject({ name: line(100).optional() });
export type UpdateKeyBody = z.infer<typeof updateKeyBody>;

/** Body of `POST /v1/api-keys/{id}/rotate`: nothing, because the new key inherits everything. */
export const rotateKeyBody = z.strictObject({}).optional();

const days = queryInteger(1, 3_650).optional();

export const listKeysQuery = z.strictObject({
  ...pagingQuery,
  status: z.enum(['active', 'grace', 'revoked', 'expired']).optional(),
  unused_for_days: days.meta({
    description: 'Last used at least this many days ago; if never used, created that long ago.',
  }),
  older_than_days: days.meta({ description: 'Created at least this many days ago.' }),
});
export type ListKeysQuery = z.infer<typeof listKeysQuery>;

/** The API key record, for the OpenAPI document. */
export const keyRecord = z
  .object({
    id: z.string(),
    name: z.string(),
    scope: z.enum(['Read', 'Read + Write']),
    status: z.enum(['active', 'grace', 'revoked', 'expired']),
    start: z.string().meta({ description: '`svc_live_` and the first 4 characters.' }),
    expiration: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'The first instant at which the key is no longer valid.' }),
    created_at: z.iso.datetime(),
    created_by: z.object({ type: z.enum(['api_key', 'user', 'system']), id: z.string() }),
    last_used_at: z.iso.datetime().nullable(),
    request_count: z.int().meta({
      description:
        'Requests authenticated by this key, refused ones included, within 2 s. A crash may lose the last second.',
    }),
    grace_ends_at: z.iso.datetime().nullable(),
    revoked_at: z.iso.datetime().nullable(),
    revocation_reason: z.string().nullable().meta({ description: 'As given to `POST …/revoke`.' }),
    rotated_from: z.string().nullable(),
    rotated_to: z.string().nullable(),
    workspace_id: z.string(),
  })
  .meta({ id: 'ApiKey' });

/** A key at an instant. */
export const keyAtRecord = keyRecord.omit({ last_used_at: true, request_count: true }).meta({ id: 'ApiKeyAt' });

export const createdKeyRecord = keyRecord
  .extend({
    key: z
      .string()
      .optional()
      .meta({ description: 'The whole key; only in this answer and in its repeats under the same Idempotency-Key.' }),
  })
  .meta({ id: 'CreatedApiKey' });

export const rotatedKeyRecord = createdKeyRecord
  .extend({
    previous: z.object({ id: z.string(), status: z.literal('grace'), grace_ends_at: z.iso.datetime() }).meta({
      description:
        'The rotated key: valid until before `grace_ends_at`, which is after 24 h or at its expiration if earlier.',
    }),
  })
  .meta({ id: 'RotatedApiKey' });
