import { deflateSync, crc32 } from 'node:zlib';
import { QrImages, UnusableLogo } from '.';

const images = new QrImages();
afterAll(() => images.close());

/** A PNG of one colour, `width` × `height`; its header may lie. */
const png = (width: number, height: number, { said = [width, height], alpha = 255 } = {}): Buffer => {
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 4, Buffer.from([200, 30, 30, alpha]))]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(said[0] ?? 0, 0);
  header.writeUInt32BE(said[1] ?? 0, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const data = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    ...[['IHDR', header], ['IDAT', data], ['IEND', Buffer.alloc(0)]].map(([type, body]) => chunk(String(type), body as Buffer)),
  ]); // prettier-ignore
};

const chunk = (type: string, body: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};

/** The smallest JPEG there is, of one grey pixel. */
const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z',
  'base64',
);

const segment = (marker: number, body: readonly number[]): Buffer =>
  Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255, ...body]);

/** A progressive JPEG of 2,000 × 2,000 pixels with as many scans, each of 14 bytes, that refine nothing. */
const progressive = (scans: number): Buffer => {
  const codeOf = (table: number, symbol: number) => segment(0xc4, [table, 1, ...Array<number>(15).fill(0), symbol]);
  // Two runs of empty blocks to their ends: the one code, a 0, and 14 bits of its length.
  const scan = Buffer.concat([segment(0xda, [1, 1, 0, 1, 63, 0x21]), Buffer.from('7530ea63', 'hex')]);
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    segment(0xdb, [0, ...Array<number>(64).fill(1)]),
    segment(0xc2, [8, 0x07, 0xd0, 0x07, 0xd0, 1, 1, 0x11, 0]),
    codeOf(0, 0),
    codeOf(0x10, 0xe0),
    ...Array.from({ length: scans }, () => scan),
    Buffer.from('ffd9', 'hex'),
  ]);
};

const sizeOf = (bytes: Buffer) => [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
const refusalOf = (bytes: Buffer) =>
  images.logo(bytes).then(
    () => 'taken',
    (error: unknown) => (error instanceof UnusableLogo ? error.message : Promise.reject(error as Error)),
  );

describe('a logo', () => {
  it('is drawn anew as a PNG, as large as it is and at most 400 pixels, with its proportions', async () => {
    expect(sizeOf((await images.logo(png(30, 20))).png)).toEqual([30, 20]);
    expect(sizeOf((await images.logo(png(1_000, 500))).png)).toEqual([400, 200]);
    expect(sizeOf((await images.logo(JPEG)).png)).toEqual([1, 1]);
  });

  it('keeps nothing but its pixels', async () => {
    const original = png(30, 20);
    const end = original.length - 12;
    const talkative = Buffer.concat([
      original.subarray(0, end),
      chunk('tEXt', Buffer.from('Author\0Ada')),
      original.subarray(end),
    ]);
    const [plain, made] = [await images.logo(original), await images.logo(talkative)];
    expect(made.png.includes('Ada')).toBe(false);
    expect(made.hash).toBe(plain.hash);
  });

  it('is a PNG or JPEG by its content, and never SVG, HTML or another format', async () => {
    for (const text of [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '<html></html>',
      'GIF89a\x01\0\x01\0',
      'RIFF\0\0\0\0WEBP',
      '',
    ])
      expect([text, await refusalOf(Buffer.from(text))]).toEqual([text, 'must be an image: PNG or JPEG']);
    expect(await refusalOf(Buffer.from('89504e470d0a1a0a', 'hex'))).toBe('must be an image: PNG or JPEG');
    expect(await refusalOf(Buffer.from('ffd8ffe0ffff', 'hex'))).toBe('must be an image: PNG or JPEG');
    expect(await refusalOf(Buffer.from('ffd8ffffffffffffffffffffffff', 'hex'))).toBe('must be an image: PNG or JPEG');
  });

  it('is refused by the dimensions of its header, before it unfolds', async () => {
    for (const said of [
      [65_535, 65_535],
      [4_000_001, 1],
      [0, 10],
      [0xffffffff, 0xffffffff],
    ])
      expect([said, await refusalOf(png(1, 1, { said }))]).toEqual([said, 'must be an image of at most 4 megapixels']);
    const jpeg = Buffer.from('ffd8ffc0001108ffffffff03012200021101031101', 'hex');
    expect(await refusalOf(jpeg)).toBe('must be an image of at most 4 megapixels');
  });

  it('is refused by the scans that it has, before each of them costs a pass over all pixels', async () => {
    expect(sizeOf((await images.logo(progressive(12))).png)).toEqual([400, 400]);
    expect(await refusalOf(progressive(500))).toBe('must be an image of at most 64 scans');
  });

  it('is refused where its data do not decode or exceed its header, or where nothing is to be seen', async () => {
    const message = 'must be an image that can be decoded and shows something';
    const broken = png(30, 20);
    broken.fill(0, 45, 60);
    expect(await refusalOf(broken)).toBe(message);
    expect(await refusalOf(png(30, 20).subarray(0, 50))).toBe(message);
    expect(await refusalOf(png(30, 20, { alpha: 0 }))).toBe(message);
  });

  it('that says less than it holds, a bomb, costs no more than its header says', async () => {
    const bomb = png(2_000, 4_000, { said: [10, 10] });
    expect(bomb.length).toBeLessThan(256 * 1024);
    const outcome = await images.logo(bomb).then(
      ({ png: made }) => sizeOf(made),
      (error: unknown) => error,
    );
    expect(outcome instanceof UnusableLogo || JSON.stringify(outcome) === '[10,10]').toBe(true);
  });
});
