import type { QrSymbol } from './renderer';

export interface Look {
  /** Pixels of a side. */
  readonly size: number;
  /** In modules, on each side. */
  readonly margin: number;
  /** `#rrggbb` */
  readonly fg_color: string;
  readonly bg_color: string;
  /** A PNG in the middle. */
  readonly logo?: Uint8Array | undefined;
}

/** A fifth of the side: readers recover what it covers at the levels Q and H. */
const LOGO_SHARE = 0.2;

/**
 * The image as SVG. Modules are squares of whole pixels, so that a PNG of it has sharp edges; the pixels that remain
 * widen the margin.
 */
export const drawSvg = ({ side, dark }: QrSymbol, { size, margin, fg_color, bg_color, logo }: Look): string => {
  const pixels = Math.floor(size / (side + 2 * margin));
  const start = Math.floor((size - pixels * side) / 2);
  const rows = Array.from({ length: side }, (_, row) =>
    rowPath(dark.subarray(row * side, (row + 1) * side), row, start, pixels),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}" ` +
      'shape-rendering="crispEdges">',
    `<path fill="${bg_color}" d="M0 0h${size}v${size}H0z"/>`,
    `<path fill="${fg_color}" d="${rows.join('')}"/>`,
    logo ? drawLogo(logo, bg_color, { start, width: pixels * side }) : '',
    '</svg>',
  ].join('');
};

/** One rectangle for each run of dark modules. */
const rowPath = (dark: Uint8Array, row: number, start: number, pixels: number): string => {
  let path = '';
  for (let from = 0; from < dark.length; from += 1) {
    if (!dark[from]) continue;
    let to = from + 1;
    while (dark[to]) to += 1;
    const width = (to - from) * pixels;
    path += `M${start + from * pixels} ${start + row * pixels}h${width}v${pixels}h-${width}z`;
    from = to;
  }
  return path;
};

/** On a ground of its own, since a logo may be transparent. */
const drawLogo = (logo: Uint8Array, bg_color: string, { start, width }: { start: number; width: number }): string => {
  const edge = Math.floor(width * LOGO_SHARE);
  const at = start + Math.floor((width - edge) / 2);
  const box = `x="${at}" y="${at}" width="${edge}" height="${edge}"`;
  const bytes = Buffer.from(logo).toString('base64');
  return `<rect ${box} fill="${bg_color}"/><image ${box} href="data:image/png;base64,${bytes}"/>`;
};
