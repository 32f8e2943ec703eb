import type { Variant } from '../link-choice.record';

/** What a visitor is known by. */
export interface Draw {
  /** Marks of variants that the visitor brought along, the most specific first. */
  readonly marks: readonly string[];
  /** A number in [0, 1), the same for the same visitor, link and day. */
  share(): number;
}

export interface DrawnVariant {
  readonly index: number;
  /** Brought along at the next visit, it leads to the same destination. */
  readonly mark: string;
  /** Whether the visitor brought it along. */
  readonly kept: boolean;
}

/**
 * Prepares variants for many visits. A mark is made of the destination and not of the index, so an edit leads no
 * visitor who has one to another variant: they keep their destination, or draw anew once it is gone.
 * @param digest a hash of a text, safe in a cookie; injected, since contexts know no crypto
 */
export const compileVariants = (
  variants: readonly Variant[],
  digest: (text: string) => string,
): ((draw: Draw) => DrawnVariant) => {
  const marks = variants.map(({ destination_url }, index) => {
    const before = variants.slice(0, index).filter((other) => other.destination_url === destination_url).length;
    return digest(before === 0 ? destination_url : `${destination_url} ${before}`);
  });
  const total = variants.reduce((sum, { weight }) => sum + weight, 0);
  const drawn = (index: number, kept: boolean): DrawnVariant => ({ index, mark: marks[index] ?? '', kept });
  return ({ marks: brought, share }) => {
    const known = brought.map((mark) => marks.indexOf(mark)).find((index) => index >= 0);
    if (known !== undefined) return drawn(known, true);
    let left = share() * total;
    const index = variants.findIndex(({ weight }) => (left -= weight) < 0);
    return drawn(Math.max(index, 0), false);
  };
};

const SHARE_BYTES = 6;

/** The share of a draw that a hash stands for. @param hash at least 6 bytes */
export const shareOf = (hash: Uint8Array): number => {
  let number = 0;
  for (let index = 0; index < SHARE_BYTES; index += 1) number = number * 256 + (hash[index] ?? 0);
  return number / 256 ** SHARE_BYTES;
};
