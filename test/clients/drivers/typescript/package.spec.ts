import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { underTest } from '../../support/under-test';
import { register, api } from '../../../support/waymark';

const ROOT = join(__dirname, '../../../..');
const LIBRARY = join(ROOT, 'libs/clients/typescript');
const README = readFileSync(join(LIBRARY, 'README.md'), 'utf8');
/** The program of the README's walk, and its commands: the block that begins with them. */
const [, WALK = ''] = /```js\n([^]*?)```/.exec(README) ?? [];
const [, COMMANDS = ''] = /```sh\n(npx waymark links[^]*?)```/.exec(README) ?? [];
/** What it says of the command for every folder. */
const [INSTALL = ''] = /^npm install -g .*/m.exec(README) ?? [];
const run = promisify(execFile);
/** For the SDK's own clock: above what a busy machine needs. */
const PATIENT = { timeout: 240_000 };

const PROGRAM = `
  const waymark = new Waymark();
  const made = await waymark.links.create({ destination_url: 'https://example.com/', tags: ['packed'] });
  const found = [];
  for await (const link of waymark.links.list({ tags: ['packed'] })) found.push(link.id);
  const unknown = await waymark.links.get('link_unknown').catch((error) => error);
  console.log(JSON.stringify({ same: found.includes(made.id), error: unknown instanceof NotFound, version: VERSION }));
`;

/** What a user writes; the types of lists, nullable inputs, events and errors are looked at. */
const TYPED = `
  import { APIError, Waymark, unwrap, type FileAnswer, type Link, type WebhookEvent } from '@waymark/client';
  export const use = async (signal: AbortSignal): Promise<string | null> => {
    const waymark = new Waymark({ apiKey: 'svc_live_x', fetch });
    const link: Link = await waymark.links.create({ destination_url: 'https://example.com/', title: null }, { signal });
    const titles: (string | null)[] = [];
    for await (const one of waymark.links.list({ tags: ['a'] as const })) titles.push(one.title);
    const file: FileAnswer = await waymark.analytics.export({ format: 'parquet' });
    for await (const part of file) titles.push(String(part.length));
    await (await waymark.links.export()).cancel();
    await waymark.imports.create({ content: '{}', mediaType: 'application/x-ndjson' });
    await waymark.imports.create({ path: 'links.ndjson' });
    const event: WebhookEvent = await unwrap('{}', new Headers(), 'whsec_eA==');
    if (event.type === 'link.created') titles.push(event.data.short_url);
    const { data, response } = await waymark.links.get(link.id).withResponse();
    titles.push(data.status === 'a later value' ? 'open' : (response.headers['etag'] ?? null));
    // @ts-expect-error a link needs a destination
    waymark.links.create({}).catch((error: unknown) => (error instanceof APIError ? error.code : ''));
    return titles[0] ?? null;
  };
`;

const BARE = `import { Waymark } from '@waymark/client'; export const waymark = new Waymark();`;

describe('the package of the TypeScript library', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-package-'));
  const installed = join(folder, 'installed');
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    const { product } = underTest();
    const { access_token } = await register(product);
    const { body } = await api(product, access_token).post<{ key: string }>('/v1/api-keys', {
      name: 'packed',
      scope: 'Read + Write',
    });
    env = {
      ...process.env,
      WAYMARK_API_KEY: body.key,
      WAYMARK_BASE_URL: product.url,
      npm_config_cache: join(folder, 'cache'),
    };
    mkdirSync(installed);
    await run('npm', ['pack', '--pack-destination', folder], { cwd: LIBRARY, env });
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
    writeFileSync(join(installed, 'package.json'), '{ "name": "user", "private": true }');
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, tarball)], {
      cwd: installed,
      env,
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const ran = async (name: string, text: string) => {
    writeFileSync(join(installed, name), text);
    const { stdout } = await run(process.execPath, [name], { cwd: installed, env });
    return JSON.parse(stdout) as unknown;
  };

  it('works by import', async () => {
    const program = `import { NotFound, VERSION, Waymark } from '@waymark/client';${PROGRAM}`;
    expect(await ran('user.mjs', program)).toEqual({ same: true, error: true, version: '1.0.0' });
  });

  it('works by require', async () => {
    const program = `const { NotFound, VERSION, Waymark } = require('@waymark/client');(async () => {${PROGRAM}})();`;
    expect(await ran('user.cjs', program)).toEqual({ same: true, error: true, version: '1.0.0' });
  });

  it('has a README whose walk runs as it is written', async () => {
    writeFileSync(join(installed, 'walk.mjs'), WALK);
    const { stdout } = await run(process.execPath, ['walk.mjs'], { cwd: installed, env });
    expect(stdout.trim().split('\n')).toEqual([
      expect.stringMatching(/^http:/),
      expect.stringMatching(/^http:\S+ 0$/),
      expect.stringMatching(/^not_found req_/),
    ]);
    expect(readFileSync(join(installed, 'links.csv'), 'utf8')).toContain('https://example.com/');
    expect(readFileSync(join(installed, 'clicks.parquet')).subarray(0, 4).toString()).toBe('PAR1');
  });

  it('has a README whose commands run as they are written', async () => {
    rmSync(join(installed, 'clicks.parquet'), { force: true });
    const { stdout } = await run('sh', ['-ec', COMMANDS], { cwd: installed, env });
    expect(stdout.trim().split('\n')).toEqual([
      expect.stringMatching(/^http:/),
      '1 links redirect.',
      expect.stringMatching(/^clicks\.parquet: /),
    ]);
  });

  it('brings the command', async () => {
    const { stdout } = await run(join(installed, 'node_modules/.bin/waymark'), ['--version'], { cwd: installed, env });
    expect(stdout).toBe('1.0.0\n');
  });

  it('has a README that brings the command to every folder', async () => {
    const prefix = join(folder, 'global');
    const own = { ...env, npm_config_prefix: prefix, npm_config_offline: 'true' };
    await run('sh', ['-ec', INSTALL.replace('/tmp/', `${folder}/`)], { cwd: folder, env: own });
    const { stdout } = await run(join(prefix, 'bin/waymark'), ['--version'], { cwd: folder, env });
    expect(stdout).toBe('1.0.0\n');
  });

  it('says what the command mcp needs besides, and serves assistants where that is installed', async () => {
    const folderOf = join(folder, 'assisted');
    cpSync(installed, folderOf, { recursive: true, verbatimSymlinks: true });
    const waymark = join(folderOf, 'node_modules/.bin/waymark');
    await expect(run(waymark, ['mcp'], { env })).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^waymark: .* npm install @modelcontextprotocol\/server@2\n$/),
    });
    mkdirSync(join(folderOf, 'node_modules/@modelcontextprotocol'));
    const sdk = 'node_modules/@modelcontextprotocol/server';
    symlinkSync(join(ROOT, sdk), join(folderOf, sdk));
    const client = new Client({ name: 'spec', version: '1' });
    const { WAYMARK_API_KEY = '', WAYMARK_BASE_URL = '', PATH = '' } = env;
    const served = { command: waymark, args: ['mcp'], env: { WAYMARK_API_KEY, WAYMARK_BASE_URL, PATH } };
    await client.connect(new StdioClientTransport(served), PATIENT);
    expect((await client.callTool({ name: 'auth_me' }, PATIENT)).content).toMatchObject([
      { text: expect.stringContaining('"name":"packed"') },
    ]);
    await client.close();
  });

  it('has the version of its manifest, and depends on nothing', () => {
    const manifest = readFileSync(join(installed, 'node_modules/@waymark/client/package.json'), 'utf8');
    const { version, dependencies = {} } = JSON.parse(manifest) as { version: string; dependencies?: object };
    expect([version, dependencies]).toEqual(['1.0.0', {}]);
    expect(readdirSync(join(installed, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@waymark']);
  });

  const BROWSER = { lib: ['ES2022', 'DOM'] };
  it.each([
    ['those of a browser, by import', 'user.mts', { ...BROWSER, module: 'NodeNext' }],
    ['those of a browser, by require', 'user.cts', { ...BROWSER, module: 'NodeNext' }],
    ['those of a bundler', 'user.ts', { ...BROWSER, module: 'ES2022', moduleResolution: 'Bundler' }],
    ['those of the language alone', 'bare.mts', { lib: ['ES2022'], module: 'NodeNext' }],
  ])('compiles without the types of Node: with %s', async (_, file, options) => {
    expect(await compiled(file, options)).toBe('');
  });

  /** With the declarations of the package checked as well. */
  const compiled = (file: string, options: object): Promise<string> => {
    writeFileSync(join(installed, file), file.startsWith('bare') ? BARE : TYPED);
    const compilerOptions = {
      noEmit: true,
      strict: true,
      target: 'ES2022',
      types: [],
      skipLibCheck: false,
      ...options,
    };
    const config = join(installed, `tsconfig.${file}.json`);
    writeFileSync(config, JSON.stringify({ compilerOptions, files: [file] }));
    return new Promise((resolve) => {
      const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
      execFile(process.execPath, [tsc, '-p', config], { cwd: installed }, (_error, stdout) => resolve(stdout));
    });
  };
});
