import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, open, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StoreUnavailable } from '@kernel';
import { closePasswords, hashPassword, verifyPassword } from '.';
import { HashThread } from './hash-thread';

const PASSWORD = 'correct horse battery';

afterAll(closePasswords);

describe('a password', () => {
  it('is hashed with a salt of its own, and compared by its letters, however they are composed', async () => {
    const [first, second] = await Promise.all([hashPassword('caf\u00e9 au lait'), hashPassword('caf\u00e9 au lait')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
    expect(await verifyPassword(first, 'cafe\u0301 au lait')).toBe(true);
    expect(await verifyPassword(first, 'cafe au lait')).toBe(false);
  });

  it('never logs an unknown user in, not even the one that unknown users are compared with', async () => {
    expect(await verifyPassword(null, 'nobody has this password')).toBe(false);
  });

  it('is refused by the thread if the stored hash is broken, and the next password is compared all the same', async () => {
    await expect(verifyPassword('no hash', PASSWORD)).rejects.toThrow();
    expect(await verifyPassword(await hashPassword(PASSWORD), PASSWORD)).toBe(true);
  });
});

describe('the thread that hashes passwords', () => {
  it('needs no thread of the pool that writes the journal: all of them may be blocked', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'waymark-pool-'));
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    // Opening a pipe blocks a thread of the pool until the other end is opened.
    const blocked = Array.from({ length: Number(process.env['UV_THREADPOOL_SIZE'] ?? 4) }, () =>
      promisify(open)(pipe, constants.O_RDONLY),
    );
    try {
      const stored = await hashPassword(PASSWORD);
      expect(await verifyPassword(stored, PASSWORD)).toBe(true);
    } finally {
      const writer = openSync(pipe, constants.O_RDWR);
      for (const reader of await Promise.all(blocked)) closeSync(reader);
      closeSync(writer);
      rmSync(folder, { recursive: true });
    }
  });

  it('takes a bounded number of jobs, and refuses one more at once', async () => {
    const thread = new HashThread(3);
    const taken = Array.from({ length: 3 }, () => thread.run({ password: PASSWORD }));
    await expect(thread.run({ password: PASSWORD })).rejects.toThrow(StoreUnavailable);
    expect(await Promise.all(taken)).toHaveLength(3);
    await expect(thread.run({ password: PASSWORD })).resolves.toMatch(/^\$argon2id/);
    await thread.close();
  });

  it('fails the job at which it dies, and is started again for the ones behind it', async () => {
    const thread = new HashThread();
    const taken = [thread.run({ password: PASSWORD }), thread.run({ password: PASSWORD })];
    const [first, second] = [
      expect(taken[0]).rejects.toThrow(StoreUnavailable),
      expect(taken[1]).resolves.toBeTruthy(),
    ];
    await thread.close();
    await first;
    await second;
    await thread.close();
  });
});
