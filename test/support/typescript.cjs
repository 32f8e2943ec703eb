// `node -r test/support/typescript.cjs <file>.ts` runs a program of this repository from its sources, so that a spec
// can start it as a separate process without a build that other specs may be rewriting at the same time.
const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join } = require('node:path');
const compiling = require('../../.scripts/compiling.cjs');

const root = join(__dirname, '..', '..');
const aliases = [
  [/^@kernel\/testing$/, () => 'libs/kernel/src/testing/index.ts'],
  [/^@kernel$/, () => 'libs/kernel/src/index.ts'],
  [/^@contexts\/([\w-]+)$/, (name) => `libs/contexts/${name}/src/index.ts`],
  [/^@platform\/([\w-]+)$/, (name) => `libs/platform/${name}/src/index.ts`],
  [/^@apps\/([\w-]+)$/, (name) => `apps/${name}/src/index.ts`],
];

const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) {
  for (const [pattern, target] of aliases) {
    const match = pattern.exec(request);
    if (match && existsSync(join(root, target(match[1])))) return join(root, target(match[1]));
  }
  // A dynamic import names the compiled file.
  const [from] = rest;
  const source =
    from?.filename && /^\.{1,2}\//.test(request) && join(dirname(from.filename), request.replace(/\.js$/, '.ts'));
  if (source && request.endsWith('.js') && existsSync(source)) return source;
  return resolve.call(this, request, ...rest);
};

const OPTIONS = { ...compiling, swcrc: false, sourceMaps: 'inline' };

/** Compiled files by their content: hundreds of programs of a test run start from the same sources. */
const cache = join(root, '.cache', 'from-sources');
mkdirSync(cache, { recursive: true });
const recipe = JSON.stringify([OPTIONS, require('@swc/core/package.json').version]);

const compiled = (filename) => {
  const source = readFileSync(filename, 'utf8');
  const name = createHash('sha256').update(recipe).update(`\0${filename}\0`).update(source).digest('hex');
  const kept = join(cache, `${name}.js`);
  if (existsSync(kept)) return readFileSync(kept, 'utf8');
  const { code } = require('@swc/core').transformSync(source, { ...OPTIONS, filename });
  // Under a name of its own first: another program may be reading.
  const made = `${kept}.${process.pid}`;
  writeFileSync(made, code);
  renameSync(made, kept);
  return code;
};

require.extensions['.ts'] = (module, filename) => module._compile(compiled(filename), filename);
