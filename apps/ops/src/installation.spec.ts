import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@platform/config';
import { lockDataDir } from '@platform/engines';
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
