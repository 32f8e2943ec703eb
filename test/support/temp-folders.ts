import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns a new folder with each call, and removes them after each test of the suite. */
export const tempFolders = () => {
  const made: string[] = [];
  afterEach(() => made.splice(0).forEach((path) => rmSync(path, { recursive: true, force: true, maxRetries: 10 })));
  return () => {
    const path = mkdtempSync(join(tmpdir(), 'waymark-'));
    made.push(path);
    return path;
  };
};
