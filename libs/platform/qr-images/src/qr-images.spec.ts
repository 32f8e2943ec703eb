import { readFileSync } from 'node:fs';
import jsqr from 'jsqr';
import { Resvg } from '@resvg/resvg-js';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { drawSvg } from './draw-svg';
import { planOf } from './qr-plan';
import { Renderer } from './renderer';
import { type QrImageOptions, QrImages, type QrLevel, leastSize } from '.';

const SHORT = 'https://go.example.com/summer-26?qr=1';
const LONG = `https://example.com/${'path/'.repeat(40)}?q=%C3%BC&x=ü€😀#end`;
const plain = {
  format: 'png',
  size: 600,
  level: 'M',
  margin: 2,
  fg_color: '#000000',
  bg_color: '#ffffff',
} as const satisfies QrImageOptions;

const renderer = new Renderer();
const images = new QrImages(renderer);
afterAll(() => images.close());

beforeAll(() => {
  const wasmBinary = new Uint8Array(readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm'))).buffer;
  prepareZXingModule({ overrides: { wasmBinary } });
});

const symbolOf = (text: string, level: QrLevel) => renderer.symbol(planOf(text, level)!);

/** What two readers find in an image, which is first drawn with the margin of a page around it. */
const readOf = async (image: Buffer, mediaType: string): Promise<readonly [string | undefined, string | undefined]> => {
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="2300" height="2300"><rect width="2300" height="2300" fill="#fff"/>
    <image x="100" y="100" width="${widthOf(image, mediaType)}" height="${widthOf(image, mediaType)}"
      href="data:${mediaType};base64,${image.toString('base64')}"/></svg>`;
  const side = widthOf(image, mediaType) + 200;
  const { pixels, width, height } = new Resvg(page, {
    font: { loadSystemFonts: false },
    crop: { left: 0, top: 0, right: side, bottom: side },
  }).render();
  const data = new Uint8ClampedArray(pixels);
  const [found] = await readBarcodes({ data, width, height, colorSpace: 'srgb' }, { formats: ['QRCode'] });
  return [jsqr(data, width, height)?.data, found?.text];
};

const widthOf = (image: Buffer, mediaType: string): number =>
  mediaType === 'image/png' ? image.readUInt32BE(16) : Number(/width="(\d+)"/.exec(image.toString())?.[1]);

const readBack = async (text: string, options: Partial<QrImageOptions>) => {
  const image = images.of(text, { ...plain, ...options });
  return readOf(await image.bytes(), image.mediaType);
};

const logoOf = (hash: string, png: Uint8Array = new Uint8Array()) => ({ hash, png: () => Promise.resolve(png) });

/** Noise of many colours: what a reader could least ignore. */
const noise = (): Uint8Array => {
  let state = 7;
  const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 8;
  const squares = Array.from({ length: 400 }, (_, at) => {
    const color = (next() % 0x1000000).toString(16).padStart(6, '0');
    return `<rect x="${at % 20}" y="${Math.floor(at / 20)}" width="1" height="1" fill="#${color}"/>`;
  });
  return new Resvg(`<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">${squares.join('')}</svg>`)
    .render()
    .asPng();
};

describe('an image is read back exactly by two readers', () => {
  it.each([
    [SHORT, {}],
    [SHORT, { format: 'svg' }],
    [SHORT, { level: 'L', margin: 0, size: 300 }],
    [SHORT, { level: 'Q', margin: 4, size: 333 }],
    [SHORT, { level: 'H', margin: 16, size: 1_000 }],
    [SHORT, { level: 'H', size: 2_048 }],
    [SHORT, { format: 'svg', level: 'H', margin: 1, size: 777 }],
    [SHORT, { fg_color: '#777777' }],
    [SHORT, { fg_color: '#1a237e', bg_color: '#ffe0b2' }],
    [SHORT, { fg_color: '#b00020', bg_color: '#f5f5dc', format: 'svg' }],
    [SHORT, { fg_color: '#006400', bg_color: '#90ee90' }],
    [LONG, {}],
    [LONG, { level: 'L', format: 'svg', size: 800 }],
    [LONG, { level: 'H', size: 1_200 }],
    ['https://a.example/', { level: 'L', size: 120 }],
  ] as const)('%s with %o', async (text, options) => {
    expect(await readBack(text, options)).toEqual([text, text]);
  });

  it('at the least size that is allowed, at any level', async () => {
    for (const level of ['L', 'M', 'Q', 'H'] as const)
      for (const text of [SHORT, LONG]) {
        const size = leastSize(text, level, 4) ?? 0;
        expect([level, await readBack(text, { level, margin: 4, size })]).toEqual([level, [text, text]]);
      }
  });

  it('with a noisy logo in the middle, at the levels for logos', async () => {
    for (const level of ['Q', 'H'] as const)
      for (const text of [SHORT, LONG])
        for (const format of ['svg', 'png'] as const)
          expect([level, await readBack(text, { level, format, size: 900, logo: logoOf('noise', noise()) })]).toEqual([
            level,
            [text, text],
          ]);
  });
});

describe('an image', () => {
  it('has the size that was asked for, whole pixels for each module, and the rest around it', async () => {
    const symbol = await symbolOf(SHORT, 'M');
    const svg = drawSvg(symbol, { ...plain, size: 601 });
    const pixels = Math.floor(601 / (symbol.side + 4));
    const start = Math.floor((601 - pixels * symbol.side) / 2);
    expect(svg).toContain('width="601" height="601" viewBox="0 0 601 601"');
    // The first finder pattern begins in the corner of the symbol and is seven modules wide.
    expect(svg).toContain(`d="M${start} ${start}h${7 * pixels}v${pixels}h-${7 * pixels}z`);
    expect(svg).not.toMatch(/\d\.\d/);
  });

  it('has each pixel in the colour of its module, also where the size is not a multiple', async () => {
    const { side, dark } = await symbolOf(SHORT, 'Q');
    for (const size of [600, 601, 333]) {
      const svg = drawSvg({ side, dark }, { ...plain, size, fg_color: '#1a237e', bg_color: '#fff8e1' });
      const { pixels } = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
      const scale = Math.floor(size / (side + 4));
      const start = Math.floor((size - scale * side) / 2);
      const wrong = Array.from({ length: size * size }, (_, at) => {
        const [column, row] = [at % size, Math.floor(at / size)].map((pixel) => Math.floor((pixel - start) / scale));
        const inside = column! >= 0 && column! < side && row! >= 0 && row! < side;
        return pixels[4 * at] !== (inside && dark[row! * side + column!] ? 0x1a : 0xff);
      }).filter(Boolean);
      expect([size, wrong.length]).toEqual([size, 0]);
    }
  });

  it('is made once for the same options, and its digest differs for all others', async () => {
    const one = images.of(SHORT, plain);
    expect(await one.bytes()).toBe(await images.of(SHORT, { ...plain }).bytes());
    const others: Partial<QrImageOptions>[] = [
      { format: 'svg' }, { size: 601 }, { level: 'L' }, { margin: 3 }, { fg_color: '#000001' }, { bg_color: '#fffffe' },
      { logo: logoOf('1') }, { logo: logoOf('2') },
    ]; // prettier-ignore
    const digests = [one, images.of(LONG, plain), ...others.map((other) => images.of(SHORT, { ...plain, ...other }))];
    expect(new Set(digests.map(({ digest }) => digest)).size).toBe(others.length + 2);
  });

  it('without its logo, once that is gone, would be another one under the same digest', async () => {
    const gone = { hash: 'gone', png: () => Promise.resolve(undefined) };
    await expect(images.of(SHORT, { ...plain, logo: gone }).bytes()).rejects.toThrow('the logo is gone');
  });

  it('of a text that is too long for the level does not exist', () => {
    expect(leastSize('a'.repeat(2_953), 'L', 0)).toBe(354);
    expect(leastSize('a'.repeat(2_954), 'L', 0)).toBeNull();
    expect(leastSize('a'.repeat(1_274), 'H', 2)).toBeNull();
  });

  it('is drawn while others are drawn, each as it was asked for', async () => {
    const texts = Array.from({ length: 8 }, (_, nth) => `https://a.example/${nth}`);
    const read = await Promise.all(texts.map((text) => readBack(text, { size: 300 })));
    expect(read).toEqual(texts.map((text) => [text, text]));
  });
});
