import type { IncomingMessage, ServerResponse } from 'node:http';
import { type DailySalts, assembleDestination, encodeLink, isPreviewBot, readQuery } from '@contexts/clicks';
import { type Verdict, hasChoice, isGuarded, judge, over } from '@contexts/links';
import type { Redirect } from './answers';
import { type Places, type VisitorChoice, createChooser } from './choose';
import type { ClickSlots } from './click-slots';
import { clientOrigin, type TrustProxy } from './client-address';
import { type HandleRequest, type HostOptions, HostRouter } from './host-router';
import type { ReadyAnswer } from './index-entry';
import type { LinkPasswords } from './link-passwords';
import { type FindMissing, MissingLinks } from './missing-links';
import { previewPage } from './preview-page';
import { createRecorder } from './record-of-visit';
import type { LiveHost } from './redirect-hosts';
import type { RedirectIndex } from './redirect-index';
import { clickedLink, type RedirectTarget } from './redirect-target';
import { type ResponderOptions, createResponder } from './responder';
import type { ShortPath } from './short-path';
import { type Visit, domainOf, purposeOf } from './visit';
import { Visitors, recordedAgent } from './visitors';

/** The part of a journal the redirector needs: `done` is called when the record is on disk, or with the error. */
export interface ClickJournal {
  write(payload: string, atMs: number, done: (error?: Error) => void): void;
}

export interface RedirectorOptions extends ResponderOptions, HostOptions {
  readonly index: Pick<RedirectIndex, 'readyAnswer' | 'get' | 'isClosed'>;
  readonly journal: ClickJournal;
  readonly salts: DailySalts;
  /** Asks the database for a link that the index lacks. */
  readonly findMissing: FindMissing;
  readonly slots: ClickSlots;
  readonly passwords: LinkPasswords;
  readonly trustProxy: TrustProxy;
  /** Asked for the countries of rules. */
  readonly geography: Places;
  /** Whether short URLs are https, so that cookies are sent over nothing else. */
  readonly secure: boolean;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** A redirect with the link's part of the click record. */
interface Recorded extends ReadyAnswer, Redirect {
  readonly choice?: VisitorChoice | undefined;
  /** Sent in place of the redirect. */
  readonly page?: string | undefined;
  /** Called when the click cannot be kept, and nobody is redirected. */
  readonly onFailure?: (() => void) | undefined;
}

export interface Redirector {
  readonly handle: HandleRequest;
}

const PLAIN: readonly string[] = ['GET', 'HEAD'];

/** What a short URL takes: a link with a password has a form, too. */
const methodsOf = (target: RedirectTarget | null): readonly string[] =>
  (target?.password_hash ?? null) === null ? PLAIN : [...PLAIN, 'POST'];

/** The hot path on bare node:http, before any framework: a short URL in, its click on disk, a redirect out. */
export const createRedirector = (options: RedirectorOptions): Redirector => {
  const { index, journal, slots, passwords, edge, geography, secure, now = Date.now } = options;
  const visitors = new Visitors(options.salts);
  const missing = new MissingLinks(options.findMissing);
  const origin = clientOrigin(options.trustProxy);
  const responder = createResponder(options);
  const { refuse, refuseMethod, fail, redirect } = responder;
  const { who, record } = createRecorder(visitors, origin);
  const choose = createChooser({ origin, geography, secure, who });

  /** Writes the click before the redirect: no visitor is redirected uncounted. A HEAD request does not count. */
  const recordAndRedirect = (visit: Visit, to: Recorded): void => {
    if (visit.req.method === 'HEAD') return redirect(visit, to);
    journal.write(record(visit, to.record, to.choice), visit.atMs, (error) => {
      if (!error) return redirect(visit, to);
      to.onFailure?.();
      fail(visit, error);
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
    const methods = methodsOf(target);
    // A visitor who has given a password may also follow a link that has none any more.
    const isTaken = visit.admitted !== undefined || methods.includes(visit.req.method ?? '');
    if (!isTaken) return refuseMethod(visit, methods.join(', '));
    if (!target || index.isClosed(target)) return refuse(visit, 'not_found');
    const verdict = judge(target, new Date(visit.atMs).toISOString());
    if (verdict.kind !== 'redirect') return end(visit, verdict);
    const needed = hasChoice(target) ? choose.needs(target, visit) : undefined;
    // That takes time: the link may be another one by then.
    if (needed)
      return void needed.then(() => lookUp({ ...visit, atMs: now() })).catch((error: unknown) => fail(visit, error));
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
    if (target.password_hash !== null && visit.admitted !== target.password_hash) {
      const refusal = await passwords.refusalOf(visit.req, target.id, target.password_hash);
      if (refusal) return refuse(visit, refusal.code, refusal.headers);
      // That took time: the link may be another one by now, with another password.
      return lookUp({ ...visit, admitted: target.password_hash, atMs: now() });
    }
    if (target.click_limit === null) return pass();
    const agent = visit.req.headers['user-agent'] ?? '';
    const counts = visit.req.method !== 'HEAD' && visitors.isPerson(agent, purposeOf(visit.req));
    if (!(await slots.take(target, counts))) return end(visit, over(target, 'click_limit_reached'));
    const giveBack = counts ? () => slots.giveBack(target.id) : undefined;
    const known = index.get(domainOf(visit), visit.alias);
    if (known && known.revision !== target.revision) {
      giveBack?.();
      return lookUp({ ...visit, atMs: now() });
    }
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
    if (!PLAIN.includes(visit.req.method ?? '')) return lookUp(visit);
    const ready = visit.forwarded === '' ? index.readyAnswer(domainOf(visit), visit.alias) : undefined;
    if (ready) recordAndRedirect(visit, ready);
    else lookUp(visit);
  };

  const visit = (req: IncomingMessage, res: ServerResponse, path: ShortPath, host?: LiveHost): true => {
    const requestId = edge.requestIdOf(req.headers['x-request-id']);
    const visit: Visit = { req, res, requestId, host, alias: path.alias, ...readQuery(path.query), atMs: now() };
    try {
      answer(visit);
    } catch (error) {
      fail(visit, error);
    }
    return true;
  };

  return { handle: new HostRouter(options, responder, visit).handle };
};
