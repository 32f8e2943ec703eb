import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { compileEngines, eventually, roomyFolder } from '../../../../test/support/engine-process';
import { DataDirTaken, lockDataDir } from './index';

let dataDir: string;

beforeEach(async () => {
  dataDir = await roomyFolder();
});

afterEach(() => rm(dirname(dataDir), { recursive: true, force: true }));

describe('the lock on the data directory', () => {
  it('creates the directory, closed to other accounts', async () => {
    const lock = await lockDataDir(join(dataDir, 'deep', 'new'));
    expect((await stat(join(dataDir, 'deep', 'new'))).mode & 0o066).toBe(0);
    await lock.release();
  });

  it('fails where no directory can be made, instead of trying for ever', async () => {
    // procfs is the one file system at hand that refuses a new folder as absent.
    const refused = existsSync('/proc/self') ? '/proc/nope/data' : join(__filename, 'data');
    await expect(lockDataDir(refused)).rejects.toMatchObject({ code: expect.stringMatching(/^ENOENT|ENOTDIR$/) });
  });

  it('refuses a second instance, naming the directory and the holder', async () => {
    const lock = await lockDataDir(dataDir);
    const refused = await lockDataDir(dataDir).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DataDirTaken);
    expect(String(refused)).toContain(dataDir);
    expect(String(refused)).toContain(`pid ${process.pid}`);
    await lock.release();
  });

  it('lets the next instance in after a release, and a late second release does no harm', async () => {
    const first = await lockDataDir(dataDir);
    await first.release();
    const second = await lockDataDir(dataDir);
    await first.release();
    await expect(lockDataDir(dataDir)).rejects.toThrow(DataDirTaken);
    await second.release();
  });

  it('is taken over from a process that was killed, and not before', async () => {
    const compiled = await compileEngines();
    const script =
      `require(${JSON.stringify(compiled.entry)}).lockDataDir(process.argv[1]).then(() => { ` +
      `console.log('held'); setInterval(() => {}, 1000) })`;
    const env = { ...process.env, NODE_PATH: join(__dirname, '../../../../node_modules') };
    const holder = spawn(process.execPath, ['-e', script, dataDir], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    await once(holder.stdout, 'data');
    await expect(lockDataDir(dataDir)).rejects.toThrow(`pid ${holder.pid}`);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    await (await lockDataDir(dataDir)).release();
    await compiled.remove();
  });

  it('is taken over when its pid belongs to a newer process', async () => {
    await writeFile(
      join(dataDir, 'instance-1.lock'),
      JSON.stringify({ pid: process.ppid, started: 'before that one' }),
    );
    await (await lockDataDir(dataDir)).release();
  });

  describe('of a process in another container, which cannot be seen', () => {
    const holder = { pid: 1, started: 'other boot/1', host: 'web-2', pidSpace: 'other boot pid:[1]' };
    const lockFile = () => join(dataDir, 'instance-1.lock');
    const touch = (secondsAgo: number) => {
      const at = new Date(Date.now() - secondsAgo * 1_000);
      return utimes(lockFile(), at, at);
    };
    beforeEach(() => writeFile(lockFile(), JSON.stringify(holder)));

    it('refuses a second instance while the holder touches it, naming its host', async () => {
      const beat = setInterval(() => void touch(0), 50);
      try {
        await expect(lockDataDir(dataDir)).rejects.toThrow(/in use by another instance \(pid 1 on web-2\)/);
        expect(await readdir(dataDir)).toEqual(['instance-1.lock']);
      } finally {
        clearInterval(beat);
      }
    });

    it('is taken over once nobody has touched it for 15 s', async () => {
      await touch(20);
      await (await lockDataDir(dataDir)).release();
      await rm(join(dataDir, 'instance-2.lock'));
      await touch(14.5);
      await (await lockDataDir(dataDir)).release();
    });

    it('is free when it is released meanwhile', async () => {
      const locked = lockDataDir(dataDir);
      await writeFile(join(dataDir, 'released'), '{}');
      await rename(join(dataDir, 'released'), lockFile());
      await (await locked).release();
    });
  });

  it('is touched by its holder until the release', async () => {
    const lock = await lockDataDir(dataDir);
    const file = join(dataDir, 'instance-1.lock');
    await utimes(file, 0, 0);
    await eventually(async () => expect((await stat(file)).mtimeMs).toBeGreaterThan(0));
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ pid: process.pid, host: hostname() });
    await lock.release();
  });

  it('goes to exactly one of many instances that find a dead holder at once', async () => {
    for (let round = 0; round < 10; round++) {
      await writeFile(
        join(dataDir, `instance-${100 * (round + 1)}.lock`),
        JSON.stringify({ pid: process.pid, started: 'long ago' }),
      );
      const results = await Promise.allSettled(Array.from({ length: 32 }, () => lockDataDir(dataDir)));
      const won = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      const lost = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      expect(won).toHaveLength(1);
      expect(lost.every((reason) => reason instanceof DataDirTaken)).toBe(true);
      await won[0]?.release();
    }
  });

  it('does not accumulate files in the directory', async () => {
    for (let n = 0; n < 20; n++) await (await lockDataDir(dataDir)).release();
    expect((await readdir(dataDir)).length).toBeLessThan(5);
  });

  it('removes the claims of killed processes, and keeps those of concurrent ones', async () => {
    const claims = ['0', '1'].map((digit) => `instance-${randomUUID().slice(0, -1)}${digit}.claim`);
    for (const claim of claims) await writeFile(join(dataDir, claim), '');
    await utimes(join(dataDir, claims[0] ?? ''), 0, 0);
    const lock = await lockDataDir(dataDir);
    expect((await readdir(dataDir)).filter((name) => name.endsWith('.claim'))).toEqual([claims[1]]);
    await lock.release();
  });
});
