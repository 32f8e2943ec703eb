import { CODEWORDS, type QrLevel } from './qr-capacity';
import { type QrSegment, Split, charsOf, leastBits } from './qr-segments';

/** All that decides about the modules of a symbol. To find it takes a hundredth of the time that drawing them takes. */
export interface QrPlan {
  /** 1 to 40. */
  readonly version: number;
  readonly level: QrLevel;
  readonly segments: readonly QrSegment[];
}

/** Bits of a segment before its characters: 4 of its mode, and its length, which has more in larger versions. */
const HEADS = [
  { from: 1, to: 9, bits: [12, 13, 14] },
  { from: 10, to: 26, bits: [20, 15, 16] },
  { from: 27, to: 40, bits: [20, 17, 18] },
] as const;

/** Pixels that a reader needs of each module. */
const LEAST_PIXELS = 2;

/**
 * Plans the smallest symbol of a text.
 * @returns null for a text that is too long for a QR code of this level of error correction
 */
export const planOf = (text: string, level: QrLevel): QrPlan | null => {
  const chars = charsOf(text);
  const least = leastBits(chars);
  const capacity = CODEWORDS[level].map((codewords) => 8 * codewords);
  for (const { from, to, bits } of HEADS) {
    if (least > (capacity[to - 1] ?? 0)) continue;
    const split = new Split(chars, bits);
    const fits = capacity.slice(from - 1, to).findIndex((most) => split.bits <= most);
    if (fits >= 0) return { version: from + fits, level, segments: split.segments() };
  }
  return null;
};

/** Modules of a side, without the margin. */
export const sideOf = ({ version }: QrPlan): number => 17 + 4 * version;

/**
 * The fewest pixels of a side with which an image of this text can be read.
 * @param margin in modules, on each side
 * @returns null for a text that is too long for this level
 */
export const leastSize = (text: string, level: QrLevel, margin: number): number | null => {
  const plan = planOf(text, level);
  return plan && LEAST_PIXELS * (sideOf(plan) + 2 * margin);
};
