// Makes the tree ready to run: installs what package-lock.json names and compiles what changed. Costs a few tens of
// milliseconds when nothing did. Several may run at once in one folder: one works, the others wait for it.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { userInfo } from 'node:os';
import { dashboardSources, root, sources } from './sources.mjs';
import { enter, exclusively, presentIn } from './exclusively.mjs';

const INSTALLED = join(root, 'node_modules', '.waymark-installed');
const BUILT = join(root, 'dist', '.waymark-built');
const DASHBOARD_BUILT = join(root, 'dist', 'apps', 'dashboard', '.waymark-built');

const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
const hash = (...parts) =>
  parts.reduce((sum, part) => sum.update(part).update('\0'), createHash('sha256')).digest('hex');

const RUNTIME = `${process.version} ${process.platform} ${process.arch}`;
const installKey = () => `${RUNTIME}\n${hash(readFileSync(join(root, 'package-lock.json')))}\n`;

const buildKey = () =>
  hash(
    installKey(),
    ...['build.mjs', 'compiling.cjs'].map((file) => readFileSync(join(root, '.scripts', file))),
    ...sources().flatMap((file) => [file, readFileSync(join(root, file))]),
  );

const dashboardKey = () =>
  hash(
    installKey(),
    readFileSync(join(root, '.scripts', 'build-dashboard.mjs')),
    ...dashboardSources().flatMap((file) => [file, readFileSync(join(root, file))]),
  );

/**
 * An install by hand counts as well: npm's own record of what it installed names every package that is not optional.
 */
const installedByHand = () => {
  const record = read(join(root, 'node_modules', '.package-lock.json'));
  const sameRuntime = (read(INSTALLED) ?? RUNTIME).startsWith(RUNTIME);
  if (record === undefined || !sameRuntime) return false;
  const there = JSON.parse(record).packages;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(
    ([key, { version, optional }]) => key === '' || optional || there[key]?.version === version,
  );
};

const isInstalled = () => read(INSTALLED) === installKey();
const isBuilt = () => read(BUILT) === buildKey();
const isDashboardBuilt = () => read(DASHBOARD_BUILT) === dashboardKey();

const demandWritable = (why) => {
  try {
    accessSync(root, constants.W_OK);
    for (const folder of ['node_modules', 'dist', '.cache'])
      if (existsSync(join(root, folder))) accessSync(join(root, folder), constants.W_OK);
  } catch {
    throw new Error(
      `${why}, but ${root} cannot be written by ${userInfo().username}. ` +
        'Run `node .scripts/prepare.mjs` there as the owner of the folder, or work on a copy of your own.',
    );
  }
};

const RUNNING = join(root, '.cache', 'running');

/** Of a product: it loads files of the tree whenever it needs them. Where nothing can be written, nothing can be built. */
export const runFromTree = () => {
  try {
    enter(RUNNING);
  } catch (error) {
    if (!['EACCES', 'EROFS', 'EPERM', 'ENOSPC', 'EDQUOT'].includes(error.code)) throw error;
  }
};

const demandUnused = (why) => {
  const [pid] = presentIn(RUNNING);
  if (pid !== undefined)
    throw new Error(`${why}, but a product runs from this folder (pid ${pid}): stop it, or work on a copy.`);
};

const INSTALL = 'Packages have to be installed';
const COMPILE = 'The sources have to be compiled';

/**
 * npm as the one that started us, or else the one on the PATH. Development packages always come along: tests and checks
 * need them.
 */
const install = () =>
  new Promise((resolve, reject) => {
    const own = process.env.npm_execpath?.endsWith('npm-cli.js') ? process.env.npm_execpath : undefined;
    const args = ['ci', '--include=dev', '--no-fund', '--no-audit'];
    const options = { cwd: root, stdio: ['ignore', 2, 2] };
    const npm = own
      ? spawn(process.execPath, [own, ...args], options)
      : spawn('npm', args, { ...options, shell: process.platform === 'win32' });
    npm.once('error', (error) => reject(new Error(`npm cannot be started: ${error.message}`)));
    npm.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`npm ci failed with exit code ${code}; its messages stand above.`)),
    );
  });

const prepareAlone = async () => {
  if (!isInstalled()) {
    if (!installedByHand()) {
      demandUnused(INSTALL);
      console.error('Installing packages (once, about half a minute) …');
      await install();
    }
    writeFileSync(INSTALLED, installKey());
  }
  if (!isBuilt()) {
    demandUnused(COMPILE);
    const key = buildKey();
    const { build } = await import('./build.mjs');
    await build();
    mkdirSync(join(root, 'dist'), { recursive: true });
    writeFileSync(BUILT, key);
  }
  if (!isDashboardBuilt()) {
    demandUnused(COMPILE);
    const key = dashboardKey();
    const { buildDashboard } = await import('./build-dashboard.mjs');
    await buildDashboard();
    writeFileSync(DASHBOARD_BUILT, key);
  }
};

const isReady = () => isInstalled() && isBuilt() && isDashboardBuilt();

/** An older Node cannot load some of the packages, and its message does not say so. */
const demandNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22) return;
  console.error(
    `Waymark needs Node 20.19 or later, and of Node 22 at least 22.12. This is ${process.versions.node}, ${process.execPath}.`,
  );
  process.exit(1);
};

const prepare = async () => {
  if (isReady()) return;
  demandWritable(isInstalled() ? COMPILE : INSTALL);
  await exclusively(join(root, '.cache', 'prepare.lock'), prepareAlone);
};

const SELF = fileURLToPath(import.meta.url);
const STOPS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** A process keeps the hundreds of megabytes of a build until its end, and ours may become a server. */
const prepareInChild = () =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [SELF], { cwd: root, stdio: 'inherit' });
    const pass = (signal) => child.kill(signal);
    for (const signal of STOPS) process.on(signal, pass);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      for (const stop of STOPS) process.removeListener(stop, pass);
      resolve({ code, signal });
    });
  });

/** For the other scripts: a failure becomes one clear line and an exit code, never a stack trace. */
export const prepareOrExit = async () => {
  demandNode();
  if (isReady()) return;
  const { code, signal } = await prepareInChild();
  // As if the signal had met us.
  if (STOPS.includes(signal)) process.kill(process.pid, signal);
  else if (signal !== null) console.error(`The tree could not be prepared: ${signal} ended the process that did it.`);
  if (code !== 0) process.exit(1);
};

if (process.argv[1] === SELF) {
  demandNode();
  await prepare().catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
}
