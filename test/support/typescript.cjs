// `node -r test/support/typescript.cjs <file>.ts` runs a program of this repository from its sources, so that a spec
// can start it as a separate process without a build that other specs may be rewriting at the same time.
const { existsSync, readFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join } = require('node:path');
const { transformSync } = require('@swc/core');

const root = join(__dirname, '..', '..');
const aliases = [
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

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), {
    filename,
    swcrc: false,
    sourceMaps: 'inline',
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
      keepClassNames: true,
    },
    module: { type: 'commonjs' },
  });
  module._compile(code, filename);
};
