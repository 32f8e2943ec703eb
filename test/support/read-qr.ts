import jsqr from 'jsqr';
import { Resvg } from '@resvg/resvg-js';

/** What a reader finds in an image of a QR code; undefined for one that it cannot read. */
export const readQr = (image: Buffer, mediaType: string): string | undefined => {
  const side = mediaType === 'image/png' ? image.readUInt32BE(16) : Number(/width="(\d+)"/.exec(image.toString())?.[1]);
  const page = side + 80;
  const { pixels } = new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${page}" height="${page}"><rect width="${page}" height="${page}" fill="#fff"/>
      <image x="40" y="40" width="${side}" height="${side}" href="data:${mediaType};base64,${image.toString('base64')}"/></svg>`,
    { font: { loadSystemFonts: false } },
  ).render();
  return jsqr(new Uint8ClampedArray(pixels), page, page)?.data;
};
