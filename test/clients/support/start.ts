import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startWaymark } from '../../support/waymark';
import { type Language, storeUnderTest } from './under-test';

/** What is to be ended after the last suite. */
export const running: (() => Promise<unknown>)[] = [];

/** Receivers of webhooks are on this machine. */
const ENV = { SIGNUP: 'open', DEFAULT_PLAN: 'enterprise', TRUST_PROXY: 'loopback', EGRESS_ALLOW: '127.0.0.1' };

/** Before the first suite: one product for all languages, and their drivers. */
export default async (): Promise<void> => {
  const finder = spawn(process.execPath, [join(__dirname, 'discover.mjs')], { stdio: ['pipe', 'pipe', 'inherit'] });
  running.push(async () => {
    const gone = finder.exitCode === null ? once(finder, 'exit') : undefined;
    finder.stdin.end();
    await gone;
  });
  const [product, languages] = await Promise.all([startWaymark({ env: ENV }), languagesOf(finder)]);
  running.push(() => product.stop());
  storeUnderTest({ product: { url: product.url, port: product.port, dataDir: product.dataDir }, languages });
};

const languagesOf = async (finder: ChildProcess): Promise<readonly Language[]> => {
  if (!finder.stdout) throw new Error('the finder of drivers has no output');
  for await (const line of createInterface({ input: finder.stdout })) return JSON.parse(line) as Language[];
  throw new Error('the drivers could not be found; the reason stands above');
};
