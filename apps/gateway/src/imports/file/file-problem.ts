/** Why no row of a file can be imported. @param line from 1; null where the fault has no line */
export class FileProblem extends Error {
  constructor(
    readonly line: number | null,
    message: string,
  ) {
    super(message);
    this.name = 'FileProblem';
  }
}

/** The most characters of one row. A link with all its rules takes less than half of it. */
export const LONGEST_ROW = 524_288;
