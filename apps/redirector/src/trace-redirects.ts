import type { Journal } from '@platform/click-log';
import { inSpan, parentOf, tracing } from '@platform/telemetry';
import type { HandleRequest } from './host-router';
import type { FindMissing } from './missing-links';
import type { ClickJournal } from './redirector';

/**
 * What a redirect is made of, in spans where the process is traced. Without tracing each function returns what it was
 * given, so that a redirect costs no more.
 */
export const tracedHandle = (handle: HandleRequest): HandleRequest => {
  const tracer = tracing();
  if (!tracer) return handle;
  return (req, res) => {
    const span = tracer.begin(`${req.method} /{alias}`, {
      kind: 'server',
      parent: parentOf(req.headers),
      attributes: { 'http.request.method': req.method, 'http.route': '/{alias}' },
    });
    // A request that is for the API has a span there, and this one is never sent.
    const endWith = (answered: boolean): boolean => {
      if (!answered) return false;
      const end = (): void => {
        span.set({ 'http.response.status_code': res.statusCode });
        span.end(res.statusCode >= 500 ? String(res.statusCode) : undefined);
      };
      if (res.closed) end();
      else res.once('close', end);
      return true;
    };
    const answered = span.enter(() => handle(req, res));
    return answered instanceof Promise ? answered.then(endWith) : endWith(answered);
  };
};

export const tracedJournal = (journal: Pick<Journal, 'write' | 'source'>): ClickJournal => {
  const tracer = tracing();
  if (!tracer) return journal;
  return {
    write: (payload, atMs, done) => {
      const span = tracer.begin('journal.write');
      const seq = journal.write(payload, atMs, (error) => {
        span.end(error);
        done(error);
      });
      span.set({ 'waymark.source': journal.source, 'waymark.seq': seq });
    },
  };
};

export const tracedLookup = (find: FindMissing): FindMissing =>
  tracing() ? (domainId, alias) => inSpan('redirect.lookup', { kind: 'client' }, () => find(domainId, alias)) : find;
