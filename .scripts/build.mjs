// Compiles apps/ and libs/ to dist/ with SWC: types are checked by `npm run check`, not here, so a build takes under a second.
import { transform } from '@swc/core';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** `@platform/http` and the like become relative paths to the compiled entry file. */
const aliases = [
  [/^@kernel$/, () => 'libs/kernel/src/index.js'],
  [/^@contexts\/([\w-]+)$/, (name) => `libs/contexts/${name}/src/index.js`],
  [/^@platform\/([\w-]+)$/, (name) => `libs/platform/${name}/src/index.js`],
  [/^@apps\/([\w-]+)$/, (name) => `apps/${name}/src/index.js`],
];

const rewrite = (code, file) =>
  code.replace(/(require\(|import\()"(@(?:kernel|contexts|platform|apps)[^"]*)"/g, (whole, call, specifier) => {
    for (const [pattern, target] of aliases) {
      const match = pattern.exec(specifier);
      if (!match) continue;
      const path = relative(dirname(file), target(match[1])).replaceAll('\\', '/');
      return `${call}"${path.startsWith('.') ? path : `./${path}`}"`;
    }
    throw new Error(`${file}: no alias answers ${specifier}`);
  });

const options = {
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    keepClassNames: true,
  },
  module: { type: 'commonjs', ignoreDynamic: false },
  sourceMaps: true,
  swcrc: false,
};

export async function sources() {
  const found = [];
  for (const top of ['apps', 'libs']) {
    if (!existsSync(join(root, top))) continue;
    for (const entry of await readdir(join(root, top), { recursive: true, withFileTypes: true })) {
      if (entry.isFile() && !/\.(contract-)?spec\.ts$|\.d\.ts$/.test(entry.name)) {
        found.push(relative(root, join(entry.parentPath, entry.name)));
      }
    }
  }
  return found.sort();
}

export async function build() {
  const out = join(root, 'dist');
  await rm(out, { recursive: true, force: true });
  const files = await sources();
  await Promise.all(
    files.map(async (file) => {
      const code = await readFile(join(root, file), 'utf8');
      if (!file.endsWith('.ts')) {
        if (!/\.(sql|json|html|css)$/.test(file)) return;
        await mkdir(dirname(join(out, file)), { recursive: true });
        return writeFile(join(out, file), code);
      }
      const js = file.replace(/\.ts$/, '.js');
      const result = await transform(code, { ...options, filename: join(root, file), sourceFileName: join(root, file) });
      await mkdir(dirname(join(out, js)), { recursive: true });
      await writeFile(join(out, js), `${rewrite(result.code, js)}\n//# sourceMappingURL=${js.split('/').pop()}.map\n`);
      await writeFile(join(out, `${js}.map`), result.map);
    }),
  );
  return files.length;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const began = performance.now();
  const count = await build();
  console.log(`built ${count} files in ${((performance.now() - began) / 1000).toFixed(1)} s`);
}
