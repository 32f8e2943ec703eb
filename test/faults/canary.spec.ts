import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createAnalyticsClient } from '@platform/analytics-store';
import { eventually, startProgram } from '../support/programs';
import { type Address, type SendOptions, api, freePort, send } from '../support/waymark';
import {
  type Launched,
  compile,
  inDatabaseOf,
  killHard,
  launch,
  makeFolder,
  processesOf,
  removeFolder,
} from './processes';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

describe('an API key', () => {
  let folder: string;
  let dataDir: string;
  let address: Address;
  let running: Launched;

  beforeAll(async () => {
    compile();
    folder = makeFolder('canary');
    dataDir = join(folder, 'data');
    address = { url: '', port: await freePort(), patient: true };
    running = launch(dataDir, address.port, { LOG_LEVEL: 'trace', TRUST_PROXY: 'loopback' });
    await eventually(async () => expect((await send(address, 'GET', '/health/ready')).status).toBe(200), 120_000);
  });

  afterAll(async () => {
    killHard(processesOf(dataDir));
    await running.exit;
    removeFolder(folder);
  });

  it('is nowhere on disk or in output, however it was used or misused', async () => {
    const owner = api(
      address,
      (JSON.parse(readFileSync(join(dataDir, 'bootstrap.json'), 'utf8')) as { api_key: string }).api_key,
    );
    const made = await owner.post<{ id: string; key: string }>(
      '/v1/api-keys',
      { name: 'Canary', scope: 'Read + Write' },
      { 'idempotency-key': 'canary' },
    );
    expect(made.status).toBe(201);
    const { id, key } = made.body;
    // The stored answer has the key in it, sealed.
    expect(
      (await owner.post('/v1/api-keys', { name: 'Canary', scope: 'Read + Write' }, { 'idempotency-key': 'canary' }))
        .text,
    ).toContain(key);

    const webhook = await owner.post<{ id: string; secret: string }>(
      '/v1/webhooks',
      { url: 'https://hooks.example.com/', events: ['*'] },
      { 'idempotency-key': 'canary' },
    );
    expect(webhook.status).toBe(201);
    await owner.post(`/v1/webhooks/${webhook.body.id}/test`);
    const secret = webhook.body.secret.slice('whsec_'.length);

    await use(key);
    expect((await owner.post(`/v1/api-keys/${id}/revoke`)).status).toBe(200);
    expect((await api(address, key).get('/v1/links')).status).toBe(401);
    await eventually(async () => {
      const { body } = await owner.get<{ totals: { clicks: number } }>('/v1/analytics/workspace?range=all');
      expect(body.totals.clicks).toBe(CLICKS);
    });
    await inDatabaseOf({ dataDir, output: running.output }, 'checkpoint');
    running.child.kill('SIGTERM');
    await running.exit;

    // The part after the prefix, because part of a key is as bad as the whole.
    const needle = key.slice('svc_live_'.length + 4);
    expect(filesWith(Buffer.from('First key')).length).toBeGreaterThan(0);
    expect(filesWith(Buffer.from(needle))).toEqual([]);
    expect(running.output()).toContain('/v1/links');
    expect(running.output()).not.toContain(needle);
    expect(filesWith(Buffer.from(webhook.body.id)).length).toBeGreaterThan(0);
    expect(filesWith(Buffer.from(secret))).toEqual([]);
    expect(filesWith(Buffer.from(secret, 'base64'))).toEqual([]);
    expect(running.output()).not.toContain(secret);
  });

  describe('and the address of a visitor', () => {
    it('is in no file and no output in any notation; its network is', () => {
      expect(filesWith(Buffer.from('81.2.69.0/24')).length).toBeGreaterThan(0);
      for (const needle of ADDRESSES) {
        expect([needle, filesWith(Buffer.from(needle))]).toEqual([needle, []]);
        expect(running.output()).not.toContain(needle);
      }
      expect(filesWith(Buffer.from(V6_BYTES, 'hex'))).toEqual([]);
    });

    it('is in no column of the compressed table of clicks', async () => {
      const socketPath = join(folder, 's', 'http.sock');
      const engine = await startProgram('test/fixtures/processes/clickhouse.ts', [
        join(dataDir, 'analytics', 'chdb'),
        socketPath,
      ]);
      const client = createAnalyticsClient({ socketPath });
      try {
        const rows = await client.rows<{ network: string; country: string }>('SELECT * FROM clicks');
        expect(rows.map(({ network, country }) => [network, country]).sort()).toEqual([
          ...Array(2).fill(['2a00:1450:4001::/48', 'DE']),
          ...Array(2).fill(['81.2.69.0/24', 'GB']),
        ]);
        for (const needle of ADDRESSES) expect(JSON.stringify(rows)).not.toContain(needle);
      } finally {
        await client.close();
        await engine.end();
      }
    });
  });

  /** As text, in hexadecimal and as a number. */
  const ADDRESSES = [
    '81.2.69.142',
    '5102458e',
    '1359103374',
    '2a00:1450:4001:830::200e',
    '2a00:1450:4001:0830',
    '2a00145040010830',
  ];
  const V6_BYTES = '2a00145040010830000000000000200e';
  const CLICKS = 4;

  const use = async (key: string): Promise<void> => {
    const ask = (method: string, path: string, options?: SendOptions) => send(address, method, path, options);
    const bearer = { authorization: `Bearer ${key}` };
    const destination_url = 'https://example.com/';
    const expected: [number, Promise<{ status: number }>][] = [
      [201, ask('POST', '/v1/links', { headers: bearer, body: { destination_url, alias: 'canary' } })],
      [200, ask('GET', '/v1/links', { headers: { 'x-api-key': key } })],
      [200, ask('GET', `/v1/links?api_key=${key}`)],
      [
        201,
        ask('POST', `/v1/links?api_key=${key}`, {
          body: { destination_url },
          headers: { 'idempotency-key': 'by-query' },
        }),
      ],
      // Wrong in every way that quotes its input.
      [
        400,
        ask('POST', '/v1/links', { headers: bearer, body: { destination_url: `https://example.com/?api_key=${key}` } }),
      ],
      [400, ask('POST', '/v1/links', { headers: bearer, body: { destination_url, alias: key } })],
      [400, ask('POST', '/v1/links', { headers: bearer, body: { destination_url, title: `my key: ${key}` } })],
      [400, ask('POST', '/v1/api-keys', { headers: bearer, body: { name: key, scope: 'Read' } })],
      [400, ask('POST', '/v1/links', { headers: bearer, body: { destination_url, [key]: key } })],
      [
        400,
        ask('POST', '/v1/links', {
          headers: { ...bearer, 'content-type': 'application/json' },
          body: `{"broken": "${key}`,
        }),
      ],
      [400, ask('GET', `/v1/links?api_key=${key}&unknown=${key}`)],
      [404, ask('GET', `/v1/links/${key}`, { headers: bearer })],
      [404, ask('GET', `/v1/${key}?api_key=${key}`)],
      [405, ask('DELETE', `/v1/links?api_key=${key}`)],
      [401, ask('GET', '/v1/links', { headers: { authorization: `Bearer ${key}x` } })],
      [401, ask('GET', '/v1/links', { headers: { authorization: `Basic ${key}` } })],
      [401, ask('POST', '/v1/auth/login', { body: { email: 'someone@example.com', password: key } })],
      [404, ask('GET', `/nobody-made-this?api_key=${key}`)],
    ];
    for (const [status, answer] of expected) expect((await answer).status).toBe(status);
    // Clicks by a visitor who sends the key along.
    const visitors = ['81.2.69.142', '2a00:1450:4001:830::200e'];
    const click = (query: string, headers: Readonly<Record<string, string>>) => {
      const from = visitors.reverse()[0];
      return ask('GET', `/canary${query}`, {
        headers: {
          'user-agent': BROWSER,
          'x-forwarded-for': from,
          forwarded: `for=${from}`,
          'x-real-ip': from,
          ...headers,
        },
      });
    };
    for (const answer of [
      click(`?api_key=${key}`, {}),
      click('', { referer: `https://example.com/page?api_key=${key}#x` }),
      click(`?a=b&x=${key}`, { referer: `https://example.com/${key}` }),
      click('', { authorization: `Bearer ${key}`, cookie: `key=${key}`, 'accept-language': key, 'x-request-id': key }),
    ])
      expect((await answer).status).toBe(302);
  };

  const filesWith = (needle: Buffer): string[] =>
    readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => readFileSync(path).includes(needle));
});
