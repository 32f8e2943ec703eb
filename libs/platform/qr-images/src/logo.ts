import { hash } from 'node:crypto';
import type { Renderer } from './renderer';

/** A logo as it is stored and drawn: a PNG made here. */
export interface Logo {
  readonly hash: string;
  readonly png: Buffer;
}

/** What is wrong with a logo, as a message for its author. */
export class UnusableLogo extends Error {
  override readonly name = 'UnusableLogo';
}

interface Dimensions {
  readonly mediaType: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
}

const MOST_PIXELS = 4_000_000;
/**
 * A progressive JPEG comes in some ten scans. Each costs milliseconds over all pixels, and may be 14 bytes. Counted
 * before decoding, since a thread in native code cannot be ended.
 */
const MOST_SCANS = 64;
/** Pixels of the longer side: what a fifth of the largest image needs. */
const LONGEST = 400;

/**
 * Draws a PNG or JPEG, whatever its name or header says, as a smaller PNG: nothing but its pixels is kept.
 * @throws UnusableLogo @throws StoreUnavailable when too many images wait
 */
export const makeLogo = async (bytes: Buffer, renderer: Pick<Renderer, 'png'>): Promise<Logo> => {
  const found = pngDimensions(bytes) ?? jpegDimensions(bytes);
  if (!found) throw new UnusableLogo('must be an image: PNG or JPEG');
  // Before decoding, since a small file may unfold to gigabytes.
  if (found.width < 1 || found.height < 1 || found.width * found.height > MOST_PIXELS)
    throw new UnusableLogo('must be an image of at most 4 megapixels');
  if (found.mediaType === 'image/jpeg' && mostScans(bytes) > MOST_SCANS)
    throw new UnusableLogo(`must be an image of at most ${MOST_SCANS} scans`);
  const scale = Math.min(1, LONGEST / Math.max(found.width, found.height));
  const [width, height] = [found.width, found.height].map((side) => Math.max(1, Math.round(side * scale)));
  const href = `data:${found.mediaType};base64,${bytes.toString('base64')}`;
  const png = await renderer.png(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
      `<image width="${width}" height="${height}" preserveAspectRatio="none" href="${href}"/></svg>`,
  );
  if (!png) throw new UnusableLogo('must be an image that can be decoded and shows something');
  return { hash: hash('sha256', png, 'hex'), png };
};

const PNG_BEGINS = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

const pngDimensions = (bytes: Buffer): Dimensions | null =>
  bytes.length >= 33 && bytes.subarray(0, PNG_BEGINS.length).equals(PNG_BEGINS)
    ? { mediaType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : null;

/** The markers that begin a frame. C4, C8 and CC in their midst do not. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Scans of a JPEG at most: its start-of-scan markers, and the same bytes inside of other segments. */
const mostScans = (bytes: Buffer): number => bytes.toString('latin1').split('\xff\xda').length - 1;

/** Reads the segments of a JPEG up to its frame (ITU-T T.81, B.2.2). */
const jpegDimensions = (bytes: Buffer): Dimensions | null => {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 <= bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes.readUInt8(at + 1);
    if (isFrame(marker))
      return { mediaType: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    // A fill byte is one more 0xff before the marker.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
};
