import type { Endpoint } from './endpoint.decorator';

/** Properties that the hooks of this library and the application's authorization set on a request. */
declare module 'fastify' {
  interface FastifyRequest {
    /** The declaration of the matched route; null where no controller matched. */
    endpoint: Endpoint | null;
    /** The body as it was sent, for comparing repeats; null without a JSON body. */
    rawBody: Buffer | null;
    /** The value of `?api_key=`, taken out of the query; null if absent. */
    queryKey: string | string[] | null;
    /** The value of `?ticket=`, likewise. */
    queryTicket: string | string[] | null;
    /** The error that the answer tells of; null if there is none. */
    failure: unknown;
    /** Set by the application's authorization, for the access log. */
    workspaceId: string | null;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
  interface FastifyInstance {
    /** Origin under which clients reach the application. */
    publicUrl: string;
  }
}
