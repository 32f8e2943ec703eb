import type { IncomingMessage, ServerResponse } from 'node:http';
import { ROBOTS, sendDocument, sendRedirect } from './answers';
import { type FindHost, hostnameIn } from './find-host';
import { deepLinkAt, pathOfHost } from './host-pages';
import type { DeepLinkName, LiveHost } from './redirect-hosts';
import type { RedirectIndex } from './redirect-index';
import type { Responder, ResponderOptions } from './responder';
import { type ShortPath, shortPathOf } from './short-path';

export interface HostOptions extends Pick<ResponderOptions, 'edge'> {
  readonly index: Pick<RedirectIndex, 'isClosed'>;
  /** Hostname of the API, which is not a workspace's. */
  readonly ownHostname: string;
  /** Host headers that are short hosts, lower case, with the port where there is one. */
  readonly shortHosts: readonly string[];
  /** The documents of the short hosts, in JSON. */
  readonly deepLinks: Readonly<Record<DeepLinkName, string | undefined>>;
  /** Finds the hosts of workspaces. */
  readonly findHost: FindHost;
}

/**
 * Returns true if it answers the request, now or later, and false if the request is not for a short URL. For a host
 * that is not known here it returns a promise of either.
 */
export type HandleRequest = (req: IncomingMessage, res: ServerResponse) => boolean | Promise<boolean>;

type AnswerVisit = (req: IncomingMessage, res: ServerResponse, path: ShortPath, host?: LiveHost) => true;

/** Decides by its host and path what a request is for. */
export class HostRouter {
  private readonly hosts: ReadonlySet<string>;

  /** @param visit answers the visit of a short URL */
  constructor(
    private readonly options: HostOptions,
    private readonly responder: Responder,
    private readonly visit: AnswerVisit,
  ) {
    this.hosts = new Set(options.shortHosts.map(plainHost));
  }

  readonly handle: HandleRequest = (req, res) => {
    const host = req.headers.host;
    if (host === undefined) return false;
    if (!this.hosts.has(host) && !this.hosts.has(plainHost(host))) return this.handleOther(req, res, host);
    const path = shortPathOf(req.url ?? '');
    return path ? this.visit(req, res, path) : this.visitOwnHost(req, res);
  };

  private handleOther(req: IncomingMessage, res: ServerResponse, header: string): boolean | Promise<boolean> {
    const hostname = hostnameIn(header);
    if (hostname === null || hostname === this.options.ownHostname) return false;
    const host = this.options.findHost(hostname);
    if (!(host instanceof Promise)) return host !== undefined && this.visitHost(req, res, host);
    return host.then(
      (found) => found !== undefined && this.visitHost(req, res, found),
      (error: unknown) => this.whileUnknown(req, res, error),
    );
  }

  /** Every path and method of a workspace's host is answered here. The API is not served on such a host. */
  private visitHost(req: IncomingMessage, res: ServerResponse, host: LiveHost): true {
    const { index, edge } = this.options;
    const { refuse, refuseMethod } = this.responder;
    const requestId = edge.requestIdOf(req.headers['x-request-id']);
    if (index.isClosed(host)) return (refuse({ req, res, requestId }, 'not_found'), true);
    const path = shortPathOf(req.url ?? '');
    if (path) return this.visit(req, res, path, host);
    if (req.method !== 'GET' && req.method !== 'HEAD') return (refuseMethod({ req, res, requestId }), true);
    const found = pathOfHost(host, req.url ?? '');
    if (found === undefined) refuse({ req, res, requestId, host }, 'not_found');
    else if ('location' in found) sendRedirect(res, { type: 302, location: found.location }, requestId);
    else sendDocument(req, res, found.document, requestId);
    return true;
  }

  /** On our own hosts the redirector serves links and the documents of their deep links. */
  private visitOwnHost(req: IncomingMessage, res: ServerResponse): boolean {
    const name = deepLinkAt(req.url ?? '');
    const document = name && this.options.deepLinks[name];
    if (document === undefined) return leave(res);
    const requestId = this.options.edge.requestIdOf(req.headers['x-request-id']);
    if (req.method !== 'GET' && req.method !== 'HEAD') this.responder.refuseMethod({ req, res, requestId });
    else sendDocument(req, res, document, requestId);
    return true;
  }

  /** Until it is known whose a host is, only health is answered, because it needs no database. */
  private whileUnknown(req: IncomingMessage, res: ServerResponse, error: unknown): boolean {
    if (req.url?.startsWith('/health/')) return false;
    const requestId = this.options.edge.requestIdOf(req.headers['x-request-id']);
    this.responder.fail({ req, res, requestId }, error, 'a host');
    return true;
  }
}

/** In lower case, without the final dot of a name and without the port that its scheme implies. */
const plainHost = (host: string): string =>
  host
    .toLowerCase()
    .replace(/:(?:80|443)$/, '')
    .replace(/\.(?=:|$)/, '');

/** Leaves a request on a short host to the next handler. Search engines must not list that answer either. */
const leave = (res: ServerResponse): false => {
  res.setHeader(...ROBOTS);
  return false;
};
