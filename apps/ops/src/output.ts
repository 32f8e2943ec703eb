/** How a command answers: a value for machines, and the same in lines for people. */
export interface CommandReport {
  /** JSON; a bigint is written as text. */
  readonly value: unknown;
  readonly lines: readonly string[];
  /** 0 unless something is wrong. */
  readonly exitCode?: 0 | 1;
}

/** Prints nothing without lines: a program has already printed its own. */
export const print = ({ value, lines }: CommandReport, json: boolean): void => {
  process.stdout.write(
    json
      ? `${JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part), 2)}\n`
      : lines.map((line) => `${line}\n`).join(''),
  );
};

/** Columns under their headings. Numbers are right-aligned, and so is `-` where there is none. The last column is never padded. */
export const table = (
  headings: readonly string[],
  rows: readonly (readonly (string | number | bigint)[])[],
): string[] => {
  const cells = [headings, ...rows.map((row) => row.map(String))];
  const widths = headings.map((_, column) =>
    cells.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), 0),
  );
  const numeric = headings.map(
    (_, column) => rows.length > 0 && rows.every((row) => /^-?\d*$/.test(String(row[column]))),
  );
  return cells.map((row) =>
    row
      .map((cell, column) => {
        if (numeric[column]) return cell.padStart(widths[column] ?? 0);
        return column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0);
      })
      .join('  ')
      .trimEnd(),
  );
};

const SECRET = /hash|secret|password|token/i;

/** Redacts what an operator may not see of an event: hashes and secrets, at any depth. */
export const redacted = (value: unknown, name = ''): unknown => {
  if (Array.isArray(value)) return value.map((item) => redacted(item, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, redacted(inner, SECRET.test(name) ? name : key)]),
    );
  return value !== null && value !== undefined && SECRET.test(name) ? '[redacted]' : value;
};

const BAR = 30;

/** Progress on standard error: a bar on a terminal, else a line at every 10 %. */
export const progress = (name: string, quiet: boolean) => {
  let printed = -1;
  return (position: bigint, target: bigint): void => {
    const percent = target <= 0n ? 100 : Number(((position * 100n) / target) % 101n);
    const step = process.stderr.isTTY ? percent : Math.floor(percent / 10) * 10;
    if (quiet || step <= printed) return;
    printed = step;
    const bar = '█'.repeat(Math.round((percent * BAR) / 100)).padEnd(BAR, '░');
    process.stderr.write(
      process.stderr.isTTY ? `\r${name} ${bar} ${percent} % ${percent === 100 ? '\n' : ''}` : `${name} ${percent} %\n`,
    );
  };
};
