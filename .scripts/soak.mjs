// npm run soak [-- cluster] [seconds=7200]: the whole product, or a cluster, at half load for hours, with everything else it does beside it.
import { join } from 'node:path';
import { prepareOrExit } from './prepare.mjs';
import { runScript } from './run.mjs';
import { root } from './sources.mjs';

await prepareOrExit();
process.exitCode = await runScript(join(root, 'test', 'soak', 'soak.mjs'), ...process.argv.slice(2));
