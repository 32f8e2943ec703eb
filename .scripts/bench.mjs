// npm run bench: runs every harness of test/bench/ but long ones (or those named: npm run bench -- redirects), one after
// the other.
// A harness is a script that prints its own figures with n; this says on what they were measured.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join, parse } from 'node:path';
import { installBrowser } from './install-browser.mjs';
import { prepareOrExit } from './prepare.mjs';
import { runScript } from './run.mjs';
import { root } from './sources.mjs';

const git = (...args) => {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
};

const folder = join(root, 'test', 'bench');
/** They take many minutes. */
const LONG = ['growth', 'imports', 'lists'];
const isNumber = (word) => /^\d+$/.test(word);
const wanted = process.argv.slice(2).filter((word) => !isNumber(word));
/** For the harness, which says what they mean: npm run bench -- growth 20000. */
const numbers = process.argv.slice(2).filter(isNumber);
/** Helpers of the harnesses stand in lib/. One in TypeScript uses the product's own sources. */
const harnesses = (existsSync(folder) ? readdirSync(folder) : [])
  .filter((file) => /^[\w-]+\.(mjs|ts)$/.test(file))
  .filter((file) => (wanted.length === 0 ? !LONG.includes(parse(file).name) : wanted.includes(parse(file).name)));

await prepareOrExit();
if (harnesses.includes('dashboard.ts')) await installBrowser();
const dirty = git('status', '--porcelain') ? ' with uncommitted changes' : '';
console.log(
  `machine  ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${(totalmem() / 2 ** 30).toFixed(1)} GiB, ` +
    `${process.platform} ${process.arch}`,
);
console.log(`node     ${process.version}`);
console.log(`commit   ${git('rev-parse', '--short=12', 'HEAD') ?? 'unknown'}${dirty}`);
if (harnesses.length === 0)
  console.log(`There is no harness ${wanted.length > 0 ? `called ${wanted.join(', ')} ` : ''}in test/bench/.`);
for (const harness of harnesses) {
  console.log(`\n${parse(harness).name}`);
  const file = join(folder, harness);
  const code = await (harness.endsWith('.ts')
    ? runScript('-r', join(root, 'test/support/typescript.cjs'), file, ...numbers)
    : runScript(file, ...numbers));
  if (code !== 0) process.exitCode = code;
}
