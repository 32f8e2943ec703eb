// npm run sheet: starts the product with a year of demonstration data, takes a picture of every screen of the dashboard
// in light and dark at 1280 and 360 px, and writes them with a page that shows them all to .cache/sheet.
// npm run sheet -- readme: takes the two pictures of README.md anew.
import { join } from 'node:path';
import { installBrowser } from './install-browser.mjs';
import { prepareOrExit } from './prepare.mjs';
import { runScript } from './run.mjs';
import { root } from './sources.mjs';

await prepareOrExit();
await installBrowser();
process.exitCode = await runScript(
  '-r',
  join(root, 'test/support/typescript.cjs'),
  join(root, 'test/browser/sheet.ts'),
  ...process.argv.slice(2),
);
