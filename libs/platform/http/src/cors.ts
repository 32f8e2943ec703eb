import type { FastifyInstance } from 'fastify';

/** What pages and our client library send. */
const SENT = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'Traceparent',
  'Tracestate',
  'User-Agent',
  'X-API-Key',
  'X-Request-Id',
  'X-Waymark-Retry',
].join(', ');
const READ = [
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Waymark-Pending',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
].join(', ');
/** How long a browser may remember a preflight, in seconds. */
const REMEMBERED = '600';

/**
 * Lets pages of these origins call the API from a browser. The pages send the credentials themselves: no cookie is
 * allowed. Without origins it does nothing. Call it before the other hooks, since those answer preflights.
 */
export const allowOrigins = (instance: FastifyInstance, origins: readonly string[]): void => {
  if (origins.length === 0) return;
  const allowed = new Set(origins);
  instance.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    reply.header('vary', 'Origin');
    if (origin === undefined || !allowed.has(origin)) return done();
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': READ });
    if (request.method === 'OPTIONS')
      reply.headers({
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': SENT,
        'access-control-max-age': REMEMBERED,
      });
    done();
  });
  // An answer may vary by more. Also for an origin that is not allowed: a cache must not give that answer to an allowed one.
  instance.addHook('onSend', (_, reply, payload, done) => {
    const vary = String(reply.getHeader('vary'));
    if (!vary.includes('Origin')) reply.header('vary', `${vary}, Origin`);
    done(null, payload);
  });
};
