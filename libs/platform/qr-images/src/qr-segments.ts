/** The modes of a QR code that we use, in the order of each list by mode. */
const MODES = ['byte', 'alphanumeric', 'numeric'] as const;

/** A run of characters in one mode. */
export interface QrSegment {
  readonly mode: (typeof MODES)[number];
  readonly data: string;
}

/** A character, and what it takes in each mode, in sixths of a bit: so all are whole numbers. */
interface Char {
  readonly text: string;
  readonly widths: readonly number[];
}

const SIXTHS = 6;
/** 8 bits a byte, 11 bits two characters of the alphanumeric mode, 10 bits three digits. */
const [BYTE, ALPHANUMERIC, DIGIT] = [48, 33, 20];

const ASCII = Array.from({ length: 0x80 }, (_, code): Char => {
  const text = String.fromCharCode(code);
  const [isAlphanumeric, isDigit] = [/[0-9A-Z $%*+\-./:]/.test(text), /\d/.test(text)];
  return { text, widths: [BYTE, isAlphanumeric ? ALPHANUMERIC : Infinity, isDigit ? DIGIT : Infinity] };
});

export const charsOf = (text: string): readonly Char[] =>
  Array.from(
    text,
    (char) =>
      ASCII[char.codePointAt(0) ?? 0] ?? { text: char, widths: [BYTE * Buffer.byteLength(char), Infinity, Infinity] },
  );

/** Bits that no segments of these characters go below. */
export const leastBits = (chars: readonly Char[]): number =>
  chars.reduce((sum, { widths }) => sum + Math.min(...widths), 0) / SIXTHS;

const wholeBits = (sixths: number): number => SIXTHS * Math.ceil(sixths / SIXTHS);

const cheapest = (costs: readonly number[]): number =>
  costs.reduce((least, cost, mode) => (wholeBits(cost) < wholeBits(costs[least] ?? 0) ? mode : least), 0);

/** The segments that take the fewest bits. They are found character by character, by the best end in each mode. */
export class Split {
  readonly bits: number;
  /** By character and mode: the mode of the character before it. */
  private readonly before: Uint8Array;
  private readonly last: number;

  /** @param heads bits before the characters of a segment, by mode: they depend on the version of the symbol */
  constructor(
    private readonly chars: readonly Char[],
    heads: readonly number[],
  ) {
    this.before = new Uint8Array(chars.length * MODES.length);
    const headOf = heads.map((bits) => SIXTHS * bits);
    const costs = [...headOf];
    for (const [at, { widths }] of chars.entries()) {
      const ended = cheapest(costs);
      const anew = wholeBits(costs[ended] ?? 0);
      for (const [mode, width] of widths.entries()) {
        const [same, changed] = [costs[mode] ?? 0, anew + (headOf[mode] ?? 0)];
        this.before[at * MODES.length + mode] = same <= changed ? mode : ended;
        costs[mode] = Math.min(same, changed) + width;
      }
    }
    this.last = cheapest(costs);
    this.bits = wholeBits(costs[this.last] ?? 0) / SIXTHS;
  }

  segments(): readonly QrSegment[] {
    const segments: QrSegment[] = [];
    let [mode, end] = [this.last, this.chars.length];
    for (let at = end - 1; at >= 0; at -= 1) {
      const earlier = this.before[at * MODES.length + mode] ?? 0;
      if (earlier === mode && at > 0) continue;
      const data = this.chars.slice(at, end).map(({ text }) => text);
      segments.unshift({ mode: MODES[mode] ?? 'byte', data: data.join('') });
      [mode, end] = [earlier, at];
    }
    return segments;
  }
}
