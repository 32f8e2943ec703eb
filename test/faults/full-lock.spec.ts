import { join } from 'node:path';
import { lockDataDir } from '@platform/engines';
import { type SmallDisk, describeOnSmallDisks, mountSmallDisk } from './small-disks';

describeOnSmallDisks('the lock on a data directory on a full disk', () => {
  let disk: SmallDisk;
  beforeAll(() => void (disk = mountSmallDisk(1)));
  afterAll(() => disk.unmount());

  it('is released, so that the same process can take it again when there is room', async () => {
    const dataDir = join(disk.path, 'data');
    const first = await lockDataDir(dataDir);
    disk.fill();
    await first.release();
    disk.empty();
    const second = await lockDataDir(dataDir);
    await expect(lockDataDir(dataDir)).rejects.toThrow('in use by another instance');
    await second.release();
  });
});
