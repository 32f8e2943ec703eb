import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quiet } from '../../../test/support/read-store';
import { loadConfig } from '@platform/config';
import { type DataDirLock, findRunningPostgres, lockDataDir, startPostgres } from '@platform/engines';
import { Failure } from './failure';
import { withInstallation } from './installation';

describe('ops beside a product whose database it cannot reach', () => {
  let dataDir: string;
  let lock: DataDirLock;
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'waymark-ops-socket-'));
    lock = await lockDataDir(dataDir);
    mkdirSync(join(dataDir, 'postgres'));
    mkdirSync(join(dataDir, 'there'));
    writeFileSync(join(dataDir, 'postgres.password'), 'secret');
  });
  afterEach(async () => {
    await lock.release();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** @param socket the folder of its socket */
  const openedBy = (socket: string): Promise<string> => {
    const pidFile = [process.pid, join(dataDir, 'postgres'), 1, 5432, join(dataDir, socket), '', '', 'ready'];
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), pidFile.join('\n'));
    return withInstallation(loadConfig({ DATA_DIR: dataDir }, { cwd: dataDir }), async () => 'opened');
  };

  it('says where to run, if it does not see the socket', async () => {
    const opened = openedBy('elsewhere');
    await expect(opened).rejects.toThrow(Failure);
    await expect(opened).rejects.toThrow(
      / is in use, but its database cannot be reached \(.+\)\. Run this where the product runs: in the same container/,
    );
  });

  it('says in one sentence that nobody answers at the socket', async () => {
    const server = createServer().listen(join(dataDir, 'socket'));
    await once(server, 'listening');
    renameSync(join(dataDir, 'socket'), join(dataDir, 'there', '.s.PGSQL.5432'));
    server.close();
    const opened = openedBy('there');
    await expect(opened).rejects.toThrow(Failure);
    await expect(opened).rejects.toThrow(
      / is in use, but its database cannot be reached \(.+ECONNREFUSED.+\)\. Restart the product\.$/,
    );
  });
});

describe('ops that is interrupted before it begins', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'waymark-ops-interrupted-'));
    // The account of a database that root starts must reach it.
    chmodSync(dataDir, 0o755);
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 }));

  const interrupted = async (): Promise<void> => {
    const begun = jest.fn(async () => undefined);
    const opened = withInstallation(loadConfig({ DATA_DIR: dataDir }, { cwd: dataDir }), begun);
    process.emit('SIGINT');
    await expect(opened).rejects.toThrow(/^Ended by SIGINT\.$/);
    expect(begun).not.toHaveBeenCalled();
  };

  it('waits for no database of a product', async () => {
    const lock = await lockDataDir(dataDir);
    writeFileSync(join(dataDir, 'postgres.password'), 'secret');
    const began = performance.now();
    await interrupted();
    expect(performance.now() - began).toBeLessThan(15_000);
    await lock.release();
  });

  it('ends the database that it has started, and gives the data directory back', async () => {
    const before = await lockDataDir(dataDir);
    await (await startPostgres({ dataDir, log: quiet })).stop();
    await before.release();
    await interrupted();
    expect(await findRunningPostgres(dataDir, 0)).toBeNull();
    await (await lockDataDir(dataDir)).release();
  });
});
