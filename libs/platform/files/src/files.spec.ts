import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeOnce, writeDurably } from '.';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-files-'));
  path = join(folder, 'file');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const content = () => readFileSync(path, 'utf8');
const mode = () => statSync(path).mode & 0o777;

describe('writing durably', () => {
  it('creates a file with the given mode or for its owner only, and leaves nothing beside it', async () => {
    await writeDurably(path, 'secret');
    expect([content(), mode(), readdirSync(folder)]).toEqual(['secret', 0o600, ['file']]);
    rmSync(path);
    await writeDurably(path, 'open', { mode: 0o644 });
    expect([content(), mode()]).toEqual(['open', 0o644]);
  });

  it('keeps the old content until the new one is on disk, also after a crash in between', async () => {
    await writeDurably(path, 'old');
    const crash = () => {
      throw new Error('crash');
    };
    await expect(writeDurably(path, 'new', { written: crash })).rejects.toThrow('crash');
    expect(content()).toBe('old');
    await writeDurably(path, 'newer');
    expect([content(), readdirSync(folder)]).toEqual(['newer', ['file']]);
  });
});

describe('making a file once', () => {
  it('creates it, readable by its owner only, and leaves nothing beside it', () => {
    expect(makeOnce(path, 'first').toString()).toBe('first');
    expect([content(), mode(), readdirSync(folder)]).toEqual(['first', 0o600, ['file']]);
  });

  it('keeps an existing file, and returns its content', () => {
    writeFileSync(path, 'theirs');
    expect(makeOnce(path, 'ours').toString()).toBe('theirs');
    expect([content(), readdirSync(folder)]).toEqual(['theirs', ['file']]);
  });

  it('fails when the directory is missing', () => {
    expect(() => makeOnce(join(folder, 'missing', 'file'), 'content')).toThrow('ENOENT');
  });
});
