import * as library from 'qrcode';
import { type QrImageOptions, QrImages, leastSize } from '.';

jest.mock('qrcode', () => {
  const { create } = jest.requireActual<typeof library>('qrcode');
  return { create: jest.fn(create) };
});

const images = new QrImages();
afterAll(() => images.close());

const LOOK = { size: 600, level: 'M', margin: 2, fg_color: '#000000', bg_color: '#ffffff' } as const;

/** The longest destination: no level holds it, and its segments are many. */
const TOO_LONG = `https://a.example/${'a1B2'.repeat(2_039)}`;

it('no symbol is built on the event loop, to judge a text or to draw it', async () => {
  const text = 'https://a.example/';
  const drawn = (['svg', 'png'] as const).map((format): QrImageOptions => ({ ...LOOK, format }));
  for (const options of drawn) expect((await images.of(text, options).bytes()).length).toBeGreaterThan(0);
  expect([leastSize(text, 'M', 2), leastSize(TOO_LONG, 'L', 2)]).toEqual([58, null]);
  expect(library.create).not.toHaveBeenCalled();
});

it.each([
  ['fits', 'a'.repeat(2_300), 362],
  ['fits, of many segments', 'A1A1a1'.repeat(380), 362],
  ['does not fit', TOO_LONG, null],
])('a text that %s is judged in milliseconds of a processor', async (_, text, least) => {
  const began = process.cpuUsage();
  for (let n = 0; n < 100; n += 1) {
    expect(leastSize(text, 'M', 2)).toBe(least);
    expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
    // A test's time limit is only checked between event loop turns.
    await new Promise(setImmediate);
  }
});
