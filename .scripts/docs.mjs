// npm run docs: the pages of docs/ as a site in .cache/docs, which any web server can show; a dead link fails it.
// npm run docs -- dev shows them while you write.
import { prepareOrExit } from './prepare.mjs';
import { run } from './run.mjs';

await prepareOrExit();
const [command = 'build', ...others] = process.argv.slice(2);
process.exitCode = await run('vitepress', [command, 'docs', ...others]);
