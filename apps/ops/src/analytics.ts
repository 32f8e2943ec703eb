import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AnalyticsClient,
  createAnalyticsClient,
  createEmbeddedClickhouse,
  engineSocketPath,
  serveClickhouseHttp,
} from '@platform/analytics-store';
import { DataDirTaken, lockDataDir } from '@platform/engines';
import { Failure } from './failure';
import type { Installation } from './installation';

/** What a command on clicks needs of an installation. */
export type AnalyticsSite = Pick<Installation, 'config' | 'url' | 'product' | 'log'>;

export interface AnalyticsAccess {
  readonly client: AnalyticsClient;
  /** Whether the product can load clicks meanwhile: not into an engine that this command has started. */
  readonly loading: boolean;
}

/** Statements on all clicks are slow. */
const TIMEOUT_MS = 600_000;

/** Where the click loader keeps its state and the embedded engine its data. */
export const analyticsFolder = ({ config }: Pick<AnalyticsSite, 'config'>): string => join(config.dataDir, 'analytics');

/**
 * Connects to the analytics store while a command runs: to the server that CLICKHOUSE_URL names, to the engine of the
 * running product, or to one that it starts for the command.
 */
export const withAnalytics = async <T>(
  installation: AnalyticsSite,
  run: (analytics: AnalyticsAccess) => Promise<T>,
): Promise<T> => {
  const { config, product } = installation;
  if (config.clickHouseUrl)
    return withClient({ url: config.clickHouseUrl }, (client) => run({ client, loading: product !== 'stopped' }));
  const socketPath = engineSocketPath(analyticsFolder(installation));
  const running =
    product !== 'stopped' &&
    (await withClient({ socketPath }, (client) =>
      client.ping().then(
        () => true,
        () => false,
      ),
    ));
  if (running) return withClient({ socketPath }, (client) => run({ client, loading: true }));
  if (product === 'running')
    throw new Failure(`The product runs, but its analytics engine does not answer on ${socketPath}. Look at its log.`);
  return withOwnEngine(installation, socketPath, () =>
    withClient({ socketPath }, (client) => run({ client, loading: false })),
  );
};

const withClient = async <T>(
  address: { readonly url?: string; readonly socketPath?: string },
  run: (client: AnalyticsClient) => Promise<T>,
): Promise<T> => {
  const client = createAnalyticsClient({ ...address, timeout: TIMEOUT_MS });
  try {
    return await run(client);
  } finally {
    await client.close();
  }
};

/** The engine would leave files behind that the product could not open, and then it would not start. */
const demandOwnFiles = async (dataDir: string): Promise<void> => {
  const { uid } = await stat(dataDir);
  if (process.getuid?.() === 0 && uid !== 0)
    throw new Failure(
      `${dataDir} belongs to another user, whose id is ${uid}. Run this command as that user, not as root.`,
    );
};

/**
 * One process at a time may open the engine's data. The caller holds the lock of a stopped product. With an external
 * database, this function takes it.
 */
const withOwnEngine = async <T>(installation: AnalyticsSite, socketPath: string, run: () => Promise<T>): Promise<T> => {
  await demandOwnFiles(installation.config.dataDir);
  const lock = installation.product === 'stopped' ? null : await lockDataDir(installation.config.dataDir).catch(taken);
  try {
    const engine = await createEmbeddedClickhouse({ path: join(analyticsFolder(installation), 'chdb') });
    const server = await serveClickhouseHttp({ engine, socketPath });
    try {
      return await run();
    } finally {
      await server.close();
      await engine.close();
    }
  } finally {
    await lock?.release();
  }
};

const taken = (error: unknown): never => {
  throw error instanceof DataDirTaken
    ? new Failure('The product runs, but its analytics engine does not answer. Look at its log.')
    : error;
};
