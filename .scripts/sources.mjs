// What is compiled and shipped: everything under apps/ and libs/ but specs, test helpers, the dashboard, which is
// bundled, and the client libraries. Uses nothing but Node, for it runs before the install.
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** All files below these folders: paths relative to the root, in a stable order. */
export const filesOf = (folders) =>
  folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .sort();

const DASHBOARD = join('apps', 'dashboard');

const isSource = (file) =>
  /\.(ts|cjs|sql|json|html|css)$/.test(file) &&
  !/\.(contract-)?spec\.ts$|\.d\.ts$|tsconfig[^/\\]*\.json$/.test(file) &&
  !file.startsWith(join('libs', 'kernel', 'src', 'testing')) &&
  !file.startsWith(join('libs', 'clients')) &&
  !file.startsWith(DASHBOARD);

export const sources = () => filesOf(['apps', 'libs']).filter(isSource);

/**
 * What the bundle of the dashboard is made from: its types come from the document of the API, and calls in Go from the
 * generator of the client libraries.
 */
export const dashboardSources = () => [
  ...filesOf([DASHBOARD]).filter((file) => !/\.md$|(openapi\.d\.ts|(calls|operations|world)\.json)$/.test(file)),
  join('.scripts', 'world.mjs'),
  ...filesOf([join('libs', 'clients', 'generator')]).filter((file) => !file.endsWith('.spec.ts')),
  join('libs', 'clients', 'openapi.json'),
];
