import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { prepareTree } from '../support/prepare-tree';

const SITE = join(__dirname, '..', '..', 'dist', 'apps', 'dashboard', 'site');
const ASSETS = join(SITE, 'assets');
const KB = 1_000;

/**
 * What a browser loads before it shows each part of the dashboard, in kB of brotli, at most. Documents and fonts are not
 * counted, nor what comes later: dialogs, toasts, the palette.
 */
const BARS = { signIn: 95, overview: 180, furtherScreen: 40, css: 15 };

describe('what the dashboard weighs', () => {
  let files: readonly string[];
  let entry: string;
  const read = (file: string): Buffer => readFileSync(join(ASSETS, file));
  const weight = (names: Iterable<string>): number =>
    [...names].reduce((sum, name) => sum + brotliCompressSync(read(name)).length, 0) / KB;
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
  const chunk = (name: string): string => {
    const found = files.find((file) => file.startsWith(`${name}-`) && file.endsWith('.js'));
    if (!found) throw new Error(`no chunk is called ${name}: ${files.join(', ')}`);
    return found;
  };
  const without = (names: ReadonlySet<string>, known: ReadonlySet<string>): readonly string[] =>
    [...names].filter((name) => !known.has(name));

  beforeAll(() => {
    prepareTree();
    files = readdirSync(ASSETS).filter((file) => /\.(js|css)$/.test(file));
    entry = /src="\/app\/assets\/([\w.-]+\.js)"/.exec(readFileSync(join(SITE, 'index.html'), 'utf8'))?.[1] ?? '';
  });

  it('is light enough to sign in', () => {
    expect(weight(closure(entry))).toBeGreaterThan(50);
    expect(weight(closure(entry))).toBeLessThanOrEqual(BARS.signIn);
  });

  it('is light enough for the overview', () => {
    const overview = closure(entry, chunk('shell'), chunk('overview'));
    expect(overview.size).toBeGreaterThan(3);
    expect(weight(overview)).toBeLessThanOrEqual(BARS.overview);
  });

  it('adds little with each further screen', () => {
    const known = closure(entry, chunk('shell'), chunk('overview'));
    const lazy = [
      ...read(entry)
        .toString()
        .matchAll(/import\(\s*["'`]\.\/([\w.-]+\.js)["'`]\s*\)/g),
    ].map(([, name]) => name ?? '');
    expect(lazy.length).toBeGreaterThan(4);
    const weights = [...new Set(lazy)].map((file) => [file, weight(without(closure(file), known))] as const);
    expect(weights.filter(([, size]) => size > BARS.furtherScreen)).toEqual([]);
  });

  it('has few styles', () => {
    const styles = files.filter((file) => file.endsWith('.css'));
    expect(styles.length).toBeGreaterThan(0);
    expect(weight(styles)).toBeLessThanOrEqual(BARS.css);
  });
});
