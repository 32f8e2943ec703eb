// A registry that lacks another platform's optional package makes npm drop it from the lock file, and `npm ci` then
// fails wherever that package exists. Run this after every change of dependencies; `--check` only reports what is
// missing.
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const args = process.argv.slice(2);
const check = args.includes('--check');
const file =
  args.find((arg) => !arg.startsWith('--')) ?? join(dirname(fileURLToPath(import.meta.url)), '..', 'package-lock.json');

const CPUS = new Set(['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']);
const LIBC = [
  [/-gnu(eabi|eabihf)?$/, 'glibc'],
  [/-musl(eabi|eabihf)?$/, 'musl'],
];

/**
 * Whether a package asked for by `dependent` (a key of the lock's `packages`) stands in the lock, looked up as Node
 * does.
 */
const found = (packages, dependent, name) => {
  for (let folder = dependent; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
};

/**
 * What the name of a platform package says, e.g. `@swc/core-linux-arm64-musl`: enough for npm to skip or
 * fetch it.
 */
const entryOf = (name, version, dependent) => {
  const [, os, cpu] =
    /(android|aix|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32|windows)-([a-z0-9]+)/.exec(name) ??
    // WebAssembly runs on every system.
    /()(wasm32)-wasi$/.exec(name) ??
    [];
  if (!CPUS.has(cpu) || !/^\d+\.\d+\.\d+/.test(version)) {
    throw new Error(
      `${name}@${version}: its name does not say its platform or exact version; add its entry to the lock by hand.`,
    );
  }
  const libc = LIBC.find(([pattern]) => pattern.test(name))?.[1];
  return {
    version,
    cpu: [cpu],
    ...(dependent.dev ? { dev: true } : {}),
    ...(libc ? { libc: [libc] } : {}),
    optional: true,
    ...(os ? { os: [os === 'windows' ? 'win32' : os] } : {}),
  };
};

const lock = JSON.parse(await readFile(file, 'utf8'));
const missing = [];
for (const [key, dependent] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(dependent.optionalDependencies ?? {})) {
    if (found(lock.packages, key, name)) continue;
    missing.push(`${name}@${version}`);
    if (!check) lock.packages[`node_modules/${name}`] = entryOf(name, version, dependent);
  }
}

if (check) {
  for (const one of missing) console.log(`missing from the lock: ${one}`);
  process.exitCode = missing.length > 0 ? 1 : 0;
} else if (missing.length > 0) {
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  await writeFile(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
}
if (!check)
  console.log(missing.length === 0 ? 'the lock is complete' : `completed the lock by ${missing.length} entries`);
