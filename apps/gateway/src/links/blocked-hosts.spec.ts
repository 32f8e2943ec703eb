import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { poll } from '@platform/async';
import { tempFolders } from '../../../../test/support/temp-folders';
import { BlockedHosts } from './blocked-hosts';

const folder = tempFolders();
let blocked: BlockedHosts | undefined;
afterEach(() => blocked?.onModuleDestroy());

const open = (path: string | undefined) => {
  const warnings: unknown[] = [];
  const quiet = (): void => undefined;
  blocked = new BlockedHosts(path, { info: quiet, warn: (fields: unknown) => warnings.push(fields) });
  return { blocked, warnings };
};
const until = (what: () => boolean) => poll(async () => what() || undefined, { everyMs: 20, withinMs: 60_000 });

describe('the blocklist', () => {
  it('allows every host where there is none', () =>
    expect(open(undefined).blocked.has('https://a.example')).toBe(false));

  it('refuses to start without its file', () =>
    expect(() => open(join(folder(), 'none'))).toThrow('cannot be read (ENOENT)'));

  it('follows its file', async () => {
    const path = join(folder(), 'hosts');
    writeFileSync(path, 'one.example');
    const { blocked: list } = open(path);
    expect([list.has('https://x.one.example/'), list.has('https://two.example/')]).toEqual([true, false]);
    writeFileSync(`${path}.new`, 'two.example');
    renameSync(`${path}.new`, path);
    await until(() => list.has('https://two.example/'));
    expect([list.has('https://one.example/'), list.has('https://two.example/')]).toEqual([false, true]);
  });

  it('keeps its last list while the file is wrong or gone, and logs each once', async () => {
    const path = join(folder(), 'hosts');
    writeFileSync(path, 'one.example');
    const { blocked: list, warnings } = open(path);
    writeFileSync(path, 'one example\n');
    await until(() => warnings.length > 0);
    rmSync(path);
    await until(() => warnings.length > 1);
    expect(list.has('https://one.example/')).toBe(true);
    writeFileSync(path, 'three.example\n');
    await until(() => list.has('https://three.example/'));
    expect(warnings).toEqual([
      { cause: 'has no host name or address in line 1' },
      { cause: expect.stringContaining('cannot be read (ENOENT)') },
    ]);
  });
});
