// Environments of Python, and tools for it, made once and kept in `.cache`. `node environment.mjs tools` and `… pyright`
// print as JSON where they are, for specs.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = join(dirname(fileURLToPath(import.meta.url)), '../../../../.cache');
const LEAST = 11;
const WITHIN_MS = 300_000;

const CLIENT = ['httpx2>=2.16,<3'];
/** What builds the package, and what looks at its types. */
const TOOLS = ['hatchling>=1.27', 'mypy==2.4.1'];

/** A Python with httpx2: `{ python }`, or `{ skipped }` with the reason. */
export const interpreter = () => {
  const { skipped, version } = found();
  if (skipped) return { skipped };
  const folder = kept(`clients-python-${version}`, (draft) => {
    made(['-m', 'venv', draft], 'python3 cannot make an environment (venv)');
    made([...PIP, 'install', ...CLIENT], `${CLIENT[0]} cannot be installed`, join(draft, 'bin/python'));
  });
  return folder.skipped ? folder : { python: join(folder.path, 'bin/python') };
};

/** What a clean environment is filled from without a network: `{ python, wheels }`, or `{ skipped }`. */
export const tools = () => {
  const { python, skipped } = interpreter();
  if (skipped) return { skipped };
  const needed = [...CLIENT, ...TOOLS];
  const folder = kept(`clients-python-${found().version}-wheels`, (draft) =>
    made([...PIP, 'download', '--dest', draft, ...needed], `${TOOLS.join(', ')} cannot be downloaded`, python),
  );
  return folder.skipped ? folder : { python, wheels: folder.path };
};

const PIP = ['-m', 'pip', '--quiet', '--disable-pip-version-check'];

const found = () => {
  const { status, stdout } = run('python3', ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])']);
  const version = stdout?.trim() ?? '';
  if (status !== 0) return { skipped: 'python3 is not installed' };
  if (Number(version.split('.')[1]) < LEAST) return { skipped: `python3 is ${version}, and 3.${LEAST} is needed` };
  return { version };
};

/** A folder of the cache. It is made beside its place and renamed when it is whole: several processes may make it. */
const kept = (name, make) => {
  const path = join(cache, name);
  if (existsSync(path)) return { path };
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(`${path}-`);
  try {
    make(draft);
    if (!existsSync(path)) renameSync(draft, path);
    return { path };
  } catch (error) {
    return existsSync(path) ? { path } : { skipped: error.message };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
};

const made = (args, otherwise, python = 'python3') => {
  if (run(python, args).status !== 0) throw new Error(otherwise);
};

const run = (command, args) => spawnSync(command, args, { encoding: 'utf8', timeout: WITHIN_MS });

const PYRIGHT = '1.1.414';

/** Where pyright is, which is a program for Node: `{ path }`, or `{ skipped }`. */
export const pyright = () => {
  const folder = kept(`clients-pyright-${PYRIGHT}`, (draft) => {
    const { status } = run('npm', [
      'install',
      '--prefix',
      draft,
      '--no-save',
      '--ignore-scripts',
      `pyright@${PYRIGHT}`,
    ]);
    if (status !== 0) throw new Error(`pyright ${PYRIGHT} cannot be installed`);
  });
  return folder.skipped ? folder : { path: join(folder.path, 'node_modules/pyright/index.js') };
};

const asked = { tools, pyright }[process.argv[2]];
if (asked) process.stdout.write(JSON.stringify(asked()));
