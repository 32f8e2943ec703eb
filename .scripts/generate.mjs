// npm run generate: writes the generated parts of the client libraries from libs/clients/openapi.json. With `-- --check` it
// writes nothing and fails if a file differs.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { prepareOrExit } from './prepare.mjs';
import { root } from './sources.mjs';

await prepareOrExit();
const main = join(root, 'libs/clients/generator/src/main.ts');
const typescript = join(root, 'test/support/typescript.cjs');
const { status } = spawnSync(process.execPath, ['-r', typescript, main, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
