// npm run test:cluster: the specs of test/cluster/, one after the other, for each starts several processes.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { prepareOrExit } from './prepare.mjs';
import { run } from './run.mjs';
import { root } from './sources.mjs';

const folder = join(root, 'test', 'cluster');
const specs = existsSync(folder) ? readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.spec.ts')) : [];

if (specs.length === 0) console.log('There is no spec in test/cluster/ yet, so nothing is run.\n0 passed, 0 failed');
await prepareOrExit();
const cluster = ['--selectProjects', 'cluster', '--runInBand', '--passWithNoTests'];
process.exitCode = await run('jest', ['--config', 'test/jest.config.cjs', ...cluster, ...process.argv.slice(2)]);
