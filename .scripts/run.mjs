// Starts a tool of this project with the Node at hand. No shell: arguments and paths may hold spaces.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './sources.mjs';

const TOOLS = {
  jest: 'jest/bin/jest.js',
  tsc: 'typescript/bin/tsc',
  eslint: 'eslint/bin/eslint.js',
  depcruise: 'dependency-cruiser/bin/dependency-cruise.mjs',
  prettier: 'prettier/bin/prettier.cjs',
  vite: 'vite/bin/vite.js',
  vitepress: 'vitepress/bin/vitepress.js',
};

const finished = (child) =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(signal ? 1 : code));
  });

const argv = (tool, args) => [join(root, 'node_modules', TOOLS[tool]), ...args];

/**
 * In the foreground: the tool's output is ours; a request to stop is passed on, and its end is waited for. Gives the
 * exit code. It runs with Node's own options that we were started with.
 */
export const run = (tool, args) => runScript(...argv(tool, args));

export const runScript = (script, ...args) => {
  const child = spawn(process.execPath, [...process.execArgv, script, ...args], { cwd: root, stdio: 'inherit' });
  // A terminal sends ^C to the tool as well; here it only must not end us before the tool has cleaned up.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return finished(child);
};

/** In the background: gives the exit code and all that the tool printed. */
export const capture = async (tool, args) => {
  const child = spawn(process.execPath, argv(tool, args), {
    cwd: root,
    env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' },
  });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  const code = await finished(child);
  return { code, output: Buffer.concat(output).toString('utf8') };
};
