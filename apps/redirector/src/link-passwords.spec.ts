import { request as httpRequest, createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { closePasswords, hashPassword } from '@platform/passwords';
import { type LinkPasswordsOptions, type Refusal, createLinkPasswords } from './link-passwords';

const servers: Server[] = [];
let hash: string;

beforeAll(async () => void (hash = await hashPassword('open sesame')));
afterEach(() => servers.splice(0).forEach((server) => server.close().closeAllConnections()));
afterAll(closePasswords);

const away = { begin: () => Promise.reject(new Error('Postgres is away')) };

/** Sends passwords to a link on a real server. */
const passwords = async (options: Partial<LinkPasswordsOptions> = {}) => {
  let address = '192.0.2.1';
  const warned: string[] = [];
  const gate = createLinkPasswords({
    attempts: away,
    addressOf: () => address,
    log: { warn: (_, message) => void warned.push(message), error: () => undefined },
    ...options,
  });
  const server = createServer((req, res) => {
    void gate.refusalOf(req, 'link_1', hash).then((refusal) => res.end(JSON.stringify(refusal)));
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const send = async (password: string): Promise<Refusal | null> => {
    const sent = httpRequest({ port, method: 'POST', headers: { 'content-type': 'application/json' } });
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

describe('passwords of links that come at once', () => {
  it('wait, 17 with the one that is compared, and further ones are refused', async () => {
    const settled: boolean[] = [];
    let go = (): void => undefined;
    const begun = new Promise<void>((resolve) => (go = resolve));
    let waiting = 0;
    const attempts = {
      begin: async () => {
        if ((waiting += 1) === 17) go();
        await refused;
        return { settle: async (right: boolean) => void settled.push(right) };
      },
    };
    let open = (): void => undefined;
    const refused = new Promise<void>((resolve) => (open = resolve));
    const { send } = await passwords({ attempts });
    const first = Array.from({ length: 17 }, () => send('open sesame'));
    await begun;
    expect(await send('open sesame')).toEqual({ code: 'rate_limited', headers: { 'retry-after': '1' } });
    open();
    expect(await Promise.all(first)).toEqual(Array(17).fill(null));
    expect(settled).toEqual(Array(17).fill(true));
  });
});
