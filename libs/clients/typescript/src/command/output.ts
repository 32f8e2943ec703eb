/** Where a command writes to. Data go to stdout, all else to stderr. */
export class Output {
  private shown = '';

  constructor(readonly isJson: boolean) {}

  line(line: string): void {
    process.stdout.write(`${line}\n`);
  }

  json(value: unknown): void {
    this.line(JSON.stringify(value));
  }

  note(line: string): void {
    this.clear();
    process.stderr.write(`${line}\n`);
  }

  /** Replaces the last progress; only on a terminal. */
  progress(line: string): void {
    if (!process.stderr.isTTY) return;
    this.clear();
    process.stderr.write(line);
    this.shown = line;
  }

  clear(): void {
    if (this.shown !== '') process.stderr.write('\r\u001b[K');
    this.shown = '';
  }

  /** Columns as wide as their widest cell. */
  table(rows: readonly (readonly string[])[]): void {
    const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
    for (const row of rows)
      this.line(
        row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd(),
      );
  }
}

/** `12.3 MB`. */
export const sizeText = (bytes: number): string => {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  return `${power === 0 ? bytes : (bytes / 1_000 ** power).toFixed(1)} ${units[power] ?? ''}`;
};
