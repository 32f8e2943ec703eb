import type { IncomingMessage, Server } from 'node:http';

/** Milliseconds in which a body must have arrived, unless its endpoint declares `bodyWithin`. */
export const BODY_WITHIN_MS = 60_000;

const deadlines = new WeakMap<IncomingMessage, { readonly server: Server; timer: NodeJS.Timeout }>();

/** Ends a request whose body does not arrive in time as node does: by the event `clientError`. */
export const demandBody = (server: Server, request: IncomingMessage, ms = BODY_WITHIN_MS): void => {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === '0')) return;
  const end = (): void => {
    if (request.complete || request.destroyed) return;
    const error = Object.assign(new Error('the body did not arrive in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.emit('clientError', error, request.socket);
  };
  const deadline = { server, timer: setTimeout(end, ms).unref() };
  deadlines.set(request, deadline);
  request.once('close', () => clearTimeout(deadline.timer));
};

/** Gives the body of a request another time, from now on. */
export const allowBody = (request: IncomingMessage, ms: number): void => {
  const deadline = deadlines.get(request);
  if (!deadline) return;
  clearTimeout(deadline.timer);
  demandBody(deadline.server, request, ms);
};
