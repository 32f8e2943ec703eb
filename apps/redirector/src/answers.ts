import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

export type RefusalCode = 'not_found' | 'link_expired' | 'click_limit_reached' | 'method_not_allowed' | 'unavailable';

/** An answer in the error shape of the whole interface (RFC 9457). */
export interface Problem {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What the redirector shares with the rest of the HTTP edge. */
export interface Edge {
  /** The caller's X-Request-Id if it is a valid one, else a new one. */
  requestIdOf(given: string | string[] | undefined): string;
  problemOf(code: RefusalCode, requestId: string, headers: Readonly<Record<string, string>>): Problem;
}

/** Browsers keep permanent redirects for only half a minute, so that an edit takes effect soon. */
const KEPT_S = 30;
const PERMANENT = `private, max-age=${KEPT_S}`;
const TEMPORARY = 'private, no-store';

/** Search engines list no short URL: they shall list what it leads to. */
export const ROBOTS = ['X-Robots-Tag', 'noindex'] as const;

export interface Redirect {
  readonly type: number;
  readonly location: string;
  /** Milliseconds for which a copy of this answer stays right; 0 if the next visit may get another, absent for ever. */
  readonly lifeMs?: number | undefined;
  /** A Set-Cookie header. */
  readonly cookie?: string | undefined;
}

export const sendRedirect = (res: ServerResponse, redirect: Redirect, requestId: string): void => {
  const { type, location, lifeMs, cookie } = redirect;
  const caching = type === 301 || type === 308 ? keptFor(lifeMs) : TEMPORARY;
  const headers = [
    'Location',
    location,
    'Cache-Control',
    caching,
    ROBOTS[0],
    ROBOTS[1],
    'X-Request-Id',
    requestId,
    'Content-Length',
    '0',
  ];
  if (cookie !== undefined) headers.push('Set-Cookie', cookie);
  res.writeHead(type, headers);
  res.end();
};

const keptFor = (lifeMs: number | undefined): string => {
  if (lifeMs === undefined || lifeMs >= KEPT_S * 1_000) return PERMANENT;
  return lifeMs === 0 ? TEMPORARY : `private, max-age=${Math.floor(lifeMs / 1_000)}`;
};

export const sendProblem = (req: IncomingMessage, res: ServerResponse, problem: Problem, requestId: string): void => {
  if (res.headersSent) return void res.destroy();
  const html = String(req.headers.accept ?? '').includes('text/html');
  const text = html ? pageOf(problem, requestId) : JSON.stringify(problem.body);
  res.writeHead(problem.status, {
    'cache-control': 'no-store',
    ...problem.headers,
    ...(html ? HTML_HEADERS : { 'content-type': 'application/problem+json' }),
    [ROBOTS[0]]: ROBOTS[1],
    vary: 'Accept',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    'content-length': Buffer.byteLength(text),
  });
  res.end(req.method === 'HEAD' ? undefined : text);
};

const STYLE =
  'body{font:17px/1.5 system-ui,sans-serif;color:#222;background:#fafafa;' +
  'display:grid;place-content:center;min-height:90vh;margin:0;padding:1rem}' +
  'h1{font-size:1.4rem;margin:0 0 .4rem}p{margin:0;max-width:32rem}small{color:#777}' +
  '@media(prefers-color-scheme:dark){body{color:#ddd;background:#1b1b1b}}';

const HTML_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; ` +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

const WORDS: Readonly<Record<number, readonly [string, string]>> = {
  404: ['There is no such link', 'Please check that the address has been copied whole.'],
  405: ['That cannot be done here', 'A short link can only be opened.'],
  410: ['This link has expired', 'The person who sent it to you may have a newer one.'],
};

const pageOf = ({ status }: Problem, requestId: string): string => {
  const [title, advice] = WORDS[status] ?? ['This link cannot be opened right now', 'Please try again in a moment.'];
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head>` +
    `<body><main><h1>${title}</h1><p>${advice}</p>` +
    `<p><small>${requestId.replace(/[^\w.:-]/g, '')}</small></p></main></body></html>`
  );
};
