import { z } from 'zod';
import { type Scope, actorSchema } from '@contexts/keys';
import { describedAs, pagingQuery, queryInteger, refusing } from '@platform/http';
import { pointInTimeRecord } from '../history/history.schemas';
import { instantField } from '../record-fields.schemas';
import { listOfRecords } from '../responses';
import { line, optional, readOnly } from '../text.schemas';

const SCOPES: ReadonlyMap<string, Scope> = new Map([
  ['read', 'read'],
  ['read_write', 'read_write'],
  ['read+write', 'read_write'],
]);

/** `Read`, `Read + Write`, `read`, `read_write`, `read+write`, in any case. */
const scope = z.string().transform((text, context): Scope => {
  const known = SCOPES.get(text.toLowerCase().replace(/\s*\+\s*/, '+'));
  if (known) return known;
  context.addIssue({ code: 'custom', message: 'must be "Read" or "Read + Write"' });
  return z.NEVER;
});

/** The scope of a record. */
const scopeName = z.enum(['Read', 'Read + Write']).meta({
  id: 'ApiKeyScope',
  description: 'What an API key may do. Bodies take `read`, `read_write` and `read+write` as well, in any case.',
  example: 'Read + Write',
});
const status = z.enum(['active', 'grace', 'revoked', 'expired']).meta({
  id: 'ApiKeyStatus',
  description: 'Status of an API key. An active one and one in its grace period are accepted.',
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
const expirationField = expiration.meta({
  description: 'A date, to whose end in UTC the key is valid, or a timestamp. Absent: until it is revoked.',
  example: '2030-01-31',
});
const name = line(100).meta({ description: 'Name of the key, for your own use.', example: 'CI' });

/**
 * The first instant after a UTC day, at most the last one that RFC 3339 can write; null for a day that does not exist.
 */
const endOf = (date: string): Date | null => {
  const start = new Date(`${date}T00:00:00.000Z`);
  if (Number.isNaN(start.getTime()) || start.toISOString().slice(0, 10) !== date) return null;
  return new Date(Math.min(start.getTime() + 86_400_000, LAST_INSTANT));
};

const RECORD_FIELDS = [
  'id',
  'key',
  'status',
  'start',
  'created_at',
  'created_by',
  'last_used_at',
  'request_count',
  'grace_ends_at',
  'revoked_at',
  'revocation_reason',
  'rotated_from',
  'rotated_to',
  'workspace_id',
];

/** Body of `POST /v1/api-keys`. */
export const createKeyBody = refusing(
  z
    .strictObject({ name, scope: describedAs(scope, scopeName), expiration: optional(expirationField) })
    .meta({ id: 'ApiKeyCreate', description: 'A new API key.' }),
  readOnly(...RECORD_FIELDS),
);

/** Body of `POST /v1/api-keys/{id}/revoke`; it may be absent. */
export const revokeKeyBody = z
  .strictObject({
    reason: optional(line(255).meta({ description: 'Why it is revoked. It stays in the record.', example: 'Leaked' })),
  })
  .meta({ id: 'ApiKeyRevoke', description: 'Why the key is revoked, if you say so.' })
  .optional();
export type CreateKeyBody = z.infer<typeof createKeyBody>;
export type RevokeKeyBody = z.infer<typeof revokeKeyBody>;

/** Body of `PATCH /v1/api-keys/{id}`. */
export const updateKeyBody = refusing(
  z.strictObject({ name: name.optional() }).meta({ id: 'ApiKeyUpdate', description: 'A new name of an API key.' }),
  {
    ...readOnly(...RECORD_FIELDS),
    scope: 'cannot be changed: create another key, and revoke this one',
    expiration: 'cannot be changed: create another key, and revoke this one',
  },
);
export type UpdateKeyBody = z.infer<typeof updateKeyBody>;

/** Body of `POST /v1/api-keys/{id}/rotate`: nothing, because the new key inherits everything. */
export const rotateKeyBody = z
  .strictObject({})
  .meta({ id: 'ApiKeyRotate', description: 'Nothing: the new key inherits everything.', example: {} })
  .optional();

const days = queryInteger(1, 3_650).optional();

export const listKeysQuery = z.strictObject({
  ...pagingQuery,
  status: status.optional().meta({ description: 'Keys with this status alone.', example: 'active' }),
  unused_for_days: days.meta({
    description: 'Last used at least this many days ago; if never used, created that long ago.',
    example: 30,
  }),
  older_than_days: days.meta({ description: 'Created at least this many days ago.', example: 90 }),
});
export type ListKeysQuery = z.infer<typeof listKeysQuery>;

const rotated = (description: string) => z.string().nullable().meta({ description, example: null });

/** A key at an instant. */
export const keyAtRecord = z
  .object({
    id: z.string().meta({ description: 'Id of the API key.', example: 'key_01jd6q3x9v8w7t6s5r4p3n2m1k' }),
    name: z.string().meta({ description: 'Name of the key.', example: 'CI' }),
    scope: scopeName,
    status,
    start: z.string().meta({ description: '`svc_live_` and the first 4 characters.', example: 'svc_live_4fGh' }),
    expiration: instantField(
      'The first instant at which the key is no longer valid.',
      '2030-02-01T00:00:00.000Z',
    ).nullable(),
    created_at: instantField('When it was created.'),
    created_by: actorSchema.meta({
      description: 'Who created the key.',
      example: { type: 'user', id: 'usr_01jd6q0000000000000000000b' },
    }),
    grace_ends_at: instantField('After a rotation: the first instant at which it is no longer valid.').nullable().meta({
      example: null,
    }),
    revoked_at: instantField('When it was revoked.').nullable().meta({ example: null }),
    revocation_reason: z.string().nullable().meta({ description: 'As given to `POST …/revoke`.', example: null }),
    rotated_from: rotated('Id of the key that it replaced.'),
    rotated_to: rotated('Id of the key that replaced it.'),
    workspace_id: z.string().meta({ description: 'Id of its workspace.', example: 'ws_01jd6q0000000000000000000a' }),
  })
  .meta({ id: 'ApiKeyAt', description: 'An API key without its usage, as it was at an instant.' });

const keyUsage = z
  .object({
    last_used_at: instantField('When it was last used.', '2026-11-22T17:04:31.482Z').nullable(),
    request_count: z.int().meta({
      description:
        'Requests authenticated by this key, refused ones included, within 2 s. A crash may lose the last second.',
      example: 4096,
    }),
  })
  .meta({ id: 'ApiKeyUsage', description: 'Usage of an API key.' });

/** The days that `range` stands for. */
export const USAGE_DAYS = { '7d': 7, '30d': 30, '90d': 90 } as const;

/** Query of `GET /v1/api-keys/{id}/usage`. */
export const keyUsageQuery = z.strictObject({
  range: z
    .enum(['7d', '30d', '90d'])
    .default('30d')
    .meta({ description: 'How many days up to today, in UTC.', example: '7d' }),
});
export type KeyUsageQuery = z.infer<typeof keyUsageQuery>;

export const keyUsageDays = z
  .object({
    data: z
      .array(
        z
          .object({
            date: z.iso.date().meta({ description: 'The day, in UTC.', example: '2026-11-22' }),
            requests: z.int().meta({ description: 'Requests on this day.', example: 512 }),
          })
          .meta({ id: 'ApiKeyUsageDay', description: 'Requests of an API key on a day.' }),
      )
      .meta({ description: 'Every day of the range, the oldest first.' }),
  })
  .meta({ id: 'ApiKeyUsageByDay', description: 'Requests of an API key by day.' });

/** The API key record, for the OpenAPI document. */
export const keyRecord = z
  .intersection(keyAtRecord, keyUsage)
  .meta({ id: 'ApiKey', description: 'An API key with its usage, without the key itself.' });

/** Answer of `GET /v1/api-keys/{id}`. */
export const keyAnswer = pointInTimeRecord(keyAtRecord, keyUsage, keyRecord);

export const keyListSchema = listOfRecords(keyRecord, 'ApiKeyList', 'A page of API keys.');

export const createdKeyRecord = z
  .intersection(
    keyRecord,
    z.object({
      key: z.string().meta({
        description: 'The whole key. It is only in this answer and in its repeats under the same Idempotency-Key.',
        example: 'svc_live_4fGhJ8kLmN2pQrStUvWxYz0123456789abcdefghijk7TnZcB',
        'x-waymark': { secret: true },
      }),
    }),
  )
  .meta({ id: 'CreatedApiKey', description: 'A new API key with the key itself.' });

const previous = z
  .object({
    id: z.string().meta({ description: 'Id of the rotated key.', example: 'key_01jc2m7a9v8w7t6s5r4p3n2m1k' }),
    status: z.literal('grace').meta({ description: 'It is in its grace period.' }),
    grace_ends_at: instantField('The first instant at which it is no longer valid.', '2026-11-22T08:00:00.000Z'),
  })
  .meta({
    id: 'RotatedFrom',
    description: 'The rotated key. It stays valid for 24 h, or until its expiration if that is earlier.',
  });

export const rotatedKeyRecord = z
  .intersection(createdKeyRecord, z.object({ previous }))
  .meta({ id: 'RotatedApiKey', description: 'The new API key with the key itself, and the key that it replaces.' });
