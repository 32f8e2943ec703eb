import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import promises, { readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { compileEngines, eventually, roomyFolder } from '../../../../test/support/engine-process';
import { DataDirTaken, lockDataDir } from './index';
import { isSeenAlive, thisProcess } from './lock-holder';
import { processStart } from './processes';

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

    it.each([
      ['the same', 0],
      ['behind', 3_600],
      ['ahead', -3_600],
    ])(
      'refuses a second instance while the holder touches it, naming its host, by a clock that is %s',
      async (_, s) => {
        await touch(s);
        const beat = setInterval(() => void touch(s), 50);
        try {
          await expect(lockDataDir(dataDir)).rejects.toThrow(/in use by another instance \(pid 1 on web-2\)/);
          expect(await readdir(dataDir)).toEqual(['instance-1.lock']);
        } finally {
          clearInterval(beat);
        }
      },
    );

    it.each([
      ['old', 3_600],
      ['new', 0],
      ['of tomorrow', -86_400],
    ])('is taken over once nobody has touched it while it was watched, however %s it is', async (_, secondsAgo) => {
      await touch(secondsAgo);
      const began = performance.now();
      await (await lockDataDir(dataDir, { deadAfterMs: 300 })).release();
      expect(performance.now() - began).toBeGreaterThanOrEqual(300);
    });

    it('is free at once when it is of this machine before its last start', async () => {
      const self = await thisProcess();
      const before = { ...self, started: 'boot before/1', pidSpace: 'boot before pid:[1]', machine: 'this one' };
      expect(await isSeenAlive(before)).toBeUndefined();
      if (self.machine !== undefined) expect(await isSeenAlive({ ...before, machine: self.machine })).toBe(false);
    });

    it('is free when it is released meanwhile', async () => {
      const locked = lockDataDir(dataDir);
      await writeFile(join(dataDir, 'released'), '{}');
      await rename(join(dataDir, 'released'), lockFile());
      await (await locked).release();
    });

    it('is not taken over from a holder that resumes and beats just before, having seen no other lock', async () => {
      const { link } = promises;
      const beats: NodeJS.Timeout[] = [];
      const late = jest.spyOn(promises, 'link').mockImplementationOnce(async (claim, lock) => {
        await touch(0);
        beats.push(setInterval(() => void touch(0), 5));
        expect(await readdir(dataDir)).not.toContain('instance-2.lock');
        await link(claim, lock);
      });
      try {
        await expect(lockDataDir(dataDir, { deadAfterMs: 200 })).rejects.toThrow(DataDirTaken);
        expect(late).toHaveBeenCalledTimes(1);
        expect(await readdir(dataDir)).toEqual(['instance-1.lock']);
      } finally {
        late.mockRestore();
        beats.forEach((beat) => clearInterval(beat));
      }
    });
  });

  describe('that another instance took over from a frozen holder', () => {
    const taken = JSON.stringify({ pid: process.pid, started: 'another' });
    let losses: string[];
    const hold = () => lockDataDir(dataDir, { beatMs: 10, onLost: (why) => losses.push(why) });
    beforeEach(() => void (losses = []));

    it('is given up by that one, once, when it finds the next lock', async () => {
      const lock = await hold();
      await writeFile(join(dataDir, 'instance-2.lock'), taken);
      await eventually(async () => expect(losses).toHaveLength(1));
      expect(losses[0]).toContain(`The data directory ${dataDir} belongs to another instance now`);
      await lock.release();
      expect(losses).toHaveLength(1);
    });

    it('is given up, too, where the lock itself is gone', async () => {
      const lock = await hold();
      await rm(join(dataDir, 'instance-1.lock'));
      await eventually(async () => expect(losses).toHaveLength(1));
      await lock.release();
    });

    it('ends the process at once, and all that it has started, without a shutdown of theirs', async () => {
      const compiled = await compileEngines();
      const grandchild = `process.on('SIGTERM', () => {}); console.log(process.pid); setInterval(() => {}, 1000)`;
      const child =
        `process.on('SIGTERM', () => console.error('in good order')); console.log(process.pid); ` +
        `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}], ` +
        `{ detached: true, stdio: ['ignore', 'inherit', 'inherit'] })`;
      const script =
        `require(${JSON.stringify(compiled.entry)}).lockDataDir(process.argv[1], { beatMs: 10 }).then(() => ` +
        `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}], ` +
        `{ detached: true, stdio: ['ignore', 'inherit', 'inherit'] })); ` +
        `process.on('exit', () => console.error('in good order'))`;
      const env = { ...process.env, NODE_PATH: join(__dirname, '../../../../node_modules') };
      const holder = spawn(process.execPath, ['-e', script, dataDir], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      let [out, err] = ['', ''];
      holder.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
      holder.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
      await eventually(async () => expect(out.trim().split('\n')).toHaveLength(2));
      await writeFile(join(dataDir, 'instance-2.lock'), taken);
      expect(await once(holder, 'close')).toEqual([null, 'SIGKILL']);
      for (const pid of out.trim().split('\n'))
        await eventually(async () => expect(await processStart(Number(pid))).toBeUndefined());
      expect(err).toMatch(
        /^The data directory .* This process ends at once, and leaves the data to the other one\.\n$/,
      );
      await compiled.remove();
    });

    const first = ['--pid', '--fork', '--kill-child'];
    const asFirst = spawnSync('unshare', [...first, 'true']).status === 0 ? it : it.skip;
    asFirst('ends the first process of a container, which gets no signal from itself', async () => {
      const compiled = await compileEngines();
      const script =
        `require(${JSON.stringify(compiled.entry)}).lockDataDir(process.argv[1], { beatMs: 10 })` +
        `.then(() => console.log(process.pid)); setInterval(() => {}, 1000)`;
      const env = { ...process.env, NODE_PATH: join(__dirname, '../../../../node_modules') };
      const holder = spawn('unshare', [...first, process.execPath, '-e', script, dataDir], { env });
      let [out, err] = ['', ''];
      holder.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
      holder.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
      const ended = once(holder, 'close');
      await eventually(async () => expect(out).toBe('1\n'));
      await writeFile(join(dataDir, 'instance-2.lock'), taken);
      await ended;
      expect(err).toContain('This process ends at once');
      await compiled.remove();
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
