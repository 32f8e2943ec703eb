// npm test: the suites of the parts and of the interface, on real engines. npm run test:system (--system): those that
// start whole products, kill them, fill their disks, restore them, or drive a browser. Arguments go to jest:
// npm test -- libs/kernel --watch
import { installBrowser } from './install-browser.mjs';
import { prepareOrExit } from './prepare.mjs';
import { run } from './run.mjs';

const isSystem = process.argv[2] === '--system';
await prepareOrExit();
if (isSystem) await installBrowser();
// For the suites that start the product. While files are watched the tree changes, and each start looks again.
if (!process.argv.some((arg) => arg.startsWith('--watch'))) process.env.WAYMARK_PREPARED = 'yes';
process.exitCode = await run('jest', [
  '--config',
  'test/jest.config.cjs',
  ...process.argv.slice(isSystem ? 3 : 2),
  '--ignoreProjects',
  ...(isSystem ? ['unit', 'api'] : ['system']),
  'clients',
  'cluster',
  'cluster-api',
]);
