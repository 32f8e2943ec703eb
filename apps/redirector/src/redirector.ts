import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Log, messageOf, occasionalLog } from '@platform/telemetry';
import {
  type DailySalts,
  type Geography,
  assembleDestination,
  encodeClick,
  encodeLink,
  encodeVisit,
  isPreviewBot,
  readQuery,
  withoutKeys,
} from '@contexts/clicks';
import { DEFAULT_DOMAIN, type Verdict, hasChoice, isGuarded, judge, over } from '@contexts/links';
import { type Edge, type Redirect, type RefusalCode, ROBOTS, sendDocument, sendProblem, sendRedirect } from './answers';
import { cdnCountry } from './cdn-country';
import { type Choice, createChooser } from './choose';
import type { ClickSlots } from './click-slots';
import { clientOrigin, type TrustProxy } from './client-address';
import { type FindHost, hostnameIn } from './find-host';
import { pageOfHost, pathOfHost } from './host-pages';
import type { LinkPasswords } from './link-passwords';
import { type FindMissing, LookupUnavailable, MissingLinks } from './missing-links';
import type { ReadyAnswer, RedirectIndex } from './redirect-index';
import { previewPage, sendPreview } from './preview-page';
import type { LiveHost } from './redirect-hosts';
import { clickedLink, type RedirectTarget } from './redirect-target';
import { type ShortPath, shortPathOf } from './short-path';
import type { AskedVisit } from './visit-facts';
import { Visitors, recordedAgent, recordedLanguage } from './visitors';

/** The part of a journal the redirector needs: `done` is called when the record is on disk, or with the error. */
export interface ClickJournal {
  write(payload: string, atMs: number, done: (error?: Error) => void): void;
}

export type Outcome = 'redirected' | 'previewed' | RefusalCode;

export interface RedirectorOptions {
  readonly index: Pick<RedirectIndex, 'readyAnswer' | 'get' | 'isClosed'>;
  readonly journal: ClickJournal;
  readonly salts: DailySalts;
  /** Hostname of the API, which is no workspace's. */
  readonly ownHostname: string;
  /** Host headers that are short hosts, lower case, with the port where there is one. */
  readonly shortHosts: readonly string[];
  /** Finds the hosts of workspaces. */
  readonly findHost: FindHost;
  /** Asks the database for a link that the index lacks. */
  readonly findMissing: FindMissing;
  readonly slots: ClickSlots;
  readonly passwords: LinkPasswords;
  readonly edge: Edge;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly trustProxy: TrustProxy;
  /** Asked for the countries of rules. */
  readonly geography: Geography;
  /** Whether short URLs are https, so that cookies are sent over nothing else. */
  readonly secure: boolean;
  /** Counts answers by outcome. */
  readonly metrics?: { answered(outcome: Outcome): void };
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** One request while it is handled. */
interface Visit extends AskedVisit {
  /** The host of a workspace; absent: one of our own. */
  readonly host?: LiveHost | undefined;
  readonly res: ServerResponse;
  readonly requestId: string;
  readonly alias: string;
  /** Has given the link's password. */
  readonly admitted?: boolean;
}

/** A redirect with the link's part of the click record. */
interface Recorded extends ReadyAnswer, Redirect {
  readonly choice?: Choice | undefined;
  /** Sent in place of the redirect. */
  readonly page?: string | undefined;
  /** Called when the click cannot be kept, and nobody is redirected. */
  readonly onFailure?: (() => void) | undefined;
}

const REFERRER_CHARS = 2_048;
const PURPOSE_CHARS = 128;

export interface Redirector {
  /**
   * Answers, now or later, and returns true. Returns false, unanswered, if the request is not for a short URL; a promise
   * of either for a host that is not known here.
   */
  handle(req: IncomingMessage, res: ServerResponse): boolean | Promise<boolean>;
}

/** The hot path on bare node:http, before any framework: a short URL in, its click on disk, a redirect out. */
export const createRedirector = (options: RedirectorOptions): Redirector => {
  const { index, journal, slots, passwords, edge, metrics, geography, secure, findHost, now = Date.now } = options;
  const { ownHostname } = options;
  const log = occasionalLog(options.log);
  const hosts = new Set(options.shortHosts.map((host) => host.toLowerCase()));
  const visitors = new Visitors(options.salts);
  const missing = new MissingLinks(options.findMissing);
  const origin = clientOrigin(options.trustProxy);

  const refuse = (
    { req, res, requestId, host }: Pick<Visit, 'req' | 'res' | 'requestId' | 'host'>,
    code: RefusalCode,
    headers: Readonly<Record<string, string>> = {},
  ): void => {
    metrics?.answered(code);
    const page = host && req.method !== 'POST' ? pageOfHost(host, code) : null;
    if (page !== null) return sendRedirect(res, { type: 302, location: page }, requestId);
    sendProblem(req, res, edge.problemOf(code, requestId, headers), requestId);
  };

  const refuseMethod = (request: Pick<Visit, 'req' | 'res' | 'requestId'>): void =>
    refuse(request, 'method_not_allowed', { allow: 'GET, HEAD' });

  const unavailable = (visit: Visit, error: unknown): void => {
    log.error({ err: error, request_id: visit.requestId }, 'redirect failed');
    refuse(visit, 'unavailable', { 'retry-after': '1' });
  };

  const fail = (visit: Visit, error: unknown): void => {
    if (!(error instanceof LookupUnavailable)) return unavailable(visit, error);
    log.warn({ cause: messageOf(error), request_id: visit.requestId }, 'a link could not be looked up');
    refuse(visit, 'unavailable', { 'retry-after': '1' });
  };

  const redirect = (visit: Visit, to: Redirect & Pick<Recorded, 'page'>): void => {
    if (to.page !== undefined) {
      metrics?.answered('previewed');
      return sendPreview(visit.res, to.page, visit.requestId, visit.req.method === 'HEAD');
    }
    metrics?.answered('redirected');
    sendRedirect(visit.res, to, visit.requestId);
  };

  const who = ({ req, atMs }: AskedVisit, purpose = purposeOf(req)): string =>
    visitors.who(origin.addressOf(req), req.headers['user-agent'] ?? '', purpose, atMs);
  const choose = createChooser({ origin, geography, secure, who });

  const record = (visit: Visit, link: string, choice: Choice | undefined): string => {
    const { headers } = visit.req;
    const purpose = purposeOf(visit.req);
    const rest = encodeVisit({
      rule: choice ? choice.rule : null,
      variant: choice ? choice.variant : null,
      language: recordedLanguage(visit.req),
      referrer: withoutKeys((headers.referer ?? '').slice(0, REFERRER_CHARS)),
      purpose,
      country: cdnCountry(visit.req, origin),
      method: visit.req.method === 'POST' ? 'POST' : 'GET',
      trigger: visit.trigger,
    });
    // A visitor's headers may contain one of our API keys, which must not be stored.
    return withoutKeys(encodeClick(visit.atMs, link, who(visit, purpose), rest));
  };

  /** Writes the click before the redirect: no visitor is redirected uncounted. A HEAD request does not count. */
  const recordAndRedirect = (visit: Visit, to: Recorded): void => {
    if (visit.req.method === 'HEAD') return redirect(visit, to);
    journal.write(record(visit, to.record, to.choice), visit.atMs, (error) => {
      if (!error) return redirect(visit, to);
      to.onFailure?.();
      unavailable(visit, error);
    });
  };

  /** The page of a link with a preview, for a bot that shows one. */
  const pageFor = ({ req }: Visit, { preview, title, domain, alias }: RedirectTarget): string | undefined =>
    preview && isPreviewBot(recordedAgent(req))
      ? previewPage({ preview, title, name: `${domain}/${alias}` })
      : undefined;

  const end = (visit: Visit, verdict: Exclude<Verdict, { kind: 'redirect' }>): void =>
    verdict.kind === 'over' ? redirect(visit, { type: 302, location: verdict.location }) : refuse(visit, verdict.code);

  const lead = (
    visit: Visit,
    target: RedirectTarget,
    verdict: Extract<Verdict, { kind: 'redirect' }>,
    onFailure?: () => void,
  ): void => {
    const choice = hasChoice(target) ? choose(target, visit) : undefined;
    const to = choice ? { ...target, destination_url: choice.destination_url } : target;
    const assembled = assembleDestination(to, visit.forwarded);
    recordAndRedirect(visit, {
      // A 307 would send the password on to the destination.
      type: visit.req.method === 'POST' ? 303 : verdict.type,
      location: assembled.destination,
      record: encodeLink(clickedLink(target, assembled)),
      lifeMs: verdict.until === null ? undefined : Date.parse(verdict.until) - visit.atMs,
      cookie: choice?.cookie,
      choice,
      page: pageFor(visit, target),
      onFailure,
    });
  };

  const follow = (visit: Visit, target: RedirectTarget | null): void => {
    if (visit.req.method === 'POST' && (target?.password_hash ?? null) === null) return refuseMethod(visit);
    if (!target || index.isClosed(target)) return refuse(visit, 'not_found');
    const verdict = judge(target, new Date(visit.atMs).toISOString());
    if (verdict.kind !== 'redirect') return end(visit, verdict);
    if (!isGuarded(target)) return lead(visit, target, verdict);
    passGuards(visit, target, (onFailure) => lead(visit, target, verdict, onFailure)).catch((error: unknown) =>
      fail(visit, error),
    );
  };

  /** Demands the password, then a slot of the click limit. */
  const passGuards = async (
    visit: Visit,
    target: RedirectTarget,
    pass: (onFailure?: () => void) => void,
  ): Promise<void> => {
    if (target.password_hash !== null && !visit.admitted) {
      const refusal = await passwords.refusalOf(visit.req, target.id, target.password_hash);
      if (refusal) return refuse(visit, refusal.code, refusal.headers);
      // The password took its time: the link may have reached its end.
      return follow({ ...visit, admitted: true, atMs: now() }, target);
    }
    if (target.click_limit === null) return pass();
    const agent = visit.req.headers['user-agent'] ?? '';
    const counts = visit.req.method !== 'HEAD' && visitors.isPerson(agent, purposeOf(visit.req));
    if (!(await slots.take(target, counts))) return end(visit, over(target, 'click_limit_reached'));
    const giveBack = counts ? () => slots.giveBack(target.id) : undefined;
    try {
      pass(giveBack);
    } catch (error) {
      giveBack?.();
      throw error;
    }
  };

  const lookUp = (visit: Visit): void => {
    const domainId = domainOf(visit);
    const target = index.get(domainId, visit.alias);
    if (target) return follow(visit, target);
    missing
      .get(domainId, visit.alias)
      .then((found) => follow(visit, found))
      .catch((error: unknown) => fail(visit, error));
  };

  const answer = (visit: Visit): void => {
    // Only a link with a password takes a POST, and it has no ready answer.
    if (visit.req.method === 'POST') return lookUp(visit);
    const ready = visit.forwarded === '' ? index.readyAnswer(domainOf(visit), visit.alias) : undefined;
    if (ready) recordAndRedirect(visit, ready);
    else lookUp(visit);
  };

  const visit = (req: IncomingMessage, res: ServerResponse, path: ShortPath, host?: LiveHost): true => {
    const requestId = edge.requestIdOf(req.headers['x-request-id']);
    if (req.method !== 'GET' && req.method !== 'HEAD' && req.method !== 'POST') {
      refuseMethod({ req, res, requestId });
      return true;
    }
    const visit: Visit = { req, res, requestId, host, alias: path.alias, ...readQuery(path.query), atMs: now() };
    try {
      answer(visit);
    } catch (error) {
      unavailable(visit, error);
    }
    return true;
  };

  /** On the host of a workspace every path and method is answered here, and the API never. */
  const visitHost = (req: IncomingMessage, res: ServerResponse, host: LiveHost): true => {
    const requestId = edge.requestIdOf(req.headers['x-request-id']);
    if (index.isClosed(host)) return (refuse({ req, res, requestId }, 'not_found'), true);
    const path = shortPathOf(req.url ?? '');
    if (path) return visit(req, res, path, host);
    if (req.method !== 'GET' && req.method !== 'HEAD') return (refuseMethod({ req, res, requestId }), true);
    const found = pathOfHost(host, req.url ?? '');
    if (found === undefined) refuse({ req, res, requestId, host }, 'not_found');
    else if ('location' in found) sendRedirect(res, { type: 302, location: found.location }, requestId);
    else sendDocument(req, res, found.document, requestId);
    return true;
  };

  /** While it is not known whose a host is, only health is answered, since it needs no database. */
  const whileUnknown = (req: IncomingMessage, res: ServerResponse, error: unknown): boolean => {
    if (req.url?.startsWith('/health/')) return false;
    log.warn({ cause: messageOf(error) }, 'a host could not be looked up');
    refuse({ req, res, requestId: edge.requestIdOf(req.headers['x-request-id']) }, 'unavailable', {
      'retry-after': '1',
    });
    return true;
  };

  const handleOther = (req: IncomingMessage, res: ServerResponse, header: string): boolean | Promise<boolean> => {
    const hostname = hostnameIn(header);
    if (hostname === null || hostname === ownHostname) return false;
    const host = findHost(hostname);
    if (!(host instanceof Promise)) return host !== undefined && visitHost(req, res, host);
    return host.then(
      (found) => found !== undefined && visitHost(req, res, found),
      (error: unknown) => whileUnknown(req, res, error),
    );
  };

  const handle = (req: IncomingMessage, res: ServerResponse): boolean | Promise<boolean> => {
    const host = req.headers.host;
    if (host === undefined) return false;
    if (!hosts.has(host) && !hosts.has(host.toLowerCase())) return handleOther(req, res, host);
    const path = shortPathOf(req.url ?? '');
    return path ? visit(req, res, path) : leave(res);
  };

  return { handle };
};

const domainOf = ({ host }: Visit): string => (host === undefined ? DEFAULT_DOMAIN : host.id);

/** Leaves a request on a short host to others, whose answer is no more for search engines than ours. */
const leave = (res: ServerResponse): false => {
  res.setHeader(...ROBOTS);
  return false;
};

const purposeOf = ({ headers }: IncomingMessage): string => {
  const [sec, plain, apple, mozilla] = [
    headers['sec-purpose'],
    headers['purpose'],
    headers['x-purpose'],
    headers['x-moz'],
  ];
  if (sec === undefined && plain === undefined && apple === undefined && mozilla === undefined) return '';
  return [sec, plain, apple, mozilla].filter(Boolean).join(', ').slice(0, PURPOSE_CHARS);
};
