import { spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { untilAllJudged, untilJudged } from '../../../support/judged';
import { FROM_SOURCES, eventually } from '../../../support/programs';
import { type Client, api, freePort, register, send } from '../../../support/waymark';
import { FaultProxy } from '../../support/proxy';
import { underTest } from '../../support/under-test';

const MAIN = join(__dirname, '../../../../libs/clients/typescript/src/command/main.ts');

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

describe('the command waymark', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-command-'));
  const at = (name: string) => join(folder, name);
  let env: NodeJS.ProcessEnv;
  let client: Client;
  let owner: string;

  beforeAll(async () => {
    const { product } = underTest();
    owner = (await register(product)).access_token;
    const made = await api(product, owner).post<{ key: string }>('/v1/api-keys', {
      name: 'cli',
      scope: 'Read + Write',
    });
    client = api(product, made.body.key);
    env = { ...process.env, WAYMARK_API_KEY: made.body.key, WAYMARK_BASE_URL: product.url };
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const start = (...args: readonly string[]) => {
    const child = spawn(process.execPath, [...FROM_SOURCES, MAIN, ...args], { env });
    const said = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()));
    const ended = once(child, 'close').then(([code]): Ended => ({ code: code as number | null, ...said }));
    return { child, said, ended };
  };
  const waymark = (...args: readonly string[]): Promise<Ended> => start(...args).ended;

  it('creates links, and lists them by tag', async () => {
    const made = await waymark('links', 'create', 'https://example.com/a', '--tag', 'listed', '--alias', 'cli-listed');
    expect(made).toMatchObject({ code: 0, stderr: '', stdout: `${env['WAYMARK_BASE_URL']}/cli-listed\n` });
    const listed = await waymark('links', 'list', '--tag', 'listed', '--json');
    expect(JSON.parse(listed.stdout)).toMatchObject({ alias: 'cli-listed', tags: ['listed'] });
    expect((await waymark('links', 'list', '--tag', 'listed')).stdout).toMatch(/^SHORT URL .*\n.*cli-listed .* 0 /);
  });

  it('checks the links of a tag on every page, and fails with a table of those that do not redirect', async () => {
    const fields = { destination_url: 'https://example.com/', tags: ['release'] };
    const hundred = Array.from({ length: 100 }, () => fields);
    await untilAllJudged((headers) => client.post('/v1/links/bulk', hundred, headers));
    await untilJudged(() => client.post('/v1/links', fields, { 'idempotency-key': 'one-of-101' }));
    const whole = await waymark('links', 'check', '--tag', 'release');
    expect(whole).toMatchObject({ code: 0, stdout: '101 links redirect.\n' });
    const { body } = await client.post<{ id: string; short_url: string }>('/v1/links', fields);
    expect((await client.post(`/v1/links/${body.id}/disable`, {})).status).toBe(200);
    const failed = await waymark('links', 'check', '--tag', 'release');
    expect(failed.code).toBe(1);
    const problem = 'answered 404, which is no redirect: the link is disabled';
    expect(failed.stdout).toBe(
      `SHORT URL${' '.repeat(body.short_url.length - 7)}PROBLEM\n${body.short_url}  ${problem}\n`,
    );
    expect(failed.stderr).toBe('waymark: 1 of 102 links do not redirect\n');
    expect(JSON.parse((await waymark('links', 'check', '--tag', 'release', '--json')).stdout)).toMatchObject({
      checked: 102,
      failed: [{ status: 404, problem }],
    });
  });

  it('takes every kind of redirect, and no link that has ended', async () => {
    const make = async (more: object) => {
      const fields = { destination_url: 'https://example.com/', tags: ['kinds'], ...more };
      return (await client.post<{ id: string; short_url: string }>('/v1/links', fields)).body;
    };
    for (const redirect_type of [301, 302, 307, 308]) await make({ redirect_type });
    expect((await client.post(`/v1/links/${(await make({})).id}/archive`, {})).status).toBe(200);
    const good = await waymark('links', 'check', '--tag', 'kinds');
    expect(good).toMatchObject({ code: 0, stdout: '5 links redirect.\n' });
    const [past, future] = ['2020-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z'];
    const ended = await make({ expires_at: past, expired_url: 'https://example.com/ended' });
    await make({ starts_at: future });
    const both = await make({ expires_at: past, expired_url: 'https://example.com/ended' });
    expect((await client.post(`/v1/links/${both.id}/archive`, {})).status).toBe(200);
    const bad = await waymark('links', 'check', '--tag', 'kinds', '--json');
    expect([bad.code, bad.stderr]).toEqual([1, 'waymark: 3 of 8 links do not redirect\n']);
    const { failed } = JSON.parse(bad.stdout) as { failed: { short_url: string; problem: string }[] };
    expect(Object.fromEntries(failed.map((one) => [one.problem, one.short_url]))).toMatchObject({
      'answered 302: the link is expired': ended.short_url,
      'answered 302: the link is archived and has expired': both.short_url,
      'answered 404, which is no redirect': expect.any(String),
    });
  });

  it('ends without a word when its reader leaves', async () => {
    const fields = { destination_url: 'https://example.com/', tags: ['piped'], title: 'x'.repeat(200) };
    const hundred = Array.from({ length: 100 }, () => fields);
    for (let times = 0; times < 3; times += 1)
      await untilAllJudged((headers) => client.post('/v1/links/bulk', hundred, headers));
    const { child, ended } = start('links', 'list', '--tag', 'piped', '--json');
    child.stdout.once('data', () => child.stdout.destroy());
    // As a shell says of a program that SIGPIPE has ended.
    expect(await ended).toMatchObject({ code: 141, stderr: '' });
  });

  it('fails a check that finds no link, unless that is wanted', async () => {
    expect((await waymark('links', 'check', '--tag', 'of-none')).code).toBe(1);
    expect((await waymark('links', 'check', '--tag', 'of-none', '--allow-none')).code).toBe(0);
  });

  it('counts no click for a check', async () => {
    const { body } = await client.get<{ data: { clicks: number; bot_clicks: number }[] }>(
      '/v1/links?tags=release&limit=100',
    );
    expect(body.data.map(({ clicks, bot_clicks }) => clicks + bot_clicks)).toEqual(body.data.map(() => 0));
  });

  it('imports a file, and exports what it made', async () => {
    writeFileSync(at('links.csv'), 'destination_url,alias,tags\nhttps://example.com/,cli-imported,imported\n');
    expect(await waymark('links', 'import', at('links.csv'))).toMatchObject({
      code: 0,
      stdout: '1 links were made, 0 rows failed.\n',
    });
    expect((await waymark('links', 'export', '--tag', 'imported', '--output', at('out.csv'))).code).toBe(0);
    expect(readFileSync(at('out.csv'), 'utf8')).toContain('cli-imported');
    writeFileSync(at('wrong.csv'), 'destination_url\nnowhere\n');
    const wrong = await waymark('links', 'import', at('wrong.csv'));
    expect(wrong.code).toBe(1);
    expect(wrong.stdout).toMatch(/^0 links were made, 1 rows failed\.\nrow \d+: /);
  });

  it('waits for the end of an import while the server is away, and imports a file once', async () => {
    const proxy = await new FaultProxy(underTest().product).start();
    const url = `https://example.com/${randomBytes(8).toString('hex')}`;
    writeFileSync(at('once.csv'), `destination_url\n${url}\n`);
    const run = (...args: readonly string[]) =>
      waymark('links', 'import', at('once.csv'), '--base-url', proxy.url, ...args);
    const count = async () =>
      (await client.get<{ count: number }>(`/v1/links/count?search=${url.slice(-16)}`)).body.count;
    try {
      proxy.expect(['pass', 'drop_before', 'drop_before', 'drop_before', 'drop_before']);
      const first = await run();
      expect(first).toMatchObject({ code: 0, stdout: '1 links were made, 0 rows failed.\n' });
      const [id = ''] = /imp_\w+/.exec(first.stderr) ?? [];
      const second = await run();
      expect(second).toMatchObject({
        code: 0,
        stdout: first.stdout,
        stderr: expect.stringContaining(`${id}; --again`),
      });
      expect(await count()).toBe(1);
      expect((await run('--again')).code).toBe(0);
      expect(await count()).toBe(2);
    } finally {
      await proxy.close();
    }
  });

  it('exports the clicks of yesterday as Parquet', async () => {
    const file = at('clicks.parquet');
    const args = ['analytics', 'export', '--range', 'yesterday', '--format', 'parquet', '--output', file];
    expect(await waymark(...args)).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(file).subarray(0, 4).toString()).toBe('PAR1');
  });

  it('rotates a key into a file, whose other lines and mode stay', async () => {
    const { product } = underTest();
    const { body } = await api(product, owner).post<{ id: string; key: string }>('/v1/api-keys', {
      name: 'old',
      scope: 'Read',
    });
    writeFileSync(at('.env'), `PORT=3000\nWAYMARK_API_KEY=${body.key}\n# the end\n`);
    chmodSync(at('.env'), 0o640);
    const { code, stdout, stderr } = await waymark(
      'keys',
      'rotate',
      body.id,
      '--write',
      at('.env'),
      '--api-key',
      owner,
    );
    expect([code, stderr]).toEqual([0, '']);
    const [, key = ''] = /^PORT=3000\nWAYMARK_API_KEY=(\w+)\n# the end\n$/.exec(readFileSync(at('.env'), 'utf8')) ?? [];
    expect(key).not.toBe(body.key);
    expect(stdout).not.toContain(key);
    expect((await api(product, key).get('/v1/api-keys/current')).status).toBe(200);
    expect(statSync(at('.env')).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('rotates a key into the file that a link leads to, whose owner stays', async () => {
    const { product } = underTest();
    const { body } = await api(product, owner).post<{ id: string; key: string }>('/v1/api-keys', {
      name: 'shared',
      scope: 'Read',
    });
    for (const name of ['shared', 'release']) mkdirSync(at(name));
    writeFileSync(at('shared/.env'), `WAYMARK_API_KEY=${body.key}\n`);
    if (process.getuid?.() === 0) chownSync(at('shared/.env'), 4711, 4712);
    const { uid, gid } = statSync(at('shared/.env'));
    symlinkSync('../shared/.env', at('release/.env'));
    const { code } = await waymark('keys', 'rotate', body.id, '--write', at('release/.env'), '--api-key', owner);
    expect(code).toBe(0);
    expect(lstatSync(at('release/.env')).isSymbolicLink()).toBe(true);
    const [, key = ''] = /^WAYMARK_API_KEY=(\w+)\n$/.exec(readFileSync(at('shared/.env'), 'utf8')) ?? [];
    expect((await api(product, key).get('/v1/api-keys/current')).body).not.toMatchObject({ id: body.id });
    expect(statSync(at('shared/.env'))).toMatchObject({ uid, gid });
    expect([readdirSync(at('shared')), readdirSync(at('release'))]).toEqual([['.env'], ['.env']]);
  });

  it('writes the new key when it is run again, where each answer to the rotation was lost', async () => {
    const { product } = underTest();
    const proxy = await new FaultProxy(product).start();
    const { body } = await api(product, owner).post<{ id: string; key: string }>('/v1/api-keys', {
      name: 'lost',
      scope: 'Read + Write',
    });
    writeFileSync(at('lost.env'), `WAYMARK_API_KEY=${body.key}\n`);
    const run = () =>
      waymark('keys', 'rotate', body.id, '--write', at('lost.env'), '--base-url', proxy.url, '--api-key', body.key);
    try {
      proxy.expect(['drop_after', 'drop_after', 'drop_after', 'drop_after']);
      expect((await run()).code).toBe(1);
      proxy.expect([]);
      expect(await run()).toMatchObject({ code: 0, stderr: '' });
      const [, key = ''] = /^WAYMARK_API_KEY=(\w+)\n$/.exec(readFileSync(at('lost.env'), 'utf8')) ?? [];
      const { body: current } = await api(product, key).get<{ rotated_from: string }>('/v1/api-keys/current');
      expect(current.rotated_from).toBe(body.id);
    } finally {
      await proxy.close();
    }
  });

  it('rotates no key if the file cannot be written', async () => {
    const { product } = underTest();
    const { body } = await api(product, owner).post<{ id: string }>('/v1/api-keys', { name: 'kept', scope: 'Read' });
    const { code } = await waymark('keys', 'rotate', body.id, '--write', at('nowhere/.env'), '--api-key', owner);
    expect(code).toBe(1);
    const { body: kept } = await api(product, owner).get<{ status: string }>(`/v1/api-keys/${body.id}`);
    expect(kept.status).toBe('active');
  });

  it('prints the webhooks whose signature is right, and refuses others', async () => {
    const secret = randomBytes(32);
    const port = await freePort();
    const { child, said, ended } = start(
      'listen',
      '--port',
      String(port),
      '--secret',
      `whsec_${secret.toString('base64')}`,
    );
    await eventually(() => expect(said.stderr).toContain(`http://127.0.0.1:${port}/`));
    const body = '{"id":"evt_1","type":"link.created","created_at":"2026-11-22T09:30:00.000Z","data":{"a":1}}';
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const signature = createHmac('sha256', secret).update(`evt_1.${timestamp}.${body}`).digest('base64');
    const deliver = (signed: string) =>
      send({ url: '', port }, 'POST', '/', {
        body,
        headers: {
          'webhook-id': 'evt_1',
          'webhook-timestamp': timestamp,
          'webhook-signature': `v1,${signed}`,
          connection: 'close',
        },
      });
    expect((await deliver(signature)).status).toBe(204);
    expect((await deliver(signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')))).status).toBe(401);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, stdout: '2026-11-22T09:30:00.000Z link.created {"a":1}\n' });
    expect(said.stderr).toContain('refused: no signature is of this secret');
  });

  it.each([
    [[], 0, /^Usage: waymark COMMAND/],
    [['links', 'check', '--help'], 0, /^Usage: waymark links check .*--tag/s],
    [['links', 'fly'], 2, /^waymark: there is no command 'links fly'; see waymark --help\n$/],
    [['links', 'list', '--colour'], 2, /^waymark: Unknown option '--colour'.*\n$/],
    [['links', 'create'], 2, /^waymark: URL is missing.*\n$/],
    [['analytics', 'export', '--format', 'xls', '--output', 'x'], 2, /^waymark: --format is one of .*\n$/],
    [['links', 'create', 'nowhere'], 1, /^waymark: 400 invalid_request: body\.destination_url.*\n$/],
    [['links', 'list', '--api-key', 'svc_live_wrong'], 1, /^waymark: 401 .*\n$/],
  ])('says in a line what is wrong: waymark %j', async (args: string[], code: number, said: RegExp) => {
    const ended = await waymark(...args);
    expect(ended.code).toBe(code);
    expect(code === 0 ? ended.stdout : ended.stderr).toMatch(said);
  });
});
