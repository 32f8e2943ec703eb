import { create } from 'qrcode';

export type QrLevel = 'L' | 'M' | 'Q' | 'H';

/** The modules of a QR code without its margin: `dark[row * side + column]`. */
export interface QrSymbol {
  readonly side: number;
  readonly dark: Uint8Array;
}

/** Pixels that a reader needs of each module. */
const LEAST_PIXELS = 2;

/** @returns null for a text that is too long for a QR code of this level of error correction */
export const symbolOf = (text: string, level: QrLevel): QrSymbol | null => {
  try {
    const { modules } = create(text, { errorCorrectionLevel: level });
    return { side: modules.size, dark: modules.data };
  } catch (error) {
    // The package has no other sign of it than this message.
    if (error instanceof Error && /amount of data is too big/.test(error.message)) return null;
    throw error;
  }
};

/**
 * The fewest pixels of a side with which an image of this text can be read.
 * @param margin in modules, on each side
 * @returns null for a text that is too long for this level
 */
export const leastSize = (text: string, level: QrLevel, margin: number): number | null => {
  const symbol = symbolOf(text, level);
  return symbol && LEAST_PIXELS * (symbol.side + 2 * margin);
};
