// npm run check: types, lint, format, boundaries, the site of docs/ and unit specs; `npm run check -- types lint` runs only
// those named.
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { prepareOrExit } from './prepare.mjs';
import { capture } from './run.mjs';
import { filesOf, root } from './sources.mjs';

/** A spec that takes something of test/support/ starts real engines: that is left to `npm test`. */
const unitSpecs = filesOf(['apps', 'libs']).filter(
  (file) => file.endsWith('.spec.ts') && !readFileSync(join(root, file), 'utf8').includes('test/support/'),
);

/** The longest first, so that two at a time end together. */
const CHECKS = {
  unit: [
    'jest',
    [
      '--config',
      'test/jest.config.cjs',
      '--selectProjects',
      'unit',
      '--passWithNoTests',
      '--maxWorkers=1',
      ...(unitSpecs.length > 0 ? ['--runTestsByPath', ...unitSpecs] : ['--testPathPatterns', '/(apps|libs)/']),
    ],
  ],
  lint: ['eslint', ['--config', '.eslint.config.mjs', 'apps', 'libs', 'test', '--no-error-on-unmatched-pattern']],
  types: ['tsc', ['-p', 'tsconfig.base.json', '--noEmit']],
  dashboard: ['tsc', ['-p', 'apps/dashboard', '--noEmit']],
  // The TypeScript library is compiled by settings of its own.
  library: ['tsc', ['-p', 'libs/clients/typescript', '--noEmit']],
  format: ['prettier', ['--check', '--log-level', 'warn', '.']],
  // A dead link fails it.
  docs: ['vitepress', ['build', 'docs']],
  boundaries: ['depcruise', ['--config', '.dependency-cruiser.cjs', 'apps', 'libs', 'test']],
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in CHECKS));
if (unknown.length > 0) {
  console.error(`No check is called ${unknown.join(', ')}; there are ${Object.keys(CHECKS).join(', ')}.`);
  process.exit(1);
}
await prepareOrExit();

const queue = Object.keys(CHECKS).filter((name) => wanted.length === 0 || wanted.includes(name));
const failed = [];
const work = async () => {
  for (let name = queue.shift(); name; name = queue.shift()) {
    const began = performance.now();
    const { code, output } = await capture(...CHECKS[name]);
    const took = `${((performance.now() - began) / 1000).toFixed(1)} s`;
    if (code !== 0) failed.push(name);
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${took})`);
    if (code !== 0 || /warning/.test(output)) console.log(output.trimEnd());
  }
};
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
if (failed.length > 0) {
  console.log(`check failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
