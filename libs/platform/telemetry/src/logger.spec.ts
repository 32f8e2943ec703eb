import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FROM_SOURCES } from '../../../../test/support/programs';

const PROGRAM = join(__dirname, '../../../../test/fixtures/processes/logging.ts');

const children: ChildProcess[] = [];
afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));

/** A process that logs what it is sent. @param wrapped the command that starts it; Node itself by default */
const logging = async (stdout: number | 'pipe', wrapped: readonly string[] = []) => {
  const [command = '', ...args] = [...wrapped, process.execPath, ...FROM_SOURCES, PROGRAM];
  const child = spawn(command, args, { stdio: ['ignore', stdout, 'inherit', 'ipc'] });
  children.push(child);
  await once(child, 'message');
  /** @returns how many lines it has lost so far */
  const log = async (line: string): Promise<number> => {
    const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`it ended with ${code}`)));
    ended.catch(() => undefined);
    child.send(line);
    const [{ lost }] = (await Promise.race([once(child, 'message'), ended])) as [{ lost: number }];
    return lost;
  };
  return { child, log };
};

const messages = (text: string) => text.split('\n').map((line) => /"msg":"(\w+)"/.exec(line)?.[1]);

describe('a log', () => {
  it('that cannot be written on a full disk loses its lines, and nothing else', async () => {
    if (!existsSync('/dev/full')) return;
    const full = openSync('/dev/full', 'w');
    const { log } = await logging(full);
    closeSync(full);
    expect([await log('one'), await log('two')]).toEqual([1, 2]);
  });

  it('whose reader has gone loses its lines, and nothing else', async () => {
    const { child, log } = await logging('pipe');
    const read = once(child.stdout ?? process.stdin, 'data');
    expect(await log('one')).toBe(0);
    expect(messages(String(await read))).toEqual(['one', undefined]);
    child.stdout?.destroy();
    expect([await log('two'), await log('three')]).toEqual([1, 2]);
  });

  it('goes on in a new line after one that found room for a part of it alone', async () => {
    if (process.platform === 'win32') return; // It has no limit for files.
    const folder = mkdtempSync(join(tmpdir(), 'waymark-log-'));
    const file = join(folder, 'log');
    const fd = openSync(file, 'a');
    try {
      // Units of 512 bytes by POSIX, of 1,024 in bash.
      const { log } = await logging(fd, ['sh', '-c', 'ulimit -f 1; exec "$@"', 'sh']);
      expect(await log('a'.repeat(1_100))).toBe(1);
      expect(readFileSync(file, 'utf8')).toMatch(/^{"level":"info",.*"msg":"a+$/);
      truncateSync(file, 100);
      expect(await log('two')).toBe(1);
      expect(messages(readFileSync(file, 'utf8'))).toEqual([undefined, 'two', undefined]);
    } finally {
      closeSync(fd);
      rmSync(folder, { recursive: true });
    }
  });
});
