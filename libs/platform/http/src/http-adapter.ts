import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { HttpResponse } from './http-response';
import { linkHeader } from './link-header';

/** Sends an HttpResponse with its headers and status; any other result of a handler is a body already. */
export class HttpAdapter extends FastifyAdapter {
  override reply(response: FastifyReply, result: unknown, statusCode?: number): FastifyReply {
    if (!(result instanceof HttpResponse)) return super.reply(response, result, statusCode);
    const { status = statusCode, headers = {}, links = [] } = result.options;
    response.headers(headers);
    if (links.length > 0) {
      const { server, raw } = response.request;
      response.header('link', linkHeader(server.publicUrl, raw.url ?? '/', links));
    }
    return super.reply(response, result.body, status);
  }
}
