import { type Log, messageOf, occasionalLog } from '@platform/telemetry';
import { type Edge, type Redirect, type RefusalCode, sendProblem, sendRedirect } from './answers';
import { pageOfHost } from './host-pages';
import { LookupUnavailable } from './missing-links';
import { sendPreview } from './preview-page';
import type { Visit } from './visit';

export type VisitOutcome = 'redirected' | 'previewed' | RefusalCode;

export interface ResponderOptions {
  readonly edge: Edge;
  readonly log: Pick<Log, 'warn' | 'error'>;
  /** Counts answers by outcome. */
  readonly metrics?: { answered(outcome: VisitOutcome): void };
}

type Asked = Pick<Visit, 'req' | 'res' | 'requestId' | 'host'>;

export type Responder = ReturnType<typeof createResponder>;

/** Sends and counts the answers to visits. */
export const createResponder = ({ edge, log: everyLog, metrics }: ResponderOptions) => {
  const log = occasionalLog(everyLog);

  const refuse = (
    { req, res, requestId, host }: Asked,
    code: RefusalCode,
    headers: Readonly<Record<string, string>> = {},
  ): void => {
    metrics?.answered(code);
    const page = host && req.method !== 'POST' ? pageOfHost(host, code) : null;
    if (page !== null) return sendRedirect(res, { type: 302, location: page }, requestId);
    sendProblem(req, res, edge.problemOf(code, requestId, headers), requestId);
  };

  const refuseMethod = (asked: Asked, allow = 'GET, HEAD'): void => refuse(asked, 'method_not_allowed', { allow });

  /** @param unknown what could not be looked up in the database */
  const fail = (asked: Asked, error: unknown, unknown = 'a link'): void => {
    if (error instanceof LookupUnavailable)
      log.warn({ cause: messageOf(error), request_id: asked.requestId }, `${unknown} could not be looked up`);
    else log.error({ err: error, request_id: asked.requestId }, 'redirect failed');
    refuse(asked, 'unavailable', { 'retry-after': '1' });
  };

  /** @param to its `page`, if any, is sent in place of the redirect */
  const redirect = ({ req, res, requestId }: Asked, to: Redirect & { readonly page?: string | undefined }): void => {
    metrics?.answered(to.page === undefined ? 'redirected' : 'previewed');
    if (to.page === undefined) sendRedirect(res, to, requestId);
    else sendPreview(res, to.page, requestId, req.method === 'HEAD');
  };

  return { refuse, refuseMethod, fail, redirect };
};
