// npm test: every suite but the cluster's. Arguments go to jest: npm test -- libs/kernel --watch
import { prepareOrExit } from './prepare.mjs';
import { run } from './run.mjs';

await prepareOrExit();
process.exitCode = await run('jest', [
  '--config',
  'test/jest.config.cjs',
  ...process.argv.slice(2),
  '--ignoreProjects',
  'cluster',
  'cluster-api',
]);
