import { generateKeyPairSync, sign } from 'node:crypto';
import { importPKCS8, SignJWT } from 'jose';
import { api, type Product, register, type Registered, send, startWaymark } from '../../support/waymark';
import { expectProblem } from '../support/problems';
import { productUnderTest } from '../support/product';

const decoded = (part = ''): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Wrong tokens are limited by address. */
const ask = (address: { url: string; port: number }, token: string) =>
  send(address, 'GET', '/v1/auth/me', {
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': '198.51.100.30' },
  });

describe('an access token', () => {
  const product = productUnderTest();
  let registered: Registered;
  let parts: string[];
  beforeAll(async () => {
    registered = await register(product);
    parts = registered.access_token.split('.');
  });

  it('is signed by Ed25519, names its key, and lives no longer than 10 minutes', () => {
    const [header, payload] = [decoded(parts[0]), decoded(parts[1])];
    expect(header).toEqual({ alg: 'EdDSA', typ: 'JWT', kid: expect.any(String) });
    expect(Number(payload['exp']) - Number(payload['iat'])).toBeLessThanOrEqual(600);
    expect(payload).toMatchObject({ iss: product.url, aud: 'waymark', sub: registered.user.id });
    expect(JSON.stringify(payload)).not.toContain('@');
  });

  it('is refused when forged, unsigned or meant for something else', async () => {
    const [header = '', payload = '', signature = ''] = parts;
    const { privateKey } = generateKeyPairSync('ed25519');
    const own = sign(null, Buffer.from(`${header}.${payload}`), privateKey).toString('base64url');
    const other = encoded({ ...decoded(payload), wid: 'ws_00000000000000000000000000' });
    const none = encoded({ alg: 'none', typ: 'JWT' });
    const hs256 = encoded({ ...decoded(header), alg: 'HS256' });
    const forged = [
      `${header}.${payload}.${own}`,
      `${header}.${other}.${signature}`,
      `${none}.${payload}.`,
      `${none}.${payload}.${signature}`,
      `${hs256}.${payload}.${own}`,
      `${header}.${payload}.AAAA`,
      'a.b.c',
      '..',
    ];
    for (const token of forged) expectProblem(await ask(product, token), 401, 'invalid_token');
    expect((await ask(product, registered.access_token)).status).toBe(200);
  });
});

describe('with the signing key in hand', () => {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  let product: Product;
  beforeAll(async () => {
    product = await startWaymark({ env: { JWT_PRIVATE_KEY: pem.replaceAll('\n', '\\n') }, patient: true });
  });
  afterAll(() => product.stop());

  it('refuses an expired token or one for another audience, issuer or session', async () => {
    const { email, password } = product.bootstrap;
    const login = await api(product).post<Registered>('/v1/auth/login', { email, password });
    expect(login.status).toBe(200);
    const [header, payload] = login.body.access_token.split('.').slice(0, 2).map(decoded) as [
      Record<string, string>,
      Record<string, unknown>,
    ];
    const key = await importPKCS8(pem, 'EdDSA');
    const now = Math.floor(Date.now() / 1000);
    const signed = (changes: Record<string, unknown>) =>
      new SignJWT({ ...payload, ...changes })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: header['kid'] ?? '' })
        .sign(key);
    expect((await ask(product, await signed({}))).status).toBe(200);
    // Issued by a gateway whose clock is ahead.
    expect((await ask(product, await signed({ iat: now + 4, exp: now + 604 }))).status).toBe(200);
    expectProblem(await ask(product, await signed({ iat: now - 700, exp: now - 100 })), 401, 'token_expired');
    for (const changes of [
      { aud: 'other' },
      { iss: 'https://other.example' },
      { sid: 'ses_x' },
      { sub: 'usr_x' },
      { wid: 'ws_x' },
      { exp: undefined },
      { iat: now - 7_000, exp: now + 7_000 },
      { iat: now + 60, exp: now + 660 },
    ]) {
      const answer = await ask(product, await signed(changes));
      expect([changes, answer.status]).toEqual([changes, 401]);
    }
  });

  it('signing up is closed, as the options say, alike for an address with and without an account', async () => {
    expect((await api(product).get('/v1/auth/options')).body).toEqual({ signup: 'closed' });
    const register_ = (email: string) =>
      api(product).post(
        '/v1/auth/register',
        { email, password: 'long enough to do' },
        { 'x-request-id': 'req_pinned' },
      );
    const [known, unknown] = [await register_(product.bootstrap.email), await register_('a@example.com')];
    expectProblem(known, 403, 'signup_closed');
    expect(known.text).toBe(unknown.text);
  });
});
