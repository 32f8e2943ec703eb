// What is soaked: the product as `npm start` runs it, or every app as a process of its own on a server of each kind.
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lowerOthers } from '../bench/lib/cpu-of-tree.mjs';
import { callsOf, startProduct } from '../bench/lib/product.mjs';

/** Servers have machines of their own in a cluster; here they get what the apps leave. */
const SERVERS_NICENESS = 10;
const APPS = ['gateway', 'redirector', 'clicks', 'links', 'keys', 'projector', 'scheduler', 'relay', 'webhooks'];

/**
 * @typedef Subject
 * @property {number} pid the root of its processes
 * @property {number} port of redirects
 * @property {string} host of short links
 * @property {string} redirecting where the process that redirects shows its metrics
 * @property {Record<string, RegExp>} parts its processes, by their command lines
 * @property {Record<string, string>} operating the environment of `ops`
 * @property {() => Record<string, string>} logs what its processes logged last, by their names
 */

/** @returns {Promise<Subject>} with the calls of a product */
export const startAlone = async (folder) => {
  const [dataDir, log] = [join(folder, 'data'), join(folder, 'log')];
  const product = await startProduct(dataDir, { EGRESS_ALLOW: '127.0.0.1' }, openSync(log, 'a'));
  return {
    ...product,
    host: `localhost:${product.port}`,
    redirecting: product.url('/metrics'),
    parts: {
      main: /standalone\/src\/main\.js/,
      clicks: /clicks\/src\/journal\/child\.js/,
      webhooks: /webhooks\/src\/child\.js/,
      postgres: /postgres/,
    },
    operating: { DATA_DIR: dataDir },
    logs: () => ({ product: readFileSync(log, 'utf8') }),
  };
};

/** @returns {Promise<Subject>} with the calls of a product @throws with the reason where no broker can be had */
export const startCluster = async () => {
  const load = createRequire(import.meta.url);
  load('../support/typescript.cjs');
  const { skipReason } = load('../support/kafka-broker');
  const reason = skipReason();
  if (reason) throw new Error(reason);
  const { startWholeCluster } = load('../support/whole-cluster');
  const whole = await startWholeCluster({
    // One, so that its metrics are of the process that redirects, not a mean of several.
    env: { BOOTSTRAP_PLAN: 'enterprise', LOG_LEVEL: 'warn', REDIRECT_WORKERS: '1' },
  });
  const { cluster, proxy, database, events, clickhouse, secrets } = whole;
  const [redirector, dataDir] = [cluster.one('redirector'), mkdtempSync(join(tmpdir(), 'waymark-soak-'))];
  const parts = Object.fromEntries(APPS.map((app) => [app, new RegExp(`apps/${app}/src/main\\.js`)]));
  lowerOthers(process.pid, parts, SERVERS_NICENESS);
  return {
    ...callsOf(proxy.url, cluster.bootstrap.api_key),
    pid: process.pid,
    port: redirector.port,
    host: `localhost:${proxy.port}`,
    redirecting: `${redirector.status.url}/metrics`,
    parts,
    operating: {
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      EVENTSTORE_URL: events.url,
      CLICKHOUSE_URL: clickhouse.url,
      ...secrets,
    },
    logs: () => Object.fromEntries(cluster.processes.map(({ app, output }) => [app, output()])),
    stop: async () => {
      await whole.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
