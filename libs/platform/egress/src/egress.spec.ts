import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type RequestListener, createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { type Published, startDnsServer } from '../../../../test/support/name-server';
import { eventually } from '../../../../test/support/programs';
import { type Egress, EgressFailure, type EgressRequest, createEgress } from '.';

const TLS = join(__dirname, '..', '..', '..', '..', 'test', 'fixtures', 'tls');
const tls = (name: string) => readFileSync(join(TLS, name), 'utf8');

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Listens on a free port, and counts the connections. */
const listen = async <S extends Server>(server: S, host = '127.0.0.1') => {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
  });
  server.listen(0, host);
  await once(server, 'listening');
  ends.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://${host}:${port}`, connections: () => connections, open: () => sockets.size };
};

const http = (answer: RequestListener) => listen(createHttpServer(answer));
const https = (answer: RequestListener, host?: string) =>
  listen(createHttpsServer({ key: tls('server.key'), cert: tls('server.pem') }, answer), host);
/** Says something on each connection once a request has come. */
const raw = (say: (socket: Socket) => void) =>
  listen(createServer((socket) => void socket.once('data', () => say(socket))));

const egress = (allow: readonly string[] = ['127.0.0.1'], dnsServers: readonly string[] = []): Egress => {
  const made = createEgress({ allow, dnsServers, ownHosts: ['go.example.com'], ca: tls('ca.pem') });
  ends.push(() => made.close());
  return made;
};

const names = async (answer: (name: string, nth: number) => Published) => {
  const server = await startDnsServer(answer);
  ends.push(() => server.close());
  return server;
};

const get = (url: string, request: Partial<EgressRequest> = {}, by = egress()) =>
  by.request(url, { deadlineMs: 120_000, maxBytes: 1_000, ...request });
const failureOf = (work: Promise<unknown>): Promise<EgressFailure> =>
  work.then(
    (answer) => Promise.reject(new Error(`answered: ${JSON.stringify(answer)}`)),
    (error: unknown) => (error instanceof EgressFailure ? error : Promise.reject(error as Error)),
  );

/** A busy machine may be too late for a resolver. */
const lookedUp = <T>(ask: () => Promise<T>): Promise<T> => eventually(ask);

describe('a request', () => {
  it('returns status, headers and body, whatever the status', async () => {
    const { url } = await http((request, response) => {
      response.writeHead(404, { 'x-seen': `${request.method} ${request.url}`, 'set-cookie': ['a=1', 'b=2'] });
      response.end(request.headers['user-agent']);
    });
    const answer = await get(`${url}/a?b=%20#fragment`);
    expect(answer).toMatchObject({ status: 404, headers: { 'x-seen': 'GET /a?b=%20', 'set-cookie': 'a=1, b=2' } });
    expect(answer.body.toString()).toBe('Waymark');
  });

  it('posts a body with its headers', async () => {
    const { url } = await http((request, response) => {
      request.on('data', (chunk: Buffer) => response.write(`${String(request.headers['x-sign'])} ${chunk.toString()}`));
      request.on('end', () => response.end());
    });
    const { body } = await get(url, { method: 'POST', headers: { 'x-sign': 'v1' }, body: '{"a":1}' });
    expect(body.toString()).toBe('v1 {"a":1}');
  });

  it('opens no connection to what the URL may not name', async () => {
    const server = await http((_, response) => response.end());
    for (const host of ['127.1', '0x7f000001', '①②⑦.0.0.1', '[::ffff:127.0.0.1]', '0', 'localhost', '0.0.0.0'])
      for (const scheme of ['http', 'https'])
        expect((await failureOf(get(`${scheme}://${host}:${server.port}/`, {}, egress(['10.0.0.1'])))).kind).toMatch(
          host === 'localhost' ? /refused|unreachable/ : /refused/,
        );
    expect(server.connections()).toBe(0);
  });
});

describe('plain http', () => {
  const problems = (plainHttp: boolean, ...urls: readonly string[]) => {
    const made = createEgress({ allow: [], dnsServers: [], ownHosts: ['go.example.com'], plainHttp });
    ends.push(() => made.close());
    return urls.map((url) => made.problemWith(url));
  };

  it('leads to what the operator allows alone, unless it may lead to any public address', () => {
    expect(problems(false, 'http://example.com/', 'http://8.8.8.8/')).toEqual(Array(2).fill('must be an https URL'));
    expect(problems(true, 'http://example.com/', 'http://8.8.8.8/')).toEqual([null, null]);
    expect(problems(true, 'http://10.0.0.1/', 'http://127.1/', 'http://go.example.com/', 'ftp://example.com/')).toEqual(
      [
        'must not lead to an address that is not public',
        'must not lead to an address that is not public',
        'must not lead to this installation',
        'must be an absolute https URL',
      ],
    );
  });

  it('reaches no address that is not public by a name either', async () => {
    const dns = await names(() => ['10.0.0.1']);
    const made = createEgress({ allow: [], dnsServers: [dns.address], ownHosts: [], plainHttp: true });
    ends.push(() => made.close());
    await eventually(async () =>
      expect(await failureOf(get('http://rebind.example/', {}, made))).toMatchObject({ kind: 'refused' }),
    );
  });
});

describe('a host name', () => {
  it('is judged at each connection: an answer that has become private is refused', async () => {
    const [allowed, forbidden] = [await https((_, response) => response.end('in')), await http((_, r) => r.end('out'))];
    let addresses = ['127.0.0.1'];
    const dns = await names(() => addresses);
    const by = egress(addresses, [dns.address]);
    const close = { headers: { connection: 'close' } };
    const ask = () => get(`https://localhost:${allowed.port}/`, close, by);
    expect((await lookedUp(ask)).body.toString()).toBe('in');
    addresses = ['127.0.0.2'];
    await eventually(async () =>
      expect(await failureOf(ask())).toMatchObject({
        kind: 'refused',
        message: 'must not lead to an address that is not public',
      }),
    );
    expect([allowed.connections(), forbidden.connections()]).toEqual([1, 0]);
  });

  it.each([
    ['one private address among others', ['8.8.8.8', '10.0.0.1']],
    ['a private IPv6 address beside a public IPv4 one', ['8.8.8.8', 'fd00::1']],
    ['IPv4 mapped into IPv6', ['::ffff:127.0.0.1']],
    ['an address of NAT64', ['64:ff9b::7f00:1']],
    ['the unspecified address', ['0.0.0.0']],
    ['the address of a cloud’s metadata', ['169.254.169.254']],
  ])('is refused with %s', async (_, addresses) => {
    const dns = await names(() => addresses);
    const by = egress([], [dns.address]);
    await eventually(async () =>
      expect(await failureOf(get('https://rebind.example/', {}, by))).toMatchObject({ kind: 'refused' }),
    );
  });

  it('that the operator allows may have any address, and is looked up by the given servers', async () => {
    const { port } = await http((request, response) => response.end(request.headers.host));
    const dns = await names(() => ['127.0.0.1']);
    const by = egress(['hooks.internal'], [dns.address]);
    const { body } = await lookedUp(() => get(`http://hooks.internal:${port}/`, {}, by));
    expect(body.toString()).toBe(`hooks.internal:${port}`);
    expect(new Set(dns.asked)).toEqual(new Set(['hooks.internal 1', 'hooks.internal 28']));
  });

  it('that the operator allows is looked up by the system where no servers are given', async () => {
    const { port } = await http((_, response) => response.end('in'));
    expect((await get(`http://localhost:${port}/`, {}, egress(['localhost']))).body.toString()).toBe('in');
  });

  it('without an address is distinguished from a server that fails', async () => {
    const dns = await names((name) => (name === 'broken.example' ? 2 : 3));
    const message = async (name: string) =>
      (await failureOf(get(`https://${name}/`, {}, egress([], [dns.address])))).message;
    await eventually(async () => expect(await message('none.example')).toBe('has a host name without an address'));
    expect(await message('broken.example')).toBe('has a host name that could not be looked up');
  });

  it('does not outlast the deadline while its name server is silent', async () => {
    const dns = await names(() => 'silence');
    const failure = await failureOf(get('https://silent.example/', { deadlineMs: 49.998 }, egress([], [dns.address])));
    expect(failure).toMatchObject({ kind: 'late', message: 'has not answered within 0.05 s' });
  });
});

describe('a redirect', () => {
  const redirecting = (location: string, status = 302) =>
    http((request, response) => {
      if (request.url === '/end') response.end('end');
      else response.writeHead(status, { location }).end();
    });

  it('is an answer like any other unless it is asked for, and for a POST always', async () => {
    const { url } = await redirecting('/end');
    expect(await get(url)).toMatchObject({ status: 302, headers: { location: '/end' } });
    expect(await get(url, { method: 'POST', body: 'x', redirects: 3 })).toMatchObject({ status: 302 });
  });

  it.each([301, 302, 303, 307, 308])('%i is followed when asked for', async (status) => {
    const { url } = await redirecting('/end', status);
    expect((await get(url, { redirects: 1 })).body.toString()).toBe('end');
  });

  it('of a HEAD is followed, too; the answer says where it came from, and after how many', async () => {
    const { url } = await redirecting('/end');
    const methods = ['GET', 'HEAD'] as const;
    for (const method of methods)
      expect(await get(`${url}/start`, { method, redirects: 1 })).toMatchObject({ url: `${url}/end`, redirects: 1 });
    expect(await get(`${url}/start`)).toMatchObject({ url: `${url}/start`, redirects: 0 });
  });

  it('is judged like the first URL', async () => {
    const inner = await http((_, response) => response.end('secret'));
    const locations = [
      `http://127.2:${inner.port}/`,
      `http://[::ffff:127.0.0.2]:${inner.port}/`,
      `http://localhost:${inner.port}/`,
      'https://go.example.com/x',
      'file:///etc/passwd',
      'https://u:p@example.com/',
    ];
    for (const location of locations) {
      const { url } = await redirecting(location);
      expect([location, (await failureOf(get(url, { redirects: 3 }))).kind]).toEqual([location, 'refused']);
    }
    expect(inner.connections()).toBe(0);
  });

  it('is followed as often as allowed, and no more', async () => {
    const { url, connections } = await redirecting('/again');
    expect(await failureOf(get(url, { redirects: 2, headers: { connection: 'close' } }))).toMatchObject({
      kind: 'malformed',
      message: 'redirects more than 2 times',
    });
    expect(connections()).toBe(3);
  });
});

describe('a body', () => {
  const ofBytes = (count: number, headers: Record<string, string> = {}, bytes = Buffer.alloc(count, 'a')) =>
    http((_, response) => response.writeHead(200, headers).end(bytes));

  it('may be as long as the limit, and no longer', async () => {
    expect((await get((await ofBytes(1_000)).url)).body).toHaveLength(1_000);
    expect(await failureOf(get((await ofBytes(1_001)).url))).toMatchObject({
      kind: 'too_large',
      message: 'answers with more than 1000 bytes',
    });
  });

  it('is cut at the limit where the caller wants its beginning, and the rest is not read', async () => {
    const server = await http((_, response) => {
      const more = (): void =>
        void (!response.destroyed && response.write(Buffer.alloc(65_536), () => setImmediate(more)));
      more();
    });
    expect((await get(server.url, { longer: 'cut' })).body).toHaveLength(1_000);
    while (server.open() > 0) await new Promise(setImmediate);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('is decompressed from %s, and its limit holds for what comes out', async (encoding, compress) => {
    const headers = { 'content-encoding': encoding };
    const fits = await ofBytes(0, headers, compress(Buffer.alloc(1_000, 'a')));
    expect((await get(fits.url)).body.toString()).toBe('a'.repeat(1_000));
    const bomb = await ofBytes(0, headers, compress(Buffer.alloc(8_000_000)));
    expect(await failureOf(get(bomb.url, { maxBytes: 100_000 }))).toMatchObject({ kind: 'too_large' });
    expect((await get(bomb.url, { maxBytes: 100_000, longer: 'cut' })).body).toHaveLength(100_000);
  });

  it('is refused in an encoding that is unknown, broken or twofold', async () => {
    for (const encoding of ['zstd', 'gzip', 'gzip, gzip', 'constructor'])
      expect([
        encoding,
        (await failureOf(get((await ofBytes(100, { 'content-encoding': encoding })).url))).kind,
      ]).toEqual([encoding, 'malformed']);
  });
});

describe('a server that misbehaves', () => {
  const HEAD = 'HTTP/1.1 200 OK\r\nContent-Length: 900\r\n';

  it.each([
    ['says nothing', () => undefined],
    ['sends its headers drop by drop', (socket: Socket) => drip(socket, HEAD)],
    [
      'sends its body drop by drop',
      (socket: Socket) => void (socket.write(`${HEAD}\r\n`), drip(socket, 'a'.repeat(900))),
    ],
    ['stops in the middle of the body', (socket: Socket) => void socket.write(`${HEAD}\r\nabc`)],
  ])('by one deadline ends, when it %s', async (_, say) => {
    const server = await raw(say);
    expect(await failureOf(get(server.url, { deadlineMs: 200 }))).toMatchObject({ kind: 'late' });
    while (server.open() > 0) await new Promise(setImmediate);
  });

  it('by a reset in the middle of the body is unreachable', async () => {
    const { url } = await raw((socket) => socket.write(`${HEAD}\r\nabc`, () => socket.resetAndDestroy()));
    expect(await failureOf(get(url))).toMatchObject({ kind: 'unreachable', message: 'could not be reached' });
  });

  it('by an early end of the body is unreachable', async () => {
    const { url } = await raw((socket) => void socket.end(`${HEAD}\r\nabc`));
    expect(await failureOf(get(url))).toMatchObject({ kind: 'unreachable' });
  });

  it('by something other than HTTP, or endless headers, is malformed', async () => {
    for (const text of ['SSH-2.0-OpenSSH_9.6\r\n', `HTTP/1.1 200 OK\r\n${'X-A: b\r\n'.repeat(20_000)}\r\n`]) {
      const { url } = await raw((socket) => void socket.end(text));
      expect(await failureOf(get(url))).toMatchObject({ kind: 'malformed' });
    }
  });

  it('by a certificate of an unknown authority, or of another name, is unreachable, and says so', async () => {
    const invalid = { kind: 'unreachable', message: 'has no certificate that is valid for its name' };
    const { port } = await https((_, response) => response.end('in'));
    const distrusting = createEgress({ allow: ['127.0.0.1'], dnsServers: [], ownHosts: [] });
    ends.push(() => distrusting.close());
    expect(await failureOf(get(`https://127.0.0.1:${port}/`, {}, distrusting))).toMatchObject(invalid);
    const dns = await names(() => ['127.0.0.1']);
    const other = failureOf(get(`https://other.example:${port}/`, {}, egress(['127.0.0.1'], [dns.address])));
    expect(await other).toMatchObject(invalid);
    expect((await get(`https://127.0.0.1:${port}/`)).body.toString()).toBe('in');
  });

  it('that is not there is unreachable', async () => {
    const { url } = await http(() => undefined);
    await ends.pop()?.();
    expect(await failureOf(get(url))).toMatchObject({ kind: 'unreachable' });
  });

  it('ends with the caller’s signal', async () => {
    const { url } = await raw(() => stopping.abort(new Error('stopped')));
    const stopping = new AbortController();
    await expect(get(url, { signal: stopping.signal })).rejects.toThrow('stopped');
    await expect(get(url, { signal: stopping.signal })).rejects.toThrow('stopped');
  });
});

/** Writes a text letter by letter, so that no timer between two of them ever runs out. */
function drip(socket: Socket, text: string): void {
  let at = 0;
  const next = (): void => {
    if (socket.destroyed || at >= text.length - 1) return;
    socket.write(text.charAt(at++));
    setTimeout(next, 20);
  };
  next();
}
