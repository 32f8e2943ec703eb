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

const inOneLine = (value: string | Group): string =>
  typeof value === 'string'
    ? value
    : `${value.open}${value.items.map((item) => item.key + inOneLine(item.value)).join(', ')}${value.close}`;

/** Values begin in one column within each run of things that take one line. */
const alignedKeys = (lines: readonly string[], items: readonly Item[], inner: string): readonly string[] => {
  const isShort = (at: number): boolean =>
    lines[at] !== undefined && !lines[at].includes('\n') && items[at]?.key !== '';
  const widthAt = (at: number): number => {
    let [first, last] = [at, at];
    while (isShort(first - 1)) first -= 1;
    while (isShort(last + 1)) last += 1;
    return Math.max(...items.slice(first, last + 1).map(({ key }) => key.length));
  };
  return lines.map((line, at) => {
    if (!isShort(at)) return line;
    const { key } = items[at] as Item;
    return inner + key.padEnd(widthAt(at)) + line.slice(inner.length + key.length);
  });
};
