// npm run dashboard: the dashboard while it is changed, beside a running product. WAYMARK_BASE_URL says where that is.
import { prepareOrExit } from './prepare.mjs';
import { run } from './run.mjs';

await prepareOrExit();
process.exitCode = await run('vite', ['apps/dashboard', '--config', 'apps/dashboard/vite.config.mjs']);
