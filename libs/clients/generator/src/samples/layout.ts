/** A list of things in brackets, which stands in one line where there is room, else each thing in its own. */
export interface Group {
  readonly open: string;
  readonly items: readonly Item[];
  readonly close: string;
}

export interface Item {
  /** With its separator: `title: `, `'title' => `. */
  readonly key: string;
  readonly value: string | Group;
}

export interface Style {
  readonly indent: string;
  readonly width: number;
  /** Columns that a tab takes; 1 where the indent is spaces. */
  readonly tab?: number;
  /** Aligns values of adjacent lines, as gofmt does. */
  readonly aligns?: boolean;
}

/** @param before what stands in the line before it, with its indent; @param after what follows it in the line */
export const laidOut = (value: string | Group, style: Style, before: string, after = ''): string => {
  const inline = inOneLine(value);
  const { indent, width, tab = 1 } = style;
  const column = before.replaceAll('\t', ' '.repeat(tab)).length;
  if (typeof value === 'string' || value.items.length === 0 || column + inline.length + after.length <= width)
    return before + inline + after;
  const margin = /^\s*/.exec(before)?.[0] ?? '';
  const inner = margin + indent;
  const lines = value.items.map((item) => laidOut(item.value, style, inner + item.key, ','));
  const aligned = style.aligns ? alignedKeys(lines, value.items, inner) : lines;
  return [before + value.open, ...aligned, `${margin}${value.close}${after}`].join('\n');
};

export const inOneLine = (value: string | Group): string =>
  typeof value === 'string'
    ? value
    : `${value.open}${value.items.map((item) => item.key + inOneLine(item.value)).join(', ')}${value.close}`;

/** Values begin in one column within each run of things that take one line and have keys of about one length. */
const alignedKeys = (lines: readonly string[], items: readonly Item[], inner: string): readonly string[] =>
  runsOf(lines, items).flatMap((run) => {
    const width = Math.max(...run.map((at) => lengthOf(items[at]?.key ?? '')));
    return run.map((at) => {
      const [line = '', key = ''] = [lines[at], items[at]?.key];
      return inner + key + ' '.repeat(width - lengthOf(key)) + line.slice(inner.length + key.length);
    });
  });

/** A key of more than 40 bytes begins a run if it is 2.5 times as long as those before it are on average, or as short. */
const runsOf = (lines: readonly string[], items: readonly Item[]): readonly (readonly number[])[] => {
  const runs: number[][] = [];
  const sizeOf = (at: number): number => {
    const { key } = items[at] as Item;
    return lines[at]?.includes('\n') || key === '' ? 0 : new TextEncoder().encode(key.trimEnd()).length - 1;
  };
  for (const at of lines.keys()) {
    const run = runs.at(-1);
    if (run && goesOn(run.map(sizeOf), sizeOf(at))) run.push(at);
    else runs.push([at]);
  }
  return runs;
};

const goesOn = (sizes: readonly number[], size: number): boolean => {
  const before = sizes.at(-1) ?? 0;
  if (before === 0 || size === 0) return false;
  if (before <= 40 && size <= 40) return true;
  const mean = Math.exp(sizes.reduce((sum, one) => sum + Math.log(one), 0) / sizes.length);
  return size > mean / 2.5 && size < mean * 2.5;
};

/** In characters, as the eye counts them. */
const lengthOf = (text: string): number => [...text].length;
