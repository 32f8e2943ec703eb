import { execFileSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdirSync, mkdtempSync, openSync, rmSync, rmdirSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A separate file system, in memory, that can be filled up. */
export interface SmallDisk {
  readonly path: string;
  /** Fills all free space, except for that many bytes. */
  fill(leave?: number): void;
  /** Frees it again. */
  empty(): void;
  unmount(): void;
}

const PAGE = Buffer.alloc(4_096, 1);

/** @param path made when absent; by default a folder in the temporary directory */
export const mountSmallDisk = (megabytes: number, path = mkdtempSync(join(tmpdir(), 'waymark-disk-'))): SmallDisk => {
  mkdirSync(path, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'waymark-test', path], { stdio: 'pipe' });
  const filler = join(path, 'filler');
  return {
    path,
    fill: (leave = 0) => {
      const file = openSync(filler, 'a');
      let size = 0;
      try {
        for (;;) size += writeSync(file, PAGE);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        if (leave > 0) ftruncateSync(file, Math.max(0, size - leave));
      } finally {
        closeSync(file);
      }
    },
    empty: () => rmSync(filler, { force: true }),
    unmount: () => {
      execFileSync('umount', ['--lazy', path], { stdio: 'pipe' });
      rmdirSync(path);
    },
  };
};

const refusal = (): string | undefined => {
  try {
    mountSmallDisk(1).unmount();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
  }
};

/** `describe` for suites that need small disks; skipped, with the reason, where no file system can be mounted. */
export const describeOnSmallDisks = (name: string, suite: () => void): void => {
  const why = refusal();
  if (why === undefined) describe(name, suite);
  else describe.skip(`${name} (skipped: no file system can be mounted here: ${why})`, suite);
};
