// Compiles apps/ and libs/ to dist/ with SWC: types are checked by `npm run check`, not here, so a build takes under a
// second.
import { transform } from '@swc/core';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import compiling from './compiling.cjs';
import { buildDashboard, DASHBOARD } from './build-dashboard.mjs';
import { root, sources } from './sources.mjs';

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

const options = { ...compiling, sourceMaps: true, swcrc: false };

const out = join(root, 'dist');

async function emit(file, into) {
  const code = await readFile(join(root, file), 'utf8');
  await mkdir(dirname(join(into, file)), { recursive: true });
  if (!file.endsWith('.ts')) return writeFile(join(into, file), code);
  const js = file.replace(/\.ts$/, '.js');
  const sourceFileName = relative(dirname(join(out, js)), join(root, file));
  const result = await transform(code, { ...options, filename: join(root, file), sourceFileName }).catch((error) => {
    throw new Error(`${file} does not compile:\n${error.message.split('Caused by:')[0].trimEnd()}`);
  });
  await writeFile(join(into, js), `${rewrite(result.code, js)}\n//# sourceMappingURL=${basename(js)}.map\n`);
  await writeFile(join(into, `${js}.map`), result.map);
}

/** Compiles beside dist/ and swaps at the end: a syntax error or a kill leaves the last good build in place. */
export async function build() {
  const next = join(root, '.cache', 'dist-next');
  const last = join(root, '.cache', 'dist-last');
  const files = sources();
  await rm(next, { recursive: true, force: true });
  await rm(last, { recursive: true, force: true });
  await mkdir(next, { recursive: true });
  await Promise.all(files.map((file) => emit(file, next)));
  // The dashboard has a build of its own, which stays.
  const dashboard = join(out, DASHBOARD);
  if (existsSync(dashboard)) await cp(dashboard, join(next, DASHBOARD), { recursive: true });
  if (existsSync(out)) await rename(out, last);
  await rename(next, out);
  await rm(last, { recursive: true, force: true });
  return files.length;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const began = performance.now();
  const count = await build();
  const files = await buildDashboard();
  const took = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`built ${count} files, and the dashboard of ${files}, in ${took} s`);
}
