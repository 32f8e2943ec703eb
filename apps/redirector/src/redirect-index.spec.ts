import { randomBytes } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { fill, someTarget, stepTo } from '../../../test/support/redirect-targets';
import { tempFolders } from '../../../test/support/temp-folders';
import { RedirectIndex } from './redirect-index';

const folder = tempFolders();

describe('the redirect index', () => {
  it('returns every field of a link, also the rarely used ones', async () => {
    const index = await RedirectIndex.open(folder());
    const plain = someTarget();
    const rich = someTarget({
      alias: 'Rich',
      tags: ['a'],
      utm_source: 'x',
      click_limit: 5,
      forward_query: false,
      redirect_type: 301,
      expires_at: '2027-01-01T00:00:00.000Z',
      rules: [{ if: { device: 'mobile', query: { a: true } }, destination_url: 'https://m.example.com' }],
    });
    await fill(index, [plain, rich], 7n);
    expect(index.get('dom_default', 'summer')).toEqual(plain);
    expect(index.byId(rich.id)).toEqual(rich);
    expect(index.get('dom_other', 'summer')).toBeUndefined();
    expect(index.state.position()).toBe(7n);
    await index.close();
  });

  it('keeps links and checkpoint together over a restart', async () => {
    const path = folder();
    const before = await RedirectIndex.open(path);
    await fill(before, [someTarget()], 12345678901234567890n);
    await before.close();
    const after = await RedirectIndex.open(path);
    expect(after.state.position()).toBe(12345678901234567890n);
    expect(after.readyAnswer('dom_default', 'summer')).toMatchObject({
      type: 302,
      location: 'https://example.com/summer',
    });
    await after.close();
  });

  it('hides the destinations of links from other accounts of the machine', async () => {
    const path = join(folder(), 'redirects');
    const index = await RedirectIndex.open(path);
    expect(statSync(path).mode & 0o077).toBe(0);
    await index.close();
  });

  it.each([
    ['disabled', { disabled_at: '2026-01-02T00:00:00.000Z' }],
    ['deleted', { deleted_at: '2026-01-02T00:00:00.000Z' }],
    ['to expire', { expires_at: '2099-01-01T00:00:00.000Z' }],
    ['limited', { click_limit: 1 }],
    ['locked', { password_hash: 'x' }],
    ['previewed', { preview: { title: 'x' } }],
  ])('drops the prepared answer of a link that becomes %s', async (_, fields) => {
    const index = await RedirectIndex.open(folder());
    await fill(index, [someTarget()], 0n);
    expect(index.readyAnswer('dom_default', 'summer')).toBeDefined();
    await fill(index, [someTarget(fields)], 1n);
    expect(index.readyAnswer('dom_default', 'summer')).toBeUndefined();
    expect(index.get('dom_default', 'summer')).toMatchObject(fields);
    await index.close();
  });

  it('forgets a link, and everything when it is restarted', async () => {
    const index = await RedirectIndex.open(folder());
    await fill(index, [someTarget(), someTarget({ alias: 'b' })], 3n);
    await index.write(new Map([['link_summer', null]]), stepTo(4n));
    expect([
      index.get('dom_default', 'summer'),
      index.readyAnswer('dom_default', 'summer'),
      index.byId('link_summer'),
    ]).toEqual([undefined, undefined, undefined]);
    await index.restart();
    expect(index.get('dom_default', 'b')).toBeUndefined();
    expect(index.state.position()).toBe(-1n);
    await index.close();
  });

  describe('that is damaged', () => {
    const links = Array.from({ length: 2_000 }, (_, i) => someTarget({ alias: `link-${i}` }));
    const overwrite = (file: string, from: number, to: number, bytes: (size: number) => Buffer): void => {
      const fd = openSync(file, 'r+');
      writeSync(fd, bytes(to - from), 0, to - from, from);
      closeSync(fd);
    };
    const size = (file: string): number => statSync(file).size;
    /** Whichever of them are in use: a page in the middle of the file may be a free one. */
    const overwritePagesWith = (file: string, text: string): void => {
      const content = readFileSync(file);
      for (let page = 0; page < content.length; page += 4_096)
        if (content.subarray(page, page + 4_096).includes(text)) overwrite(file, page, page + 4_096, randomBytes);
    };

    it.each<[string, (file: string) => void]>([
      ['has text in its place', (file) => writeFileSync(file, 'no database')],
      ['is empty', (file) => truncateSync(file, 0)],
      ['has lost half of its pages', (file) => truncateSync(file, Math.floor(size(file) / 8_192) * 4_096)],
      ['has lost its last page', (file) => truncateSync(file, size(file) - 4_096)],
      ['has one page left', (file) => truncateSync(file, 4_096)],
      ['ends in the middle of a page', (file) => truncateSync(file, 5_000)],
      ['has no first page', (file) => overwrite(file, 0, 4_096, Buffer.alloc)],
      ['has zeros for links', (file) => overwrite(file, 8_192, size(file), Buffer.alloc)],
      ['has noise for links', (file) => overwrite(file, 8_192, size(file), randomBytes)],
      ['has noise in the pages of a link', (file) => overwritePagesWith(file, 'link-1000')],
      ['is a directory', (file) => (rmSync(file), mkdirSync(join(file, 'sub'), { recursive: true }))],
    ])('because its file %s is deleted and rebuilt', async (_, damage) => {
      const path = folder();
      const before = await RedirectIndex.open(path);
      await fill(before, links, 5n);
      await before.close();
      damage(join(path, 'data.mdb'));
      // Damage is found by the time of the file, which the kernel counts in steps of some milliseconds.
      utimesSync(join(path, 'data.mdb'), new Date(), new Date(Date.now() + 1_000));
      const after = await RedirectIndex.open(path);
      expect(after.state.position()).toBe(-1n);
      await fill(after, links, 6n);
      expect(after.get('dom_default', 'link-1999')).toBeDefined();
      await after.close();
    });
  });

  it('is kept when its process was killed, or its disk had no room for the clean-shutdown mark', async () => {
    const path = folder();
    const before = await RedirectIndex.open(path);
    await fill(before, [someTarget()], 5n);
    await before.close();
    rmSync(join(path, 'closed'));
    const after = await RedirectIndex.open(path);
    expect(after.state.position()).toBe(5n);
    await after.close();
  });

  it('is created even if a file has the name of its folder', async () => {
    const path = join(folder(), 'redirects');
    writeFileSync(path, '');
    const index = await RedirectIndex.open(path);
    expect(index.state.position()).toBe(-1n);
    await index.close();
  });
});
