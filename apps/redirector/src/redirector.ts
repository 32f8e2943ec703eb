import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Log, messageOf, occasionalLog } from '@platform/telemetry';
import {
  type DailySalts,
  assembleDestination,
  encodeClick,
  encodeLink,
  encodeVisit,
  readQuery,
  withoutKeys,
} from '@contexts/clicks';
import { DEFAULT_DOMAIN, type Verdict, isGuarded, judge, over } from '@contexts/links';
import { type Edge, type RefusalCode, sendProblem, sendRedirect } from './answers';
import { cdnCountry } from './cdn-country';
import { clientOrigin, type TrustProxy } from './client-address';
import type { ClickSlots } from './click-slots';
import type { LinkPasswords } from './link-passwords';
import { type FindMissing, LookupUnavailable, MissingLinks } from './missing-links';
import type { RedirectIndex } from './redirect-index';
import { clickedLink, type RedirectTarget } from './redirect-target';
import { shortPathOf } from './short-path';
import { Visitors } from './visitors';

/** The part of a journal the redirector needs: `done` is called when the record is on disk, or with the error. */
export interface ClickJournal {
  write(payload: string, atMs: number, done: (error?: Error) => void): void;
}

export interface RedirectorOptions {
  readonly index: Pick<RedirectIndex, 'readyAnswer' | 'get' | 'isClosed'>;
  readonly journal: ClickJournal;
  readonly salts: DailySalts;
  /** Host headers that are short hosts, lower case, with the port where there is one. */
  readonly shortHosts: readonly string[];
  /** Asks the database for a link that the index lacks. */
  readonly findMissing: FindMissing;
  readonly slots: ClickSlots;
  readonly passwords: LinkPasswords;
  readonly edge: Edge;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly trustProxy: TrustProxy;
  /** Counts answers by outcome. */
  readonly metrics?: { answered(outcome: 'redirected' | RefusalCode): void };
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** One request while it is handled. */
interface Visit {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly requestId: string;
  readonly alias: string;
  readonly trigger: 'link' | 'qr';
  readonly forwarded: string;
  readonly atMs: number;
  /** Has given the link's password. */
  readonly admitted?: boolean;
}

const REFERRER_CHARS = 2_048;
const LANGUAGE_CHARS = 256;
const PURPOSE_CHARS = 128;

export interface Redirector {
  /** Answers, now or later, and returns true. Returns false, unanswered, if the request is not for a short URL. */
  handle(req: IncomingMessage, res: ServerResponse): boolean;
}

/** The hot path on bare node:http, before any framework: a short URL in, its click on disk, a redirect out. */
export const createRedirector = (options: RedirectorOptions): Redirector => {
  const { index, journal, slots, passwords, edge, metrics, now = Date.now } = options;
  const log = occasionalLog(options.log);
  const hosts = new Set(options.shortHosts.map((host) => host.toLowerCase()));
  const visitors = new Visitors(options.salts);
  const missing = new MissingLinks(options.findMissing);
  const origin = clientOrigin(options.trustProxy);

  const refuse = (
    { req, res, requestId }: Pick<Visit, 'req' | 'res' | 'requestId'>,
    code: RefusalCode,
    headers: Readonly<Record<string, string>> = {},
  ): void => {
    metrics?.answered(code);
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

  const redirect = (visit: Visit, type: number, location: string, lifeMs?: number): void => {
    metrics?.answered('redirected');
    sendRedirect(visit.res, type, location, visit.requestId, lifeMs);
  };

  const record = (visit: Visit, link: string): string => {
    const { headers } = visit.req;
    const purpose = purposeOf(visit.req);
    const who = visitors.who(origin.addressOf(visit.req), headers['user-agent'] ?? '', purpose, visit.atMs);
    const rest = encodeVisit({
      rule: null,
      variant: null,
      language: (headers['accept-language'] ?? '').slice(0, LANGUAGE_CHARS),
      referrer: withoutKeys((headers.referer ?? '').slice(0, REFERRER_CHARS)),
      purpose,
      country: cdnCountry(visit.req, origin),
      method: visit.req.method === 'POST' ? 'POST' : 'GET',
      trigger: visit.trigger,
    });
    // A visitor's headers may contain one of our API keys, which must not be stored.
    return withoutKeys(encodeClick(visit.atMs, link, who, rest));
  };

  /** Writes the click before the redirect: no visitor is redirected uncounted. A HEAD request does not count. */
  const recordAndRedirect = (
    visit: Visit,
    type: number,
    location: string,
    link: string,
    lifeMs?: number,
    onFailure?: () => void,
  ): void => {
    if (visit.req.method === 'HEAD') return redirect(visit, type, location, lifeMs);
    journal.write(record(visit, link), visit.atMs, (error) => {
      if (!error) return redirect(visit, type, location, lifeMs);
      onFailure?.();
      unavailable(visit, error);
    });
  };

  const end = (visit: Visit, verdict: Exclude<Verdict, { kind: 'redirect' }>): void =>
    verdict.kind === 'over' ? redirect(visit, 302, verdict.location) : refuse(visit, verdict.code);

  const follow = (visit: Visit, target: RedirectTarget | null): void => {
    if (visit.req.method === 'POST' && (target?.password_hash ?? null) === null) return refuseMethod(visit);
    if (!target || index.isClosed(target)) return refuse(visit, 'not_found');
    const verdict = judge(target, new Date(visit.atMs).toISOString());
    if (verdict.kind !== 'redirect') return end(visit, verdict);
    const lead = (onFailure?: () => void): void => {
      const assembled = assembleDestination(target, visit.forwarded);
      const lifeMs = verdict.until === null ? undefined : Date.parse(verdict.until) - visit.atMs;
      const link = encodeLink(clickedLink(target, assembled));
      // A 307 would send the password on to the destination.
      const type = visit.req.method === 'POST' ? 303 : verdict.type;
      recordAndRedirect(visit, type, assembled.destination, link, lifeMs, onFailure);
    };
    if (!isGuarded(target)) return lead();
    passGuards(visit, target, lead).catch((error: unknown) => fail(visit, error));
  };

  /** Demands the password, then a slot of the click limit. */
  const passGuards = async (
    visit: Visit,
    target: RedirectTarget,
    lead: (onFailure?: () => void) => void,
  ): Promise<void> => {
    if (target.password_hash !== null && !visit.admitted) {
      const refusal = await passwords.refusalOf(visit.req, target.id, target.password_hash);
      if (refusal) return refuse(visit, refusal.code, refusal.headers);
      // The password took its time: the link may have reached its end.
      return follow({ ...visit, admitted: true, atMs: now() }, target);
    }
    if (target.click_limit === null) return lead();
    const counts =
      visit.req.method !== 'HEAD' && visitors.isPerson(visit.req.headers['user-agent'] ?? '', purposeOf(visit.req));
    if (!(await slots.take(target, counts))) return end(visit, over(target, 'click_limit_reached'));
    const giveBack = counts ? () => slots.giveBack(target.id) : undefined;
    try {
      lead(giveBack);
    } catch (error) {
      giveBack?.();
      throw error;
    }
  };

  const lookUp = (visit: Visit): void => {
    const target = index.get(DEFAULT_DOMAIN, visit.alias);
    if (target) return follow(visit, target);
    missing
      .get(DEFAULT_DOMAIN, visit.alias)
      .then((found) => follow(visit, found))
      .catch((error: unknown) => fail(visit, error));
  };

  const answer = (visit: Visit): void => {
    // Only a link with a password takes a POST, and it has no ready answer.
    if (visit.req.method === 'POST') return lookUp(visit);
    const ready = visit.forwarded === '' ? index.readyAnswer(DEFAULT_DOMAIN, visit.alias) : undefined;
    if (ready) recordAndRedirect(visit, ready.type, ready.location, ready.record);
    else lookUp(visit);
  };

  const handle = (req: IncomingMessage, res: ServerResponse): boolean => {
    const host = req.headers.host;
    if (host === undefined || (!hosts.has(host) && !hosts.has(host.toLowerCase()))) return false;
    const path = shortPathOf(req.url ?? '');
    if (!path) return false;
    const requestId = edge.requestIdOf(req.headers['x-request-id']);
    if (req.method !== 'GET' && req.method !== 'HEAD' && req.method !== 'POST') {
      refuseMethod({ req, res, requestId });
      return true;
    }
    const visit: Visit = { req, res, requestId, alias: path.alias, ...readQuery(path.query), atMs: now() };
    try {
      answer(visit);
    } catch (error) {
      unavailable(visit, error);
    }
    return true;
  };

  return { handle };
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
