import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Observable, map } from 'rxjs';
import { type PageLink, linkHeader } from './link-header';

interface ResponseOptions {
  /** Where the endpoint declares several; absent: the lowest of them. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Neighbouring pages; they become the `Link` header. */
  readonly links?: readonly PageLink[];
}

/** What a handler returns when its answer needs headers, or one of several statuses. */
export class HttpResponse {
  constructor(
    readonly body: unknown,
    readonly options: ResponseOptions = {},
  ) {}
}

/** Sets the headers of an HttpResponse and passes its body on; any other result is a body already. */
export class HttpResponseInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    return next
      .handle()
      .pipe(
        map((result: unknown) =>
          result instanceof HttpResponse
            ? bodyOf(result, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>())
            : result,
        ),
      );
  }
}

const bodyOf = ({ body, options }: HttpResponse, request: FastifyRequest, reply: FastifyReply): unknown => {
  const { status, headers = {}, links = [] } = options;
  if (status !== undefined) reply.status(status);
  reply.headers(headers);
  if (links.length > 0) reply.header('link', linkHeader(request.server.publicUrl, request.raw.url ?? '/', links));
  return body;
};
