// npm test: every suite but those of the cluster and of the client libraries. Arguments go to jest: npm test -- libs/kernel --watch
import { installBrowser } from './install-browser.mjs';
import { prepareOrExit } from './prepare.mjs';
import { run } from './run.mjs';

await prepareOrExit();
await installBrowser();
// For the suites that start the product. While files are watched the tree changes, and each start looks again.
if (!process.argv.some((arg) => arg.startsWith('--watch'))) process.env.WAYMARK_PREPARED = 'yes';
process.exitCode = await run('jest', [
  '--config',
  'test/jest.config.cjs',
  ...process.argv.slice(2),
  '--ignoreProjects',
  'clients',
  'cluster',
  'cluster-api',
]);
