// What is compiled and shipped: everything under apps/ and libs/ but specs and test helpers. Uses nothing but Node, for it runs before the install.
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Paths relative to the root, in a stable order. */
export const sources = () =>
  ['apps', 'libs']
    .filter((top) => existsSync(join(root, top)))
    .flatMap((top) => readdirSync(join(root, top), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(ts|sql|json|html|css)$/.test(entry.name) && !/\.(contract-)?spec\.ts$|\.d\.ts$|^tsconfig.*\.json$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .filter((file) => !file.startsWith(join('libs', 'kernel', 'src', 'testing')))
    .sort();
