import { CODES } from './codes';
import { PROBLEM_TYPE } from './problem';

const text = (description: string, example?: string) => ({
  description,
  schema: { type: 'string', ...(example && { example }) },
});
const header = (name: string, description: string, pattern?: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', ...(pattern && { pattern }) },
});

const problem = {
  type: 'object',
  description: 'Every failure has this shape (RFC 9457). Some codes add members of their own.',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'errors', 'request_id'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'Address of the documentation of the code.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string', example: 'urn:request:req_01JDB0Q5V9M2T7X4' },
    code: { type: 'string', enum: [...CODES.keys()] },
    errors: {
      type: 'array',
      description: 'All problems of the input; empty for other failures.',
      items: {
        type: 'object',
        required: ['location', 'message', 'code'],
        properties: {
          location: { type: 'string', example: 'body.destination_url' },
          message: { type: 'string' },
          code: { type: 'string', description: 'Of this problem; `code` above is that of the gravest one.' },
        },
      },
    },
    request_id: { type: 'string' },
  },
  additionalProperties: true,
};

const headers = {
  'X-Request-Id': text('Identifies the request in our logs; the one that was sent, if valid.'),
  'X-RateLimit-Limit': text(
    'Requests per 60 seconds of this workspace; absent without a limit, as are the other rate-limit headers.',
  ),
  'X-RateLimit-Remaining': text('How many of them are left.'),
  'X-RateLimit-Reset': text('When more are available, in seconds since the epoch.'),
  'RateLimit-Policy': text('The same as the IETF draft has it.', '"workspace";q=100;w=60'),
  RateLimit: text('The same as the IETF draft has it.', '"workspace";r=99;t=60'),
  ETag: text('Version of what can be edited; send it back as If-Match.', '"3"'),
  Location: text('Address of what was made.'),
  'Cache-Control': text(
    '`private, no-cache`; `no-store` where the answer holds a secret, or the key came in the query.',
  ),
  Link: text('Neighbouring pages (RFC 8288).'),
  'Waymark-Pending': text(
    'The answer is true, but this processor has not caught up yet: lists may still show the state before.',
  ),
};

const RETRY_AFTER: Readonly<Record<number, string>> = {
  409: 'Seconds to wait, at least 1; with `idempotency_in_progress` only.',
  429: 'Seconds to wait, at least 1.',
  503: 'Seconds to wait, at least 1.',
};

const statuses = [...new Set([...CODES.values()].map(({ status }) => status))];

const responses = Object.fromEntries(
  statuses.map((status) => [
    `Problem${status}`,
    {
      description: [...CODES]
        .filter(([, entry]) => entry.status === status)
        .map(([code]) => `\`${code}\``)
        .join(', '),
      headers: {
        'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
        ...(RETRY_AFTER[status] && { 'Retry-After': text(RETRY_AFTER[status]) }),
        ...(status === 401 && { 'WWW-Authenticate': text('Bearer') }),
        ...(status === 405 && { Allow: text('The methods that are known here.') }),
      },
      content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ]),
);

/** What all operations refer to. */
export const COMPONENTS = {
  schemas: { Problem: problem },
  headers,
  responses,
  parameters: {
    RequestId: header(
      'X-Request-Id',
      'Kept as the id of the request: 1 to 128 of letters, digits, `_ . : -`. Anything else is replaced.',
    ),
    LastEventId: header(
      'Last-Event-ID',
      'The `id` of the last event that was received: what came after it is sent first. ' +
        'An EventSource sends it by itself.',
    ),
    IdempotencyKey: header(
      'Idempotency-Key',
      'Visible ASCII. A repeat within 24 hours gets the stored answer with `Idempotent-Replayed: true`.',
      '^[!-~]{1,255}$',
    ),
    IfMatch: header('If-Match', 'Only if the resource still has one of these ETags; else 412.'),
    IfNoneMatch: header('If-None-Match', '304 if the answer still has one of these ETags.'),
  },
};
