// Installs what the suites in test/browser need beside their browser. A machine that cannot get it skips them and says
// why; in CI they fail.
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exclusively } from './exclusively.mjs';
import { root } from './sources.mjs';

const folder = join(root, 'test', 'browser');
const stamp = join(folder, 'node_modules', '.waymark-installed');

const key = () =>
  createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === key();

const install = () => {
  if (isInstalled()) return;
  console.error('Installing a browser for the tests (once, some seconds) …');
  const args = ['ci', '--ignore-scripts', '--no-fund', '--no-audit'];
  const own = process.env.npm_execpath?.endsWith('npm-cli.js') ? process.env.npm_execpath : undefined;
  const options = { cwd: folder, stdio: ['ignore', 2, 2] };
  const { status } = own
    ? spawnSync(process.execPath, [own, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (status === 0) writeFileSync(stamp, key());
  else console.error('It could not be installed, so the suites in test/browser are skipped.');
};

export const installBrowser = async () => {
  if (!isInstalled()) await exclusively(join(root, '.cache', 'install-browser.lock'), install);
};
