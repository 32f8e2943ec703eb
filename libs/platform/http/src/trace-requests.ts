import { type Span, parentOf, tracing } from '@platform/telemetry';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Begins a span with each request, where the process is traced. It says the template of the route, never the path. */
export const traceRequests = (instance: FastifyInstance): void => {
  const tracer = tracing();
  if (!tracer) return;
  const spans = new WeakMap<FastifyRequest, Span>();
  instance.addHook('onRequest', (request, _reply, done) => {
    const { method, headers } = request;
    const route = request.routeOptions.url ?? 'unmatched';
    const span = tracer.begin(`${method} ${route}`, {
      kind: 'server',
      parent: parentOf(headers),
      attributes: { 'http.request.method': method, 'http.route': route, 'waymark.request_id': request.id },
    });
    spans.set(request, span);
    span.enter(done);
  });
  // A body arrives by events of its socket, which are in no span.
  instance.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.enter(done);
    else done();
  });
  instance.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply;
    const span = spans.get(request);
    span?.set({
      'http.response.status_code': statusCode,
      'waymark.workspace_id': request.workspaceId ?? undefined,
    });
    span?.end(statusCode >= 500 ? String(statusCode) : undefined);
    done();
  });
};
