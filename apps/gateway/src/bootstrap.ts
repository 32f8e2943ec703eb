import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Pool } from 'pg';
import { z } from 'zod';
import { StoreUnavailable, idOf } from '@kernel';
import { retry } from '@platform/async';
import { uuidOf } from '@platform/commands';
import type { Config } from '@platform/config';
import { writeDurably } from '@platform/files';
import { mintToken, timeOrderedId } from '@platform/http';
import { announcedWait } from '@platform/process';
import { asUnavailable } from '@platform/read-store';
import { type Logger, stdout } from '@platform/telemetry';
import { KeyCommands } from './api-keys/api-key.commands';
import { Accounts } from './auth/accounts';
import { hashPassword } from './auth/passwords';
import { Registration } from './auth/registration';
import { SYSTEM } from './caller';

const Credentials = z.strictObject({
  base_url: z.string(),
  email: z.string(),
  password: z.string(),
  workspace_id: z.string(),
  api_key: z.string(),
});
type Credentials = z.infer<typeof Credentials>;

export interface StartBootstrap {
  readonly config: Config;
  readonly pool: Pool;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

const RETRY_MS = 500;

/**
 * The first start makes an owner, a workspace and a Read + Write key, and says what their credentials are. It writes
 * the credentials to disk first and derives every id from that file, so it can repeat safely after a kill. It makes the
 * user last: if a user exists, everything exists. Retries while a store or a projector is unavailable, or while another
 * gateway holds the lock, until the signal aborts.
 */
export const startBootstrap = async (app: NestFastifyApplication, options: StartBootstrap): Promise<void> => {
  const { config, logger, signal } = options;
  const wait = announcedWait(logger, {
    waiting: 'the first owner cannot be made yet; trying again until it is',
    done: 'the first owner could be made',
  });
  const onFailure = (error: unknown): void => {
    if (!(asUnavailable(error) instanceof StoreUnavailable)) throw error;
    wait.failed(error);
  };
  const made = await retry(() => bootstrap(app, options), { signal, onFailure, firstMs: RETRY_MS, lastMs: RETRY_MS });
  if (!signal.aborted) wait.over();
  if (made) announce(made, { config, logger, isTerminal: process.stdout.isTTY, print: (text) => stdout.write(text) });
};

/** @returns the credentials; undefined when there is a user already, or has been one */
const bootstrap = async (
  app: NestFastifyApplication,
  { config, pool, logger }: StartBootstrap,
): Promise<Credentials | undefined> => {
  const accounts = app.get(Accounts);
  if (await accounts.any()) return undefined;
  return holdingLock(pool, async () => {
    if (await accounts.any()) return undefined;
    const path = join(config.dataDir, 'bootstrap.json');
    const credentials = await credentialsIn(path, config);
    // Its owner has deleted it, and then the account: a restart must not bring both back.
    if (await accounts.isDeletedWorkspace(credentials.workspace_id)) {
      logger.warn(
        { workspace_id: credentials.workspace_id, path },
        'no account is left, and the first workspace is deleted; without that file a start makes another owner',
      );
      return undefined;
    }
    await make(app, credentials, config);
    logger.info({ workspace_id: credentials.workspace_id }, 'made the first workspace');
    return credentials;
  });
};

const make = async (
  app: NestFastifyApplication,
  { workspace_id, email, password, api_key }: Credentials,
  config: Config,
): Promise<void> => {
  const id = (what: string) => uuidOf(`bootstrap/${workspace_id}/${what}`);
  const registration = app.get(Registration);
  const userId = idOf('usr', id('user'));
  const metadata = (commandId: string) => ({
    actor: SYSTEM,
    request_id: 'bootstrap',
    command_id: commandId,
    correlation_id: 'bootstrap',
    causation_id: 'bootstrap',
    workspace_id,
    now: new Date().toISOString(),
  });
  await registration.createWorkspace(
    { workspace_id, name: 'My workspace', plan: config.bootstrap.plan },
    metadata(id('workspace')),
  );
  const key = {
    keyId: idOf('key', id('key')),
    token: api_key,
    name: 'First key',
    scope: 'read_write' as const,
    expiration: null,
    minter: null,
  };
  await app.get(KeyCommands).issue(key, metadata(id('key')));
  const passwordHash = await hashPassword(password);
  await registration.addOwner({ id: userId, email, passwordHash, name: null }, workspace_id);
};

const credentialsIn = async (
  path: string,
  { dataDir, publicUrl, bootstrap: { email, password } }: Config,
): Promise<Credentials> => {
  const known = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? null : Promise.reject(error),
  );
  if (known !== null) return Credentials.parse(JSON.parse(known));
  const credentials = {
    base_url: publicUrl,
    email: (email ?? 'owner@waymark.local').toLowerCase(),
    password: password ?? randomBytes(15).toString('base64url'),
    workspace_id: timeOrderedId('ws'),
    api_key: mintToken(randomBytes),
  };
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeDurably(path, `${JSON.stringify(credentials, null, 2)}\n`);
  return credentials;
};

/** @throws StoreUnavailable when another process holds it */
const holdingLock = async <T>(pool: Pool, work: () => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ taken: boolean }>(
      "SELECT pg_try_advisory_lock(hashtextextended('waymark/bootstrap', 0)) AS taken",
    );
    if (!rows[0]?.taken) throw new StoreUnavailable('another process makes the first owner');
    return await work();
  } finally {
    client.release(true); // Closing the connection frees the lock, whatever happened.
  }
};

export interface Announcement {
  readonly config: Pick<Config, 'dataDir' | 'bootstrap'>;
  readonly logger: Pick<Logger, 'info'>;
  readonly isTerminal: boolean;
  readonly print: (text: string) => void;
}

/**
 * Shows on a terminal what was made up. Whatever else takes our output keeps it and shows it to others, as the log of a
 * container: there only the file is named.
 */
export const announce = (
  { base_url, email, password, workspace_id, api_key }: Credentials,
  { config: { dataDir, bootstrap }, logger, isTerminal, print }: Announcement,
): void => {
  const file = join(dataDir, 'bootstrap.json');
  if (!isTerminal) {
    logger.info({ file }, "the first owner's credentials are in this file; remove it once you have stored them");
    return;
  }
  const lines = [
    '',
    '  Waymark is ready. These credentials are shown once:',
    '',
    `    base URL   ${base_url}`,
    `    e-mail     ${email}`,
    `    password   ${password === bootstrap.password ? '(BOOTSTRAP_PASSWORD)' : password}`,
    `    workspace  ${workspace_id}`,
    `    API key    ${api_key}`,
    '',
    `  They are also in ${file}; remove that file once you have stored them.`,
    '',
    '',
  ];
  print(lines.join('\n'));
};
