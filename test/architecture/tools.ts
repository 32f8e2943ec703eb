import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve as resolvePath } from 'node:path';

export const ROOT = join(__dirname, '..', '..');

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a script of ours or of a package, by its absolute path or from the root, and returns its output, whatever its
 * exit code.
 */
export const runNode = (script: string, args: readonly string[], cwd = ROOT): Promise<Ran> =>
  new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [resolvePath(ROOT, script), ...args],
      { cwd, maxBuffer: 64 * 2 ** 20 },
      (error, stdout, stderr) => {
        if (error && typeof error.code !== 'number')
          reject(new Error(`${script} could not be run: ${error.message}`, { cause: error }));
        else resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
      },
    );
  });

/** A new folder with these files (path to content); `remove` deletes it. */
export const plant = (files: Readonly<Record<string, string>>) => {
  const folder = mkdtempSync(join(tmpdir(), 'planted tree-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }) };
};
