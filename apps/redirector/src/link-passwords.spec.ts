import { request as httpRequest, createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { eventually } from '../../../test/support/programs';
import { rateLimited, unavailable } from '@platform/http';
import { closePasswords, hashPassword } from '@platform/passwords';
import { type LinkPasswordsOptions, type Refusal, createLinkPasswords } from './link-passwords';

const servers: Server[] = [];
let hash: string;

beforeAll(async () => void (hash = await hashPassword('open sesame')));
afterEach(() => servers.splice(0).forEach((server) => server.close().closeAllConnections()));
afterAll(closePasswords);

const away = { begin: () => Promise.reject(new Error('Postgres is away')) };

/** Sends passwords to a link on a real server. @param hashes those that a request is judged by, one after the other */
const passwords = async (options: Partial<LinkPasswordsOptions> = {}, hashes = () => [hash]) => {
  let address = '192.0.2.1';
  const warned: string[] = [];
  const gate = createLinkPasswords({
    attempts: away,
    addressOf: () => address,
    log: { warn: (_, message) => void warned.push(message), error: () => undefined },
    ...options,
  });
  const judged = async (req: IncomingMessage): Promise<Refusal | null> => {
    let last: Refusal | null = null;
    for (const one of hashes()) last = await gate.refusalOf(req, req.url ?? '', one);
    return last;
  };
  const failed = (error: Error) => ({ code: error.constructor.name, headers: {} });
  const server = createServer((req, res) => {
    void judged(req)
      .catch(failed)
      .then((answer) => res.end(JSON.stringify(answer)));
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const send = async (password: string, path = '/link_1'): Promise<Refusal | null> => {
    const sent = httpRequest({ port, path, method: 'POST', headers: { 'content-type': 'application/json' } });
    sent.end(JSON.stringify({ password }));
    const [answer] = (await once(sent, 'response')) as [AsyncIterable<Buffer>];
    let text = '';
    for await (const chunk of answer) text += String(chunk);
    return JSON.parse(text) as Refusal | null;
  };
  return { send, warned, from: (other: string) => (address = other) };
};

describe('passwords of links while the database is away', () => {
  it('are compared, with the same limits in this process, which says so once', async () => {
    let now = 0;
    const { send, warned, from } = await passwords({ now: () => now });
    for (let n = 0; n < 3; n += 1) expect(await send('open sesame')).toBeNull();
    for (let n = 0; n < 10; n += 1) expect(await send('wrong')).toMatchObject({ code: 'wrong_password' });
    now = 20_000;
    expect(await send('open sesame')).toEqual({ code: 'rate_limited', headers: { 'retry-after': '40' } });
    from('192.0.2.2');
    expect(await send('open sesame')).toBeNull();
    from('192.0.2.1');
    now = 60_000;
    expect(await send('open sesame')).toBeNull();
    expect(warned).toEqual(['attempts at passwords of links are limited by each process for now']);
  });

  it('take 100 wrong attempts a minute at a link, wherever they come from', async () => {
    const { send, from } = await passwords({ now: () => 0 });
    for (let n = 0; n < 100; n += 1) {
      from(`192.0.2.${n}`);
      expect(await send('wrong')).toMatchObject({ code: 'wrong_password' });
    }
    from('192.0.2.200');
    expect(await send('open sesame')).toMatchObject({ code: 'rate_limited' });
  });
});

describe('the password that a request has sent', () => {
  it('does not count as wrong when it could not be compared', async () => {
    let stored = 'no hash';
    const { send } = await passwords({ now: () => 0 }, () => [stored]);
    for (let n = 0; n < 11; n += 1) expect(await send('open sesame')).toMatchObject({ code: 'LookupUnavailable' });
    stored = hash;
    expect(await send('open sesame')).toBeNull();
  });

  it('is compared again with another one that the link has by then', async () => {
    const [again, other] = await Promise.all(['open sesame', 'new words'].map((text) => hashPassword(text)));
    const { send } = await passwords({}, () => [hash, again ?? '']);
    expect(await send('open sesame')).toBeNull();
    const { send: sendLate } = await passwords({}, () => [hash, other ?? '']);
    expect(await sendLate('open sesame')).toMatchObject({ code: 'wrong_password' });
  });
});

describe('passwords of links that come at once', () => {
  const busy = { code: 'unavailable', headers: { 'retry-after': '1' } };

  /** Attempts begin and wait until `open` is called. */
  const held = async () => {
    const settled: boolean[] = [];
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    let waiting = 0;
    const begin = async () => {
      waiting += 1;
      await opened;
      return { settle: async (right: boolean) => void settled.push(right) };
    };
    const { send, from } = await passwords({ attempts: { begin } });
    /** Sends from an address each, and waits until all have begun. */
    const begun = async (sent: readonly (readonly [address: string, path: string])[]) => {
      const all: Promise<Refusal | null>[] = [];
      for (const [address, path] of sent) {
        from(address);
        const before = waiting;
        all.push(send('open sesame', path));
        await eventually(async () => expect(waiting).toBe(before + 1));
      }
      return all;
    };
    return { begun, open: () => open(), send, from, settled };
  };
  const numbered = (count: number, of: (n: number) => readonly [string, string]) =>
    Array.from({ length: count }, (_, n) => of(n));

  it('wait, 17 with the one that is compared, and for further ones, from any address, the server is busy', async () => {
    const { begun, open, send, settled, from } = await held();
    const first = await begun(numbered(17, (n) => [`192.0.2.${n}`, `/link_${n}`]));
    from('192.0.2.200');
    expect(await send('open sesame', '/link_200')).toEqual(busy);
    open();
    expect(await Promise.all(first)).toEqual(Array(17).fill(null));
    // A busy machine takes so long that some have begun in this process alone.
    expect(new Set(settled)).toEqual(new Set([true]));
  });

  it('find the server busy while those of other processes may still be right, and not that too many were wrong', async () => {
    const { send } = await passwords({ attempts: { begin: () => Promise.reject(unavailable()) } });
    expect(await send('open sesame')).toEqual(busy);
    const { send: sendMore } = await passwords({ attempts: { begin: () => Promise.reject(rateLimited(40)) } });
    expect(await sendMore('open sesame')).toEqual({ code: 'rate_limited', headers: { 'retry-after': '40' } });
  });

  it.each<[number, string, (n: number) => readonly [string, string]]>([
    [12, 'at one link', (n) => [`192.0.2.${n}`, '/link_1']],
    [8, 'from one network', (n) => ['192.0.2.1', `/link_${n}`]],
  ])('are refused beyond %i %s, and another visitor’s at another link is compared', async (most, _, of) => {
    const { begun, open, send, from } = await held();
    const first = await begun(numbered(most, of));
    const [address, path] = of(most);
    from(address);
    expect(await send('open sesame', path)).toEqual(busy);
    const other = await begun([['192.0.2.200', '/link_200']]);
    open();
    expect(await Promise.all([...first, ...other])).toEqual(Array(most + 1).fill(null));
    from(address);
    expect(await send('open sesame', path)).toBeNull();
  });
});
