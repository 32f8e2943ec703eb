import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authorizer, StoredAnswer } from '@platform/read-store';
import { HttpProblem } from '@platform/http';
import type { Logger } from '@platform/telemetry';

const KEPT_HEADERS = ['content-type', 'cache-control', 'location', 'etag', 'link'] as const;

/**
 * Idempotency-Key: a repeat with the same body gets the stored answer, and one with another body is refused. Runs after the
 * body is read; the lease was taken before, by authorization. A 5xx is never stored: the lease ends, and the command id
 * makes a retry return the first outcome.
 */
export const registerIdempotency = (
  fastify: FastifyInstance,
  { authorizer, logger }: { authorizer: Authorizer; logger: Logger },
): void => {
  fastify.addHook('preHandler', async (request, reply) => {
    const { repeat } = request;
    if (!repeat) return;
    const bodyHash = fingerprint(request);
    if (repeat.kind === 'stored') return replay(reply, repeat.answer, bodyHash);
    request.repeat = { ...repeat, bodyHash };
    // The id depends on the body: another body under the lease of a dead holder must not get that holder's outcome.
    if (request.caller)
      request.caller = { ...request.caller, commandId: commandIdOf(repeat.lease.commandId, bodyHash) };
  });

  fastify.addHook('onSend', async (request, reply, payload) => {
    const { repeat } = request;
    if (repeat?.kind !== 'ours') return payload;
    const { lease, bodyHash } = repeat;
    request.repeat = null;
    try {
      if (reply.statusCode >= 500 || !bodyHash) await authorizer.releaseIdempotent(lease);
      else await authorizer.completeIdempotent({ ...lease, bodyHash, ...answerOf(reply, payload) });
    } catch (error) {
      logger.warn(
        { err: error, request_id: request.id },
        'the answer was not stored; a repeat returns the same outcome by its command id',
      );
    }
    return payload;
  });
};

/** Method, path, query and body: a key that comes back for another resource is a mismatch, too. */
const fingerprint = (request: FastifyRequest): Buffer =>
  createHash('sha256')
    .update(`${request.method} ${request.url}\n`)
    .update(request.rawBody ?? '')
    .digest();

/** Begins with the minted id's time, so that ids made of it are in order of time. */
const commandIdOf = (minted: string, bodyHash: Buffer): string => {
  const mixed = createHash('sha256').update(minted).update(bodyHash).digest('hex');
  return `${minted.slice(0, 14)}8${mixed.slice(0, 3)}-a${mixed.slice(3, 6)}-${mixed.slice(6, 18)}`.slice(0, 36);
};

const replay = (reply: FastifyReply, answer: StoredAnswer, bodyHash: Buffer): FastifyReply => {
  if (!answer.bodyHash.equals(bodyHash)) throw new HttpProblem('idempotency_mismatch');
  // Sends the stored text unchanged; fastify would add a charset to the media type.
  reply.serializer(String);
  return reply
    .code(answer.status)
    .headers({ ...answer.headers, 'idempotent-replayed': 'true' })
    .send(answer.body === '' ? undefined : answer.body);
};

const answerOf = (reply: FastifyReply, payload: unknown): Omit<StoredAnswer, 'bodyHash'> => ({
  status: reply.statusCode,
  body: reply.repeatBody !== undefined ? JSON.stringify(reply.repeatBody) : textOf(payload),
  headers: Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = reply.getHeader(name);
      return value === undefined ? [] : [[name, String(value)]];
    }),
  ),
});

/** Records arrive as text, problems as bytes. */
const textOf = (payload: unknown): string =>
  typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.toString() : '';
