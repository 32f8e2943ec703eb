import { z } from 'zod';

export const QR_FORMATS = ['svg', 'png'] as const;
export const QR_LEVELS = ['L', 'M', 'Q', 'H'] as const;

export const qrFormatSchema = z.enum(QR_FORMATS).meta({ id: 'QrFormat', description: 'Format of the image.' });
export const qrLevelSchema = z.enum(QR_LEVELS).meta({
  id: 'QrLevel',
  description: 'Error correction: some 7 % (L), 15 % (M), 25 % (Q) or 30 % (H) may be covered or damaged.',
  example: 'M',
});

/** How a QR code looks. */
export interface QrOptions {
  readonly format: (typeof QR_FORMATS)[number];
  /** Pixels of a side. */
  readonly size: number;
  /** Error correction: some 7, 15, 25 or 30 % of the modules may be unreadable. */
  readonly level: (typeof QR_LEVELS)[number];
  /** In modules, on each side. */
  readonly margin: number;
  /** `#rrggbb` in lower case. */
  readonly fg_color: string;
  readonly bg_color: string;
}

export const qrDefaults: QrOptions = {
  format: 'svg',
  size: 600,
  level: 'M',
  margin: 2,
  fg_color: '#000000',
  bg_color: '#ffffff',
};

export const MOST_QR_SIZE = 2_048;
export const MOST_QR_MARGIN = 16;

const DARKEST = 127;
const CONTRAST = 100;

/** Why readers of QR codes cannot read these colours, as messages for the fields; none if they can. */
export const problemsWithColors = ({
  fg_color,
  bg_color,
}: Pick<QrOptions, 'fg_color' | 'bg_color'>): readonly { field: 'fg_color' | 'bg_color'; message: string }[] => {
  const [fg, bg] = [luma(fg_color), luma(bg_color)];
  if (fg > DARKEST)
    return [{ field: 'fg_color', message: 'must be darker: readers expect dark modules on light ground' }];
  if (bg - fg >= CONTRAST) return [];
  return [{ field: 'bg_color', message: 'must be lighter: readers need more contrast to fg_color' }];
};

/** Perceived brightness, 0 to 255 (ITU-R BT.709). */
const luma = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  return Math.round(0.2126 * red + 0.7152 * green + 0.0722 * blue);
};

/** A logo covers modules, which only these levels can spare. */
export const LOGO_LEVELS: readonly QrOptions['level'][] = ['Q', 'H'];
