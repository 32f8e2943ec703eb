import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from './endpoint.decorator';

export interface RequestAuthorizer {
  /**
   * Judges a request by its head alone. Throws to refuse it: for the credential (401), the rate limit (429) or the
   * scope (403), in this order. Sets the headers of the quota on the reply. Called for public endpoints, too.
   */
  authorize(request: FastifyRequest, endpoint: Endpoint, reply: FastifyReply): Promise<void>;
}

/** Runs the authorization before the body is read: 413, 415, 404 and 400 come after it. Call it before `app.init()`. */
export const registerAuthorization = (app: NestFastifyApplication, authorization: RequestAuthorizer): void => {
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', async (request, reply) => {
      if (request.endpoint) await authorization.authorize(request, request.endpoint, reply);
    });
};
