import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../../../support/programs';
import { api, register } from '../../../support/waymark';
import { underTest } from '../../support/under-test';
import { CALLED, MISTAKEN, TYPED } from './programs';

const LIBRARY = join(__dirname, '../../../../libs/clients/python');
const OF_NO_INTEREST = ['__pycache__', '.venv', 'dist', '.mypy_cache'];
const { product, languages } = underTest();
const python = languages.find(({ language }) => language === 'python');

interface Tools {
  readonly skipped?: string;
  readonly python?: string;
  /** Everything that is installed here, so that no network is needed. */
  readonly wheels?: string;
}

const found = (what: 'tools' | 'pyright'): Tools & { readonly path?: string } => {
  const { stdout } = spawnSync(process.execPath, [join(__dirname, 'environment.mjs'), what], { encoding: 'utf8' });
  return JSON.parse(stdout) as Tools;
};
const tools: Tools =
  python?.skipped === undefined && python ? found('tools') : { skipped: python?.skipped ?? 'CLIENTS leaves it out' };
const pyright = tools.skipped === undefined ? found('pyright') : { skipped: tools.skipped };

const suite = (): void => {
  const { python: builder = '', wheels = '' } = tools;
  let folder: string;
  let env: NodeJS.ProcessEnv;
  const run = async (program: string, args: readonly string[], cwd = folder): Promise<string> => {
    const { stdout } = await promisify(execFile)(program, args, { cwd, env });
    return stdout;
  };
  const OFFLINE = ['--quiet', '--disable-pip-version-check', '--no-index', '--find-links', wheels];

  /** A new environment of that name with these packages, and nothing else. @returns its interpreter */
  const environment = async (name: string, packages: readonly string[]): Promise<string> => {
    await run(builder, ['-m', 'venv', '--without-pip', join(folder, name)]);
    const interpreter = join(folder, name, 'bin/python');
    await run(builder, ['-m', 'pip', '--python', interpreter, 'install', ...OFFLINE, ...packages]);
    return interpreter;
  };

  /** What `pip` and `hatchling` make of the library. */
  const built = { wheel: '', sdist: '' };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waymark-python-package-'));
    const { access_token: owner } = await eventually(() => register(product));
    const { body } = await eventually(() =>
      api(product, owner).post<{ key: string }>('/v1/api-keys', { name: 'packed', scope: 'Read + Write' }),
    );
    env = {
      PATH: process.env['PATH'],
      HOME: folder,
      PYTHONDONTWRITEBYTECODE: '1',
      WAYMARK_BASE_URL: product.url,
      WAYMARK_API_KEY: body.key,
    };
    const copy = join(folder, 'library');
    cpSync(LIBRARY, copy, { recursive: true, filter: (path) => !OF_NO_INTEREST.includes(basename(path)) });
    const out = join(folder, 'built');
    mkdirSync(out);
    await run(builder, ['-m', 'pip', 'wheel', ...OFFLINE, '--no-deps', '--wheel-dir', out, copy]);
    const hatch = await environment('hatch', ['hatchling']);
    await run(hatch, ['-m', 'hatchling', 'build', '--target', 'sdist', '--directory', out], copy);
    const named = (end: string) => join(out, readdirSync(out).find((name) => name.endsWith(end)) ?? `no ${end}`);
    Object.assign(built, { wheel: named('.whl'), sdist: named('.tar.gz') });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(['wheel', 'sdist'] as const)('is installed from its %s in a clean environment, and works', async (kind) => {
    const interpreter = await environment(kind, [built[kind]]);
    writeFileSync(join(folder, 'called.py'), CALLED);
    expect(JSON.parse(await run(interpreter, ['called.py']))).toEqual({
      listed: true,
      refused: 'not_found',
      typed: true,
      versions: ['1.0.0', '1.0.0'],
      within: true,
    });
  });

  it('has types that mypy --strict and its users agree on', async () => {
    const interpreter = await environment('mypy', [built.wheel, 'mypy']);
    const cache = ['--cache-dir', join(folder, 'mypy-cache')];
    writeFileSync(join(folder, 'typed.py'), TYPED);
    expect(await run(interpreter, ['-m', 'mypy', '--strict', ...cache, 'typed.py'])).toMatch(/^Success: no issues/);
    expect(await run(interpreter, ['-m', 'mypy', '--strict', ...cache, '-p', 'waymark'])).toMatch(
      /^Success: no issues/,
    );
    writeFileSync(join(folder, 'mistaken.py'), MISTAKEN);
    const mistaken = run(interpreter, ['-m', 'mypy', '--strict', ...cache, 'mistaken.py']);
    await expect(mistaken).rejects.toMatchObject({ stdout: expect.stringContaining('Found 4 errors in 1 file') });
  });

  const types = (): void => {
    it('has types that pyright and its users agree on', async () => {
      const interpreter = await environment('pyright', [built.wheel]);
      const check = async (name: string, text: string): Promise<string> => {
        writeFileSync(join(folder, name), text);
        const args = [pyright.path ?? '', '--pythonpath', interpreter, name];
        return run(process.execPath, args).catch(({ stdout }: { stdout: string }) => stdout);
      };
      expect(await check('strict.py', `# pyright: strict\n${TYPED}`)).toMatch(/^0 errors, 0 warnings/m);
      expect(await check('mistaken.py', MISTAKEN)).toMatch(/^4 errors/m);
    });
  };
  if (pyright.skipped === undefined) types();
  else describe.skip(`pyright, skipped: ${pyright.skipped}`, types);
};

if (tools.skipped === undefined) describe('the package of the Python library', suite);
else describe.skip(`the package of the Python library, skipped: ${tools.skipped}`, suite);
