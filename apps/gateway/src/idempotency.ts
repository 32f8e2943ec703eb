import { hash } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authorizer, Lease, StoredAnswer } from '@platform/read-store';
import { isLostRace } from '@kernel';
import { shortTurns } from '@platform/async';
import { HttpProblem, Unfinished, withoutQueryKey } from '@platform/http';
import type { Logger } from '@platform/telemetry';
import type { AnswerContent, KeyedSecrets, Remainder } from './idempotency-secrets';

/** What a request with an Idempotency-Key gets: the stored answer to repeat, or a lease to make the answer. */
export type Repeat =
  | { readonly kind: 'stored'; readonly answer: StoredAnswer; readonly secrets: KeyedSecrets }
  | {
      readonly kind: 'ours';
      readonly lease: Lease;
      readonly secrets: KeyedSecrets;
      readonly bodyHash: Buffer | null;
      /** What an earlier holder of the lease left, sealed. */
      readonly sealed?: Buffer | undefined;
      /** Present where the answer is not complete. */
      readonly remainder?: Remainder;
    };

/** An answer to a list of items, some of which a repeat of the request handles. */
export interface PartialAnswer extends Remainder {
  readonly body: unknown;
}

/** The part of a connection that a note needs. */
interface Queries {
  query(text: string, values: unknown[]): Promise<unknown>;
}

/** One of the attempts at a request: with a list of items, or with a change that a repeat cannot see in the store. */
export interface Attempt {
  /** The answer of the attempt before. */
  readonly earlier: PartialAnswer | undefined;
  /** Makes the answer a partial one: it is not final, and a repeat under the same command id completes it. */
  leaveOpen(remainder: Remainder): void;
  /** In the transaction of a change: that it is made. If the answer is lost, a repeat has `earlier` all the same. */
  noteMade(client: Queries): Promise<void>;
  /** In the transaction that takes the change back: a repeat makes it. */
  noteTakenBack(client: Queries): Promise<void>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null without an Idempotency-Key. */
    repeat: Repeat | null;
  }
}

const KEPT_HEADERS = ['content-type', 'cache-control', 'location', 'etag', 'link', 'set-cookie'] as const;
/** Refusals that are not stored: the caller can correct the request and send it again under the same key. */
const MENDABLE: ReadonlySet<number> = new Set([400, 401, 403, 413, 415, 429]);

/**
 * Bytes of the largest body that is stored: that of any single resource, and of most bulk calls. Rows live for a day, and
 * what is sealed shares its batch with the answers of others.
 */
const LARGEST_STORED = 256 * 1024;

export const CurrentAttempt = createParamDecorator((_: unknown, context: ExecutionContext): Attempt => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return {
    earlier: partialOf(request),
    leaveOpen: (remainder) => {
      if (request.repeat?.kind === 'ours') request.repeat = { ...request.repeat, remainder };
    },
    noteMade: (client) => note(request, client, true),
    noteTakenBack: (client) => note(request, client, false),
  };
});

const partialOf = ({ repeat, caller }: FastifyRequest): PartialAnswer | undefined => {
  if (repeat?.kind !== 'ours' || !repeat.sealed) return undefined;
  const { body, partial } = repeat.secrets.open(repeat.sealed);
  // The row may hold the answer to another body, or that of the day before.
  if (!partial || partial.commandId !== caller?.commandId) return undefined;
  return { open: partial.open, position: partial.position, body: JSON.parse(body) };
};

/** Only while the request holds the lease: another one may have taken it over. */
const NOTE = `UPDATE idempotency_keys SET sealed = $5
  WHERE workspace_id = $1 AND route = $2 AND key = $3 AND command_id = $4 AND status IS NULL`;

/** @param isMade whether the change is made, or taken back */
const note = async ({ repeat, caller }: FastifyRequest, client: Queries, isMade: boolean): Promise<void> => {
  if (repeat?.kind !== 'ours' || !caller) return;
  const { workspaceId, route, key, commandId } = repeat.lease;
  const partial = { open: [], position: '-1', commandId: caller.commandId };
  const sealed = isMade ? repeat.secrets.seal({ headers: {}, body: 'null', partial }) : null;
  await client.query(NOTE, [workspaceId, route, key, commandId, sealed]);
};

/**
 * Idempotency-Key: a repeat with the same body gets the stored answer, and one with another body is refused. Runs after
 * the body is read; the lease was taken before, by authorization. A 5xx, a lost race, what is unfinished and an answer of
 * a large list are never stored: the lease ends, and the command id makes a retry return the first outcome.
 */
export const registerIdempotency = (
  fastify: FastifyInstance,
  { authorizer, logger }: { authorizer: Authorizer; logger: Logger },
): void => {
  fastify.addHook('preHandler', async (request, reply) => {
    const { repeat, caller } = request;
    if (!repeat || !caller) return;
    if (repeat.kind === 'stored') return replay(request, reply, repeat.answer, repeat.secrets);
    const { lease, secrets } = repeat;
    const bodyHash = secrets.hash(await meaningOf(request));
    request.repeat = { ...repeat, bodyHash };
    // The id depends on the body: another body under the lease of a dead holder must not get that holder's outcome.
    const earlier = lease.key === request.headers['idempotency-key'];
    const commandId = commandIdOf(lease.commandId, earlier ? earlierHash(request) : bodyHash);
    request.caller = { ...caller, commandId, secretBytes: secrets.bytesFor(lease.commandId, commandId) };
  });

  fastify.addHook('onSend', async (request, reply, payload) => {
    const { repeat } = request;
    if (repeat?.kind !== 'ours') return payload;
    request.repeat = null;
    try {
      await settle(authorizer, repeat, request, reply, payload);
    } catch (error) {
      logger.warn(
        { err: error, request_id: request.id },
        'the answer was not stored; a repeat returns the same outcome by its command id',
      );
    }
    return payload;
  });
};

const settle = (
  authorizer: Authorizer,
  { lease, secrets, bodyHash, remainder }: Extract<Repeat, { kind: 'ours' }>,
  { caller, failure }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<void> => {
  const { statusCode: status } = reply;
  if (status >= 500 || isLostRace(failure) || failure instanceof Unfinished) return authorizer.releaseIdempotent(lease);
  const content = contentOf(reply, payload);
  const isLarge = Buffer.byteLength(content.body) > LARGEST_STORED;
  // A repeat executes the same command id: it changes nothing again, and its answer is made anew.
  if (isLarge && !MENDABLE.has(status)) return authorizer.releaseIdempotent(lease);
  if (remainder && caller) {
    const partial = { ...remainder, commandId: caller.commandId };
    return authorizer.releaseIdempotent(lease, secrets.seal({ ...content, partial }));
  }
  if (!bodyHash || MENDABLE.has(status)) return authorizer.forgetIdempotent(lease);
  return authorizer.completeIdempotent({ ...lease, bodyHash, status, sealed: secrets.seal(content) });
};

/**
 * Method, path, query and body: a key that comes back for another resource is a mismatch, too. Bodies are compared as
 * parsed, so the order of members and white space do not count. Nor does it count where the API key stands.
 */
const meaningOf = async (request: FastifyRequest): Promise<string> =>
  `${request.method} ${withoutQueryKey(request.url)}\n${await bodyOf(request)}`;

const bodyOf = async ({ body, rawBody }: FastifyRequest): Promise<string> => {
  const sent = (): string => rawBody?.toString() ?? '';
  try {
    // Undefined without a body, or with a body that is not JSON.
    return (Array.isArray(body) ? await listOf(body) : JSON.stringify(body, sorted)) ?? sent();
  } catch {
    // Nested so deep that no schema accepts it.
    return sent();
  }
};

/** Milliseconds for which items are put in order before other requests have a turn. */
const TURN_MS = 5;

const listOf = async (items: readonly unknown[]): Promise<string> => {
  const turn = shortTurns(TURN_MS);
  const texts: string[] = [];
  for (const item of items) {
    while (turn.isOver()) await turn.next();
    texts.push(JSON.stringify(item, sorted));
  }
  return `[${texts.join(',')}]`;
};

const sorted = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Hashes a request as earlier versions did. Their rows live for a day. */
const earlierHash = ({ method, url, rawBody }: FastifyRequest): Buffer =>
  hash('sha256', Buffer.concat([Buffer.from(`${method} ${url}\n`), rawBody ?? Buffer.alloc(0)]), 'buffer');

/** Begins with the minted id's time, so that ids made of it are in order of time. */
const commandIdOf = (minted: string, bodyHash: Buffer): string => {
  const mixed = hash('sha256', Buffer.concat([Buffer.from(minted), bodyHash]), 'hex');
  return `${minted.slice(0, 14)}8${mixed.slice(0, 3)}-a${mixed.slice(3, 6)}-${mixed.slice(6, 18)}`.slice(0, 36);
};

const replay = async (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: StoredAnswer,
  secrets: KeyedSecrets,
): Promise<FastifyReply> => {
  const bodyHash = 'sealed' in answer ? secrets.hash(await meaningOf(request)) : earlierHash(request);
  if (!answer.bodyHash.equals(bodyHash)) throw new HttpProblem('idempotency_mismatch');
  const { headers, body } = 'sealed' in answer ? secrets.open(answer.sealed) : answer;
  // Sends the stored text unchanged; fastify would add a charset to the media type.
  reply.serializer(String);
  return reply
    .code(answer.status)
    .headers({ ...headers, 'idempotent-replayed': 'true' })
    .send(body === '' ? undefined : body);
};

const contentOf = (reply: FastifyReply, payload: unknown): AnswerContent => ({
  headers: Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = reply.getHeader(name);
      return value === undefined ? [] : [[name, String(value)]];
    }),
  ),
  body: textOf(payload),
});

/** Records arrive as text, problems as bytes. */
const textOf = (payload: unknown): string =>
  typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.toString() : '';
