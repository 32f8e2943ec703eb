import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const DEMO = join(__dirname, '..', '..', '..', '.scripts', 'demo.mjs');

/** The year that `npm run demo` makes, of fewer clicks unless more are wanted. */
export const fillWithDemo = async (
  product: { readonly dataDir: string; readonly port: number },
  clicks = 60_000,
): Promise<void> => {
  const demo = spawn(process.execPath, [DEMO, '--clicks', String(clicks)], {
    env: { ...process.env, DATA_DIR: product.dataDir, PORT: String(product.port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(demo, 'exit')) as [number | null];
  if (code !== 0) throw new Error('the demonstration data could not be made');
};
