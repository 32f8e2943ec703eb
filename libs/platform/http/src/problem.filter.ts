import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { UnfoldableEvent } from '@kernel';
import { type Logger, occasionalLog } from '@platform/telemetry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NotReady, invalid } from './errors';
import { PROBLEM_TYPE, problemResponseOf } from './problem';

/** Answers every failure of a request, from controllers, hooks, parsers and the router. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly respond: (error: unknown, request: FastifyRequest, reply: FastifyReply) => void) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.respond(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }
}

/**
 * Answers with the problem, and logs a 5xx with its cause. Strangers can cause a 503 as often as they like, so it is
 * logged once in ten seconds for each route. A body that ends before its end is no failure of ours.
 */
export const problemResponder = (publicUrl: string, logger: Logger, translate = (error: unknown): unknown => error) => {
  const sparing = occasionalLog(logger, undefined, ({ route }: { route?: unknown }) => String(route));
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const isCutOff = request.raw.errored !== null && thrown === request.raw.errored;
    const error = isCutOff ? invalid('body', 'ended before its end') : translate(thrown);
    const problem = problemResponseOf(error, request.id, publicUrl);
    request.failure = error;
    const about = {
      request_id: request.id,
      method: request.method,
      route: request.routeOptions.url,
      code: problem.body['code'],
    };
    if (isCutOff) logger.info(about, 'the client left, or sent a body that is not HTTP');
    if (problem.status >= 500) {
      const level = levelOf(error, problem.status);
      const log = level === 'warn' ? sparing.warn : logger[level].bind(logger);
      log({ err: error, ...about }, 'request failed');
    }
    if (reply.sent || reply.raw.headersSent) return void reply.raw.destroy();
    // Headers that a handler set for its success do not belong to the failure.
    for (const name of ['etag', 'location', 'link', 'content-length', 'content-type', 'content-disposition'])
      reply.removeHeader(name);
    reply
      .code(problem.status)
      .headers({ ...problem.headers, 'x-request-id': request.id, 'content-type': PROBLEM_TYPE });
    // Without this serializer fastify adds a charset, which this media type does not have.
    reply.serializer(String).send(JSON.stringify(problem.body));
  };
};

const levelOf = (error: unknown, status: number): 'debug' | 'warn' | 'error' => {
  if (error instanceof NotReady) return 'debug';
  return status === 500 || error instanceof UnfoldableEvent ? 'error' : 'warn';
};
