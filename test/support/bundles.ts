import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { prepareTree } from './prepare-tree';

const SITE = join(__dirname, '..', '..', 'dist', 'apps', 'dashboard', 'site');
const ASSETS = join(SITE, 'assets');

const read = (file: string): Buffer => readFileSync(join(ASSETS, file));
const imports = (file: string): readonly string[] =>
  [
    ...read(file)
      .toString()
      .matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g),
  ].map(([, name]) => name ?? '');

/** A file with everything that it needs before it runs. */
const closure = (...roots: readonly string[]): ReadonlySet<string> => {
  const found = new Set<string>();
  const add = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    imports(file).forEach(add);
  };
  roots.forEach(add);
  return found;
};

/** Files of the dashboard as a browser loads them before it shows something. Documents and fonts are not among them. */
export interface Bundles {
  readonly signIn: ReadonlySet<string>;
  readonly overview: ReadonlySet<string>;
  /** What each screen adds to the overview, by the name of its file. */
  readonly furtherScreens: ReadonlyMap<string, readonly string[]>;
  readonly css: readonly string[];
}

export const bundlesOfDashboard = (): Bundles => {
  prepareTree();
  const files = readdirSync(ASSETS).filter((file) => /\.(js|css)$/.test(file));
  const entry = /src="\/app\/assets\/([\w.-]+\.js)"/.exec(readFileSync(join(SITE, 'index.html'), 'utf8'))?.[1] ?? '';
  const chunk = (name: string): string => {
    const found = files.find((file) => file.startsWith(`${name}-`) && file.endsWith('.js'));
    if (!found) throw new Error(`no chunk is called ${name}: ${files.join(', ')}`);
    return found;
  };
  const overview = closure(entry, chunk('shell'), chunk('overview'));
  const lazy = [
    ...read(entry)
      .toString()
      .matchAll(/import\(\s*["'`]\.\/([\w.-]+\.js)["'`]\s*\)/g),
  ].map(([, name]) => name ?? '');
  const added = (file: string): readonly string[] => [...closure(file)].filter((name) => !overview.has(name));
  return {
    signIn: closure(entry),
    overview,
    furtherScreens: new Map([...new Set(lazy)].map((file) => [file, added(file)])),
    css: files.filter((file) => file.endsWith('.css')),
  };
};

const weightBy =
  (compress: (bytes: Buffer) => Buffer) =>
  (names: Iterable<string>): number =>
    [...names].reduce((sum, name) => sum + compress(read(name)).length, 0) / 1_000;

/** In kB. */
export const weightInBrotli = weightBy(brotliCompressSync);
export const weightInGzip = weightBy((bytes) => gzipSync(bytes, { level: 9 }));
