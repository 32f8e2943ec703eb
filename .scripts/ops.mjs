// npm run ops -- <command>: makes the tree ready and becomes the operator's command line.
import Module from 'node:module';
import { join } from 'node:path';
import { prepareOrExit } from './prepare.mjs';
import { root } from './sources.mjs';

await prepareOrExit();
process.argv[1] = join(root, 'dist', 'apps', 'ops', 'src', 'main.js');
process.setSourceMapsEnabled(true);
Module.runMain();
