import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { RedirectIndex } from '@apps/redirector';
import { fill, someTarget } from '../support/redirect-targets';
import { type SmallDisk, describeOnSmallDisks, mountSmallDisk } from './small-disks';

describeOnSmallDisks('a redirect index on a full disk', () => {
  let disk: SmallDisk;
  beforeEach(() => (disk = mountSmallDisk(2)));
  afterEach(() => disk.unmount());

  const many = Array.from({ length: 500 }, (_, i) => someTarget({ alias: `many-${i}` }));

  it('refuses a write with the cause, keeps its data, and continues when there is room', async () => {
    const index = await RedirectIndex.open(join(disk.path, 'redirects'));
    await fill(index, [someTarget()], 1n);
    disk.fill();
    for (let attempt = 0; attempt < 3; attempt++) {
      await expect(fill(index, many, 2n)).rejects.toThrow('No space left on device');
      expect(index.state.position()).toBe(1n);
      expect(index.readyAnswer('dom_default', 'summer')).toBeDefined();
      expect(index.get('dom_default', 'many-7')).toBeUndefined();
    }
    disk.empty();
    await fill(index, many, 2n);
    expect(index.state.position()).toBe(2n);
    expect(index.get('dom_default', 'many-7')).toBeDefined();
    await index.close();
  });

  it('can be closed after a failed write, and opened and read while the disk is full', async () => {
    const path = join(disk.path, 'redirects');
    const first = await RedirectIndex.open(path);
    await fill(first, [someTarget()], 1n);
    disk.fill();
    await expect(fill(first, many, 2n)).rejects.toThrow('No space left on device');
    await first.close();
    const second = await RedirectIndex.open(path);
    expect(second.state.position()).toBe(1n);
    expect(second.readyAnswer('dom_default', 'summer')).toBeDefined();
    await second.close();
  });

  it("that has to be created fails with the cause's code and leaves nothing behind", async () => {
    const path = join(disk.path, 'redirects');
    for (const leave of [0, 4_096, 16_384]) {
      disk.empty();
      disk.fill(leave);
      await expect(RedirectIndex.open(path)).rejects.toMatchObject({
        code: 'ENOSPC',
        path: expect.any(String) as string,
      });
    }
    expect(readdirSync(path)).toEqual([]);
    disk.empty();
    await (await RedirectIndex.open(path)).close();
  });

  it("without its lock file fails with the cause's code and loses nothing", async () => {
    const path = join(disk.path, 'redirects');
    const first = await RedirectIndex.open(path);
    await fill(first, [someTarget()], 1n);
    await first.close();
    rmSync(join(path, 'lock.mdb'));
    disk.fill();
    await expect(RedirectIndex.open(path)).rejects.toMatchObject({ code: 'ENOSPC' });
    disk.empty();
    const second = await RedirectIndex.open(path);
    expect(second.state.position()).toBe(1n);
    await second.close();
  });
});
