// Compiles src/ twice: to dist/cjs for `require`, to dist/esm for `import`. Needs TypeScript, which is not a dependency of
// the package: the repository has it.
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
/** Where to; absent: beside the sources. */
const out = process.argv[2] ?? join(folder, 'dist');

const compile = (...options) => {
  const { status } = spawnSync(process.execPath, [tsc, '-p', folder, ...options], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
};

rmSync(out, { recursive: true, force: true });
compile('--outDir', join(out, 'cjs'));
compile('--outDir', join(out, 'esm'), '--module', 'ES2022', '--moduleResolution', 'Bundler');
writeFileSync(join(out, 'esm', 'package.json'), '{ "type": "module" }\n');
