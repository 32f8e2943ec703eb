import { randomBytes } from 'node:crypto';
import { mkdtempSync, chmodSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Invitation, login } from '../api/support/members';
import { inDatabaseOf } from '../faults/processes';
import { eventually } from '../support/programs';
import { api, PASSWORD, type Product, type Registered, send, startWaymark } from '../support/waymark';

const env = { SIGNUP: 'open', DEFAULT_PLAN: 'enterprise', TRUST_PROXY: 'loopback' };
const word = () => randomBytes(8).toString('hex');

/** Empty for a file that a running product has just removed. */
const contentOf = (path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return Buffer.alloc(0);
  }
};

describe('a deleted person', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-erasure-'));
  const dataDir = join(folder, 'data');
  const [email, name, uninvited] = [`${word()}@example.com`, `Ada ${word()}`, `${word()}@example.com`];
  let running: Product | undefined;

  beforeAll(() => chmodSync(folder, 0o755));
  afterAll(async () => {
    await running?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  });

  /** @param port absent: a free one */
  const start = async (port?: number): Promise<Product> =>
    (running = await startWaymark({ env, dataDir, patient: true, ...(port !== undefined && { port }) }));
  /** Ends the product, which writes every page of its database. */
  const stop = async (product: Product): Promise<void> => {
    expect((await product.kill('SIGTERM')).code).toBe(0);
    running = undefined;
  };
  const filesWith = (needle: string): string[] =>
    readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => contentOf(path).includes(needle))
      .map((path) => path.slice(dataDir.length));

  /** All that a person can be called by: invited, named, at work, listed by others, and repeated under a key. */
  const live = async (product: Product): Promise<string> => {
    const owner = api(
      product,
      (await login(product.bootstrap.email, product.bootstrap.password, product)).body.access_token,
    );
    const invite = (address: string) =>
      owner.post<Invitation>(
        '/v1/workspace/invitations',
        { email: address, role: 'owner' },
        { 'idempotency-key': word() },
      );
    const withdrawn = (await invite(uninvited)).body;
    expect(filesWith(uninvited)).not.toEqual([]);
    expect((await owner.delete(`/v1/workspace/invitations/${withdrawn.id}`)).status).toBe(204);
    const { token } = (await invite(email)).body;
    const accepted = await api(product).post<Registered>('/v1/auth/accept', { token, password: PASSWORD, name });
    for (const needle of [email, name]) expect(filesWith(needle)).not.toEqual([]);
    const person = api(product, accepted.body.access_token);
    const link = await person.post<{ id: string }>('/v1/links', { destination_url: 'https://example.com/' });
    expect(link.status).toBe(201);
    expect((await owner.get('/v1/workspace/members', { 'idempotency-key': word() })).text).toContain(name);
    const elsewhere = await api(product).post<Registered>('/v1/auth/register', {
      email: `${word()}@example.com`,
      password: PASSWORD,
      name,
    });
    const deleted = (access_token: string) =>
      send(product, 'DELETE', '/v1/auth/me', {
        body: { password: PASSWORD },
        headers: { authorization: `Bearer ${access_token}`, 'idempotency-key': word() },
      });
    expect((await deleted(elsewhere.body.access_token)).status).toBe(409);
    await inDatabaseOf(product, 'checkpoint; analyze; update users set name = name');
    await inDatabaseOf(product, `delete from users where id = '${elsewhere.body.user.id}'`);
    expect((await deleted(accepted.body.access_token)).status).toBe(204);
    return link.body.id;
  };

  it('is nowhere on disk by address or name once the files are rewritten; what they made stays', async () => {
    const first = await start();
    const link = await live(first);
    const owner = api(first, first.bootstrap.api_key);
    const history = (await owner.get(`/v1/links/${link}/history`)).text;
    await stop(first);

    // History shows URLs with the port.
    const second = await start(first.port);
    await eventually(async () => expect(await inDatabaseOf(second, 'select id from erasures')).toEqual([]));
    expect((await api(second, second.bootstrap.api_key).get(`/v1/links/${link}/history`)).text).toBe(history);
    expect((await login(second.bootstrap.email, second.bootstrap.password, second)).status).toBe(200);
    await stop(second);
    for (const needle of [email, name, uninvited]) expect([needle, filesWith(needle)]).toEqual([needle, []]);
    expect(filesWith(first.bootstrap.email)).not.toEqual([]);
  });
});
