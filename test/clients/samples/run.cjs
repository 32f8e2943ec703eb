// Runs the samples of TypeScript in a folder one after the other, as the modules that they are, and prints a line of
// JSON: what each that failed threw, by its name. They have no types, so they are JavaScript as they stand.
const { readFileSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

const { Waymark } = require(join(process.env.WAYMARK_LIBRARY, 'src/index.ts'));
const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor;
const print = console.log;
console.log = () => undefined;

(async () => {
  const failed = {};
  for (const file of readdirSync('.').filter((name) => name.endsWith('.mts'))) {
    const body = readFileSync(file, 'utf8').replace("import { Waymark } from '@waymark/client';", '');
    await new AsyncFunction('Waymark', body)(Waymark).catch((error) => {
      failed[file.slice(0, -4)] = error.name;
    });
  }
  print(JSON.stringify(failed));
})();
