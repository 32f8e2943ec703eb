import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { metrics } from '@platform/telemetry';
import { checkDisk, isDiskFull } from './disk';

describe('the disks under a data directory', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'waymark-disk-'));
  afterAll(() => rmSync(dataDir, { recursive: true }));

  const shown = async (name: string): Promise<Record<string, number>> => {
    const values = (await metrics.registry.getSingleMetric(name)?.get())?.values ?? [];
    return Object.fromEntries(values.map(({ labels, value }) => [labels['folder'], value]));
  };

  it('show their room in the metrics, one that several folders share once', async () => {
    for (const folder of ['clicks', 'redirects']) mkdirSync(join(dataDir, folder));
    await checkDisk(dataDir);
    const free = await shown('data_dir_free_bytes');
    const size = await shown('data_dir_size_bytes');
    expect([Object.keys(free), Object.keys(size)]).toEqual([['.'], ['.']]);
    expect(free['.']).toBeGreaterThan(0);
    expect(size['.']).toBeGreaterThanOrEqual(free['.'] ?? 0);
  });

  it('are told apart, for as long as they are there', async () => {
    symlinkSync('/dev', join(dataDir, 'elsewhere'));
    await checkDisk(dataDir).catch(() => undefined); // On some systems this one is full.
    expect(Object.keys(await shown('data_dir_free_bytes'))).toEqual(['.', 'elsewhere']);
    rmSync(join(dataDir, 'elsewhere'));
    await checkDisk(dataDir);
    expect(Object.keys(await shown('data_dir_free_bytes'))).toEqual(['.']);
  });

  it('are full below what is needed, and their room is known all the same', async () => {
    const failure: unknown = await checkDisk(dataDir, Number.MAX_SAFE_INTEGER).catch((error: unknown) => error);
    expect(isDiskFull(failure)).toBe(true);
    expect(failure).toHaveProperty('message', expect.stringContaining(`the disk of ${dataDir} is full`));
    expect(await shown('data_dir_free_bytes')).toEqual({ '.': expect.any(Number) });
  });
});
