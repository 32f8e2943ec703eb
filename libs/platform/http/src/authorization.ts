import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from './endpoint.decorator';

export interface RequestAuthorizer {
  /**
   * Judges a request by its head alone. Throws to refuse it: for the credential (401), the rate limit (429) or the
   * scope (403), in this order. Sets the headers of the quota on the reply. Called for public endpoints, too.
   */
  authorize(request: FastifyRequest, endpoint: Endpoint, reply: FastifyReply): Promise<void>;
  /** Judges the credential and the scope once more, and counts nothing. Throws to refuse the request. */
  confirm(request: FastifyRequest): Promise<void>;
}

/**
 * Runs the authorization before the body is read: 413, 415, 404 and 400 come after it. Where the body ends after that,
 * the access may have ended meanwhile: it is confirmed before the handler. Call this before `app.init()`.
 */
export const registerAuthorization = (app: NestFastifyApplication, authorization: RequestAuthorizer): void => {
  const withLateBody = new WeakSet<FastifyRequest>();
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', async (request, reply) => {
      if (!request.endpoint) return;
      await authorization.authorize(request, request.endpoint, reply);
      if (!request.raw.complete) withLateBody.add(request);
    })
    .addHook('preHandler', async (request) => {
      if (withLateBody.has(request)) await authorization.confirm(request);
    });
};
