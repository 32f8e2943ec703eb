// npm start: makes the tree ready and becomes the application. No child process in between: signals, the exit code and
// a kill -9 reach the application itself, and nothing is left behind.
import Module from 'node:module';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { prepareOrExit, runFromTree } from './prepare.mjs';
import { root } from './sources.mjs';

await prepareOrExit();
runFromTree();
const main = join(root, 'dist', 'apps', 'standalone', 'src', 'main.js');
if (existsSync(main)) {
  process.argv[1] = main;
  process.setSourceMapsEnabled(true);
  Module.runMain();
} else {
  console.error('There is nothing to start: apps/standalone/src/main.ts does not exist.');
  process.exitCode = 1;
}
