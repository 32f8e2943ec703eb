import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from './endpoint.decorator';

export interface Authorization {
  /**
   * Judges a request by its head alone; throws to refuse it: credential (401), rate limit (429), scope (403), in this order.
   * Headers of the answer (the quota) are set on the reply. Called for public endpoints as well.
   */
  authorize(request: FastifyRequest, endpoint: Endpoint, reply: FastifyReply): Promise<void>;
}

/** Puts an authorization before the body is read: 413, 415, 404 and 400 come after it. To be called before `app.init()`. */
export const registerAuthorization = (app: NestFastifyApplication, authorization: Authorization): void => {
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', async (request, reply) => {
      if (request.endpoint) await authorization.authorize(request, request.endpoint, reply);
    });
};
