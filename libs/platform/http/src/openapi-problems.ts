import { CODES, type Code, codeEntryOf } from './codes';
import type { Endpoint } from './endpoint.decorator';
import type { Json } from './openapi-schema';
import { PROBLEM_TYPE } from './problem';

/** Codes of a credential that is not accepted. */
const REFUSED_CREDENTIALS: readonly Code[] = [
  'invalid_api_key',
  'api_key_revoked',
  'api_key_expired',
  'invalid_token',
  'token_expired',
];

/** Whether an endpoint takes an Idempotency-Key. Such a key belongs to a principal. */
export const isRepeatable = (method: string, { scope, credential }: Endpoint): boolean =>
  method !== 'GET' && (scope !== 'public' || credential === 'optional');

/** Every code that an endpoint can answer with: those of its kind, and its own. */
export const codesOf = (method: string, path: string, endpoint: Endpoint): readonly Code[] => {
  const { scope, credential, errors = [] } = endpoint;
  return [
    'invalid_request',
    ...(scope === 'public' ? [] : (['missing_credentials'] as const)),
    ...(scope === 'public' && !credential ? [] : REFUSED_CREDENTIALS),
    ...(scope === 'public' ? [] : (['insufficient_scope', 'rate_limited'] as const)),
    ...(path.includes(':') ? (['not_found'] as const) : []),
    ...(isRepeatable(method, endpoint)
      ? (['conflict', 'idempotency_in_progress', 'idempotency_mismatch'] as const)
      : []),
    ...(method === 'GET' ? [] : (['request_timeout', 'payload_too_large', 'unsupported_media_type'] as const)),
    ...(method === 'GET' || scope === 'public' ? [] : (['event_store_mismatch'] as const)),
    'headers_too_large',
    'internal_error',
    'unavailable',
    ...errors,
  ];
};

/** The codes by their status, each once and in the order of the contract; statuses ascend. */
const byStatus = (codes: readonly Code[]): readonly (readonly [status: number, codes: readonly Code[]])[] => {
  const known = ([...CODES.keys()] as Code[]).filter((code) => codes.includes(code));
  const statuses = [...new Set(known.map((code) => codeEntryOf(code).status))].toSorted((a, b) => a - b);
  return statuses.map((status) => [status, known.filter((code) => codeEntryOf(code).status === status)] as const);
};

const RETRY_AFTER = 'Seconds to wait before the next attempt, at least 1.';
const WAITING: readonly string[] = ['idempotency_in_progress', 'rate_limited', 'unavailable'];

/** Failures that several operations share: one component for each set of codes of a status. */
export class Problems {
  readonly responses: Record<string, Json> = {};
  readonly codes = new Set<string>();

  /** @returns references by status */
  of(codes: readonly Code[]): Json {
    return Object.fromEntries(
      byStatus(codes).map(([status, some]) => [
        String(status),
        { $ref: `#/components/responses/${this.add(status, some)}` },
      ]),
    );
  }

  private add(status: number, codes: readonly Code[]): string {
    const name = componentNameOf(codes);
    for (const code of codes) this.codes.add(code);
    this.responses[name] = {
      description: codes.map((code) => `- \`${code}\`: ${codeEntryOf(code).advice}`).join('\n'),
      headers: headersOf(status, codes),
      content: {
        [PROBLEM_TYPE]: {
          schema: { $ref: '#/components/schemas/Problem' },
          examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
        },
      },
      'x-waymark': { codes },
    };
    return name;
  }
}

/** All codes of the status, in short where it is about a credential. */
const componentNameOf = (codes: readonly Code[]): string => {
  const refused = REFUSED_CREDENTIALS.every((code) => codes.includes(code));
  const others = refused ? codes.filter((code) => !REFUSED_CREDENTIALS.includes(code)) : codes;
  return `${others.map(pascal).join('')}${refused ? 'RefusedCredential' : ''}Problem`;
};

const pascal = (code: string): string => code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

const headersOf = (status: number, codes: readonly Code[]): Json => ({
  'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
  ...(codes.some((code) => WAITING.includes(code)) && {
    'Retry-After': {
      description: status === 409 ? `${RETRY_AFTER} With \`idempotency_in_progress\` only.` : RETRY_AFTER,
      schema: { type: 'integer', minimum: 1 },
      example: 1,
    },
  }),
  ...(status === 401 && { 'WWW-Authenticate': { $ref: '#/components/headers/WWW-Authenticate' } }),
});

/** Members that only some codes have. */
const MEMBERS: { readonly [code in Code]?: Json } = {
  insufficient_scope: { required_scope: 'Read + Write' },
  alias_taken: { existing_link_id: 'link_2c7n4k0v9q8w1x5z3b6m7d4f2g' },
};

const EXAMPLE_ID = 'req_01jdb0q5v9m2t7x4c8k3n6r1ws';

/** An example of each code, by its name. @param publicUrl origin under which `/errors/{code}` explains the codes */
export const problemExamples = (publicUrl: string): Json =>
  Object.fromEntries(
    [...CODES].map(([code, { status, title, advice }]) => [
      code,
      {
        summary: title,
        value: {
          type: `${publicUrl}/errors/${code}`,
          title,
          status,
          detail: advice,
          instance: `urn:request:${EXAMPLE_ID}`,
          code,
          errors: status === 400 ? [{ location: 'body.destination_url', message: advice, code }] : [],
          request_id: EXAMPLE_ID,
          ...MEMBERS[code as Code],
        },
      },
    ]),
  );

const text = (description: string, example: string, more: Json = {}): Json => ({
  type: 'string',
  description,
  example,
  ...more,
});

/** A failure, for examples. */
export const PROBLEM_EXAMPLE: Json = {
  type: 'https://go.example.com/errors/alias_taken',
  title: 'Alias taken',
  status: 409,
  detail: 'Another link has this alias on this domain.',
  instance: `urn:request:${EXAMPLE_ID}`,
  code: 'alias_taken',
  errors: [],
  request_id: EXAMPLE_ID,
};

/** The shape of every failure. */
export const problemSchema: Json = {
  type: 'object',
  description: 'A failure (RFC 9457). Some codes have members of their own, and more may be added.',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'errors', 'request_id'],
  properties: {
    type: text('Address of the documentation of the code.', 'https://go.example.com/errors/alias_taken', {
      format: 'uri',
    }),
    title: text('The code in words.', 'Alias taken'),
    status: { type: 'integer', format: 'int32', description: 'The HTTP status.', example: 409 },
    detail: text('What went wrong, and what to do about it.', 'Another link has this alias on this domain.'),
    instance: text('The request, as a URN.', `urn:request:${EXAMPLE_ID}`),
    code: { $ref: '#/components/schemas/ProblemCode' },
    errors: {
      type: 'array',
      description: 'Every problem of the input. Empty for other failures.',
      items: { $ref: '#/components/schemas/ProblemDetail' },
      example: [],
    },
    request_id: text('Id of the request, as in `X-Request-Id`.', EXAMPLE_ID),
    required_scope: text('With `insufficient_scope`: what the credential would need.', 'Read + Write', {
      'x-waymark': { codes: ['insufficient_scope'] },
    }),
    existing_link_id: text(
      'With `alias_taken`, and with `conflict` over an external id: the link of the same workspace that has it.',
      'link_2c7n4k0v9q8w1x5z3b6m7d4f2g',
      { 'x-waymark': { codes: ['alias_taken', 'conflict'] } },
    ),
    latest_expiration: text(
      'With `insufficient_scope`, when a key makes a key that outlives it: the expiration of the key that asks.',
      '2027-01-01T00:00:00.000Z',
      { 'x-waymark': { codes: ['insufficient_scope'] } },
    ),
    workspaces: {
      type: 'array',
      description: 'With `invalid_state`, when an account is deleted: the workspaces whose only owner it is.',
      items: {
        type: 'object',
        description: 'A workspace.',
        required: ['id', 'name'],
        properties: { id: text('Its id.', 'ws_01jd6q0000000000000000000a'), name: text('Its name.', 'Acme Ltd') },
      },
      'x-waymark': { codes: ['invalid_state'] },
    },
    checks: {
      type: 'object',
      description: 'With `unavailable`, of `/health/ready`: each check by its name.',
      additionalProperties: true,
      example: { postgres: { status: 'failed', duration_ms: 300 } },
      'x-waymark': { codes: ['unavailable'] },
    },
  },
  example: PROBLEM_EXAMPLE,
};

export const problemDetailSchema: Json = {
  type: 'object',
  description: 'A problem of the input.',
  required: ['location', 'message', 'code'],
  properties: {
    location: text('Where the problem is.', 'body.destination_url'),
    message: text('What is wrong there.', 'is required'),
    code: text('Code of this problem. The `code` of the failure is that of the most general one.', 'invalid_request'),
  },
};

export const problemCodeSchema: Json = {
  type: 'string',
  description: 'Stable code of a failure. `GET /errors/{code}` explains it. Codes may be added.',
  enum: [...CODES.keys()],
  example: 'alias_taken',
};
