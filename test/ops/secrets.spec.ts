import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeFolder, removeFolder } from '../faults/processes';
import { eventually } from '../support/programs';
import { type Product, type Registered, api, send, startWaymark } from '../support/waymark';
import { type WebhookReceiver, startReceiver } from '../support/webhook-receiver';

const MAIN = join(__dirname, '../../dist/apps/ops/src/main.js');
const OTHER_PEPPER = 'another pepper, of more than 32 characters';

let folder: string;
let product: Product;
let receiver: WebhookReceiver;

const start = async (env: Readonly<Record<string, string>> = {}): Promise<void> => {
  product = await startWaymark({
    dataDir: join(folder, 'data'),
    env: { EGRESS_ALLOW: '127.0.0.1', ...env },
    patient: true,
    ...(product && { port: product.port }),
  });
};

interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const accept = (name: string, env: Readonly<Record<string, string>> = {}, typed?: string): Promise<Said> =>
  new Promise((resolve) => {
    const { dataDir: DATA_DIR } = product;
    const child = execFile(
      process.execPath,
      [MAIN, 'secrets', 'accept', name, ...(typed === undefined ? ['--yes'] : [])],
      { cwd: dirname(DATA_DIR), env: { PATH: process.env['PATH'], TMPDIR: tmpdir(), DATA_DIR, ...env } },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
    child.stdin?.end(typed);
  });

const login = async (): Promise<Registered> => {
  const { email, password } = product.bootstrap;
  return (await send<Registered>(product, 'POST', '/v1/auth/login', { body: { email, password } })).body;
};
const statusOf = async (token: string, path = '/v1/links'): Promise<number> =>
  (await api(product, token).get(path)).status;
const stored = (): string => readFileSync(join(folder, 'data', 'secrets.json'), 'utf8');

beforeAll(async () => {
  folder = makeFolder('secrets');
  receiver = await startReceiver();
  await start();
});
afterAll(async () => {
  await product.stop();
  await receiver.close();
  removeFolder(folder);
});

describe('ops secrets accept', () => {
  it('changes nothing while the product runs, without consent, or for a name that is none', async () => {
    expect(await accept('JWT_PRIVATE_KEY')).toMatchObject({ code: 1, err: expect.stringContaining('Stop it first') });
    await product.kill('SIGTERM');
    const before = stored();
    expect(await accept('JWT_PRIVATE_KEY', {}, 'KEY_PEPPER\n')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/Access tokens .* are refused.*[^]*Nothing was changed/),
    });
    expect(await accept('DATABASE_URL')).toMatchObject({ code: 2 });
    expect(stored()).toBe(before);
    await start();
  });

  it('exchanges the key that signs access tokens, and nobody has to log in again', async () => {
    const { access_token, refresh_token } = await login();
    expect(await statusOf(access_token)).toBe(200);
    await product.kill('SIGTERM');
    expect(await accept('JWT_PRIVATE_KEY', {}, 'JWT_PRIVATE_KEY\n')).toMatchObject({ code: 0 });
    await start();
    expect(await statusOf(access_token)).toBe(401);
    expect((await send(product, 'POST', '/v1/auth/refresh', { body: { refresh_token } })).status).toBe(200);
    expect(await statusOf(product.bootstrap.api_key)).toBe(200);
  });

  it('exchanges the secret of visitors', async () => {
    await product.kill('SIGTERM');
    const before = stored();
    expect(await accept('VISITOR_SECRET')).toMatchObject({ code: 0 });
    expect(stored()).not.toBe(before);
    await start();
  });

  it('exchanges the pepper for the one that the environment names: keys and webhooks get new secrets', async () => {
    const owner = api(product, product.bootstrap.api_key);
    const made = await owner.post<{ id: string }>('/v1/webhooks', { url: receiver.url('/hook'), events: ['link.*'] });
    expect(made.status).toBe(201);
    await product.kill('SIGTERM');
    await expect(start({ KEY_PEPPER: OTHER_PEPPER })).rejects.toThrow(/KEY_PEPPER is not the one/);
    expect(await accept('KEY_PEPPER', { KEY_PEPPER: OTHER_PEPPER })).toMatchObject({ code: 0 });
    expect(await accept('KEY_PEPPER', { KEY_PEPPER: OTHER_PEPPER })).toMatchObject({
      code: 1,
      err: expect.stringContaining('is the former one'),
    });
    await start({ KEY_PEPPER: OTHER_PEPPER });
    expect(await statusOf(product.bootstrap.api_key)).toBe(401);
    const user = api(product, (await login()).access_token);
    const [key] = (await user.get<{ data: { id: string }[] }>('/v1/api-keys')).body.data;
    const rotated = await user.post<{ key: string }>(`/v1/api-keys/${key?.id}/rotate`);
    expect(await statusOf(rotated.body.key)).toBe(200);
    expect((await user.post('/v1/links', { destination_url: 'https://example.com/' })).status).toBe(201);
    expect(receiver.events('/hook')).toEqual([]);
    expect((await user.post(`/v1/webhooks/${made.body.id}/rotate-secret`)).status).toBe(200);
    await eventually(() => expect(receiver.events('/hook')).toHaveLength(1));
  });
});
