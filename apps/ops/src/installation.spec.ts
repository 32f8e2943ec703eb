import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quiet } from '../../../test/support/read-store';
import { loadConfig } from '@platform/config';
import { findRunningPostgres, lockDataDir, startPostgres } from '@platform/engines';
import { Failure } from './failure';
import { withInstallation } from './installation';

describe('ops beside a product whose database has lost its socket', () => {
  let dataDir: string;
  beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'waymark-ops-socket-'))));
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it('says so in one sentence', async () => {
    const lock = await lockDataDir(dataDir);
    try {
      mkdirSync(join(dataDir, 'postgres'));
      const pidFile = [process.pid, join(dataDir, 'postgres'), 1, 5432, join(dataDir, 'gone'), '', '', 'ready'];
      writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), pidFile.join('\n'));
      writeFileSync(join(dataDir, 'postgres.password'), 'secret');
      const opened = withInstallation(loadConfig({ DATA_DIR: dataDir }, { cwd: dataDir }), async () => 'opened');
      await expect(opened).rejects.toThrow(Failure);
      await expect(opened).rejects.toThrow(
        / is in use, but its database cannot be reached \(.+\)\. Restart the product\.$/,
      );
    } finally {
      await lock.release();
    }
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
