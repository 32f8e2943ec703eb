import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareTree } from './prepare-tree';
import { type Product, type StartOptions, startWaymark } from './waymark';

const ROOT = join(__dirname, '..', '..');

/** Plants a fault into a copy of `dist/`. */
export type Fault = (dist: string) => void;

/**
 * Edits compiled files.
 * @throws when there is nothing to edit: the fault would not be planted
 */
export const edit = (files: readonly string[], pattern: RegExp, by: string): void => {
  let planted = 0;
  for (const file of files) {
    const code = readFileSync(file, 'utf8');
    const faulty = code.replace(pattern, () => {
      planted += 1;
      return by;
    });
    if (faulty !== code) writeFileSync(file, faulty);
  }
  if (planted === 0) throw new Error(`nothing matches ${pattern}`);
};

/** Starts the product with these faults in it, and stops it after the use. */
export const withFaults = async <T>(
  faults: readonly Fault[],
  env: StartOptions['env'],
  use: (product: Product) => Promise<T>,
): Promise<T> => {
  prepareTree();
  const folder = mkdtempSync(join(tmpdir(), 'waymark-faulty-'));
  try {
    cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    for (const plant of faults) plant(join(folder, 'dist'));
    const main = join(folder, 'dist', 'apps', 'standalone', 'src', 'main.js');
    const product = await startWaymark({ main, patient: true, ...(env && { env }) });
    try {
      return await use(product);
    } finally {
      await product.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
};
