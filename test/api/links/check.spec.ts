import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expectProblem, locationsOf } from '../support/problems';
import { publish } from '../support/product';
import { newWorkspace, useWorkspace } from '../support/workspace';

interface Checked {
  readonly reachable: boolean;
  readonly status: number | null;
  readonly error: string | null;
}

const NOTHING = { reachable: false, status: null, final_url: null, redirects: null, content_type: null, title: null };
const PAGE = '<!doctype html><html><head><title>Summer &amp; sale</title></head>';

describe('POST /v1/links/check', () => {
  const workspace = useWorkspace();
  /** The product may reach this address besides public ones. */
  const host = '127.0.0.1';
  const asked: string[] = [];
  let answer: RequestListener;
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  let url: string;
  beforeAll(async () => {
    server.listen(0, host);
    await once(server, 'listening');
    url = `http://${host}:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => void asked.splice(0));

  const ask = (destination_url: string, by = workspace) => by.post<Checked>('/v1/links/check', { destination_url });
  const check = async (destination_url: string, by = workspace) => {
    const { status, body, text } = await ask(destination_url, by);
    expect([status, text]).toEqual([200, text]);
    return body;
  };

  it('follows redirects, and reads the title of a page', async () => {
    answer = ({ url: path }, response) => {
      if (path === '/end') response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
      else response.writeHead(302, { location: '/end' }).end();
    };
    expect(await check(`${url}/start`)).toEqual({
      ...{ reachable: true, status: 200, final_url: `${url}/end`, redirects: 1 },
      ...{ content_type: 'text/html', title: 'Summer & sale', error: null },
    });
    expect(asked).toEqual(['HEAD /start', 'HEAD /end', 'GET /start', 'GET /end']);
  });

  it('does not load what has no title', async () => {
    answer = (_, response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end();
    expect(await check(`${url}/file.pdf`)).toMatchObject({ status: 200, content_type: 'application/pdf', title: null });
    expect(asked).toEqual(['HEAD /file.pdf']);
  });

  it('asks again where a server does not know HEAD, and tells its status, whatever it is', async () => {
    answer = ({ method }, response) => response.writeHead(method === 'HEAD' ? 405 : 404).end();
    expect(await check(`${url}/`)).toMatchObject({ reachable: true, status: 404, error: null });
  });

  it('reads the beginning of a page without end, and no more', async () => {
    answer = ({ method }, response) => {
      const more = (): void =>
        void (!response.destroyed && response.write(' '.repeat(65_536), () => setImmediate(more)));
      response.writeHead(200, { 'content-type': 'text/html' });
      if (method === 'HEAD') return void response.end();
      response.write(PAGE);
      more();
    };
    expect(await check(`${url}/`)).toMatchObject({ status: 200, title: 'Summer & sale' });
  });

  it('tells nothing of what is not public, as if it were not there', async () => {
    publish('inside.example', ['10.0.0.7']);
    publish('outside.example', 3);
    answer = (_, response) => response.writeHead(302, { location: 'http://10.0.0.7/' }).end();
    const destinations = [
      'https://inside.example/',
      'http://inside.example/',
      'https://outside.example/',
      'http://10.0.0.7/',
      'https://127.0.0.2/',
      'http://[::1]/',
      'http://169.254.169.254/latest/meta-data',
      `${url}/into-the-intranet`,
    ];
    // Of its own, because each check counts.
    const own = await newWorkspace();
    for (const destination of destinations)
      expect([destination, await check(destination, own)]).toEqual([destination, { ...NOTHING, error: 'unreachable' }]);
  });

  it('gives up a server that leads in a circle', async () => {
    answer = (_, response) => response.writeHead(302, { location: '/again' }).end();
    expect(await check(`${url}/`)).toEqual({ ...NOTHING, error: 'malformed' });
  });

  it('refuses what no link may lead to, like a creation', async () => {
    for (const destination_url of ['ftp://example.com/', 'https://u:p@example.com/', 'x'])
      expect(locationsOf(await ask(destination_url))).toEqual(['body.destination_url']);
    expectProblem(await ask(`${workspace.product.url}/x`), 400, 'redirect_loop');
    const domain = await workspace.verifiedDomain();
    expectProblem(await ask(`https://${domain.hostname}/x`), 400, 'redirect_loop');
  });

  it('is limited by workspace', async () => {
    answer = (_, response) => response.writeHead(204).end();
    const busy = await newWorkspace();
    const answers = await Promise.all(Array.from({ length: 80 }, () => ask(`${url}/`, busy)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    for (const one of refused) {
      expectProblem(one, 429, 'rate_limited');
      expect(Number(one.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    }
    expect((await ask(`${url}/`)).status).toBe(200);
  });
});
