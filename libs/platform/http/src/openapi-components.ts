import type { Json } from './openapi-schema';
import { problemCodeSchema, problemDetailSchema, problemSchema } from './openapi-problems';

const text = (description: string, example: string): Json => ({ description, schema: { type: 'string' }, example });
const number = (description: string, example: number): Json => ({
  description,
  schema: { type: 'integer', format: 'int64' },
  example,
});

/** Headers of answers that all operations refer to. */
const headers: Readonly<Record<string, Json>> = {
  'X-Request-Id': text(
    'Identifies the request in our logs: the id that was sent, if it is valid.',
    'req_01jdb0q5v9m2t7x4c8k3n6r1ws',
  ),
  'X-RateLimit-Limit': number(
    'Requests of the workspace in 60 seconds. Absent without a limit, as are the other rate-limit headers.',
    1000,
  ),
  'X-RateLimit-Remaining': number('How many of them are left.', 999),
  'X-RateLimit-Reset': number('When more are available, in seconds since the epoch.', 1_795_255_260),
  'RateLimit-Policy': text('The limit as in the draft of the IETF.', '"workspace";q=1000;w=60'),
  RateLimit: text('What is left, as in the draft of the IETF.', '"workspace";r=999;t=60'),
  ETag: text('Version of what can be edited. Send it back as `If-Match`, or for an image as `If-None-Match`.', '"3"'),
  Location: text('Path of what was made.', '/v1/links/link_2c7n4k0v9q8w1x5z3b6m7d4f2g'),
  'Cache-Control': text(
    '`private, no-cache`; `no-store` where the answer holds a secret, or the key came in the query.',
    'private, no-cache',
  ),
  Link: text('Neighbouring pages (RFC 8288).', '<https://go.example.com/v1/links?page=2>; rel="next"'),
  'Waymark-Pending': text(
    'The answer is true, but this processor has not caught up yet: lists may still show the state before.',
    'links',
  ),
  'Idempotent-Replayed': {
    description: 'Present where the answer is the stored one of an earlier request with this `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'WWW-Authenticate': text('How to authenticate.', 'Bearer'),
};

const header = (name: string, description: string, example: string, pattern?: string): Json => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', ...(pattern && { pattern }) },
  example,
});

/** Headers of requests that operations refer to. */
const parameters: Readonly<Record<string, Json>> = {
  LastEventId: header(
    'Last-Event-ID',
    'The `id` of the last event that was received: what came after it is sent first. An EventSource sends it by ' +
      'itself.',
    '',
  ),
  IdempotencyKey: header(
    'Idempotency-Key',
    'Visible ASCII, such as a UUID. A repeat within 24 hours gets the stored answer with `Idempotent-Replayed: true`.',
    '5f1b8a4e-0f0c-4c57-9c1e-2f6f0a7c9d11',
    '^[!-~]{1,255}$',
  ),
  IfMatch: header('If-Match', 'Only if the resource still has one of these ETags; otherwise 412.', '"3"'),
  IfNoneMatch: header('If-None-Match', '304 if the image still has one of these ETags.', '"3q2-7wAAlV0h4mB1"'),
};

/** What all operations refer to. */
export const COMPONENTS = {
  schemas: { Problem: problemSchema, ProblemCode: problemCodeSchema, ProblemDetail: problemDetailSchema },
  headers,
  parameters,
};
