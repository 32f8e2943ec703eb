import { once } from 'node:events';
import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ClickRecord, decodeClick } from '@contexts/clicks';
import { createRedirector, type RedirectorOptions, type RedirectTarget, type RefusalCode } from '@apps/redirector';

const STATUS: Readonly<Record<RefusalCode, number>> = {
  not_found: 404,
  link_expired: 410,
  click_limit_reached: 410,
  method_not_allowed: 405,
  unavailable: 503,
  password_required: 401,
  wrong_password: 401,
  rate_limited: 429,
  invalid_request: 400,
  payload_too_large: 413,
  unsupported_media_type: 415,
  request_timeout: 408,
};

export const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
export const NOW = Date.UTC(2026, 0, 15, 12);

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close().closeAllConnections()));

/** A redirector on a real server, with these links in its index and a journal in memory. */
export const serve = async (targets: readonly RedirectTarget[], overrides: Partial<RedirectorOptions> = {}) => {
  const links = new Map(targets.map((target) => [target.alias.toLowerCase(), target]));
  const clicks: ClickRecord[] = [];
  const redirector = createRedirector({
    index: {
      get: (_, alias) => links.get(alias),
      readyAnswer: () => undefined,
      isClosed: ({ workspace_id }) => workspace_id === 'ws_deleted',
    },
    journal: {
      write: (payload, _, done) => {
        clicks.push(decodeClick(payload));
        setImmediate(done);
      },
    },
    salts: { of: (day) => Buffer.from(day) },
    shortHosts: ['go.test', 'localhost:3000'],
    deepLinks: { apple_app_site_association: undefined, assetlinks: undefined },
    ownHostname: 'api.test',
    findHost: () => undefined,
    findMissing: () => Promise.resolve(null),
    slots: { take: () => Promise.resolve(true), giveBack: () => undefined },
    passwords: { refusalOf: () => Promise.resolve({ code: 'password_required', headers: {} }) },
    edge: {
      requestIdOf: (given) => (typeof given === 'string' ? given : 'req_new'),
      problemOf: (code, requestId, headers) => ({
        status: STATUS[code],
        headers,
        body: { code, request_id: requestId },
      }),
    },
    log: { error: () => undefined, warn: () => undefined },
    trustProxy: false,
    geography: { opening: () => undefined, locate: () => undefined, continentOf: () => 'EU' },
    secure: false,
    now: () => NOW,
    ...overrides,
  });
  const server = createServer((req, res) => {
    void Promise.resolve(redirector.handle(req, res)).then((answered) => answered || res.writeHead(299).end());
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<Answer>((resolve, reject) => {
      request(
        { port, path, method, agent: false, headers: { host: 'go.test', 'user-agent': BROWSER, ...headers } },
        (res) => {
          let body = '';
          res
            .setEncoding('utf8')
            .on('data', (chunk) => (body += chunk))
            .on('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, body }));
        },
      )
        .on('error', reject)
        .end();
    });
  return { get, clicks, port };
};
