/** What a spreadsheet takes for a formula, after any apostrophes: those would otherwise hide which one is ours. */
const FORMULA = /^'*[=+\-@\t\r]/;

/** Puts an apostrophe in front of a text that a spreadsheet would take for a formula. */
export const protectCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** Takes away the apostrophe that {@link protectCell} has put in front of a text, and no other one. */
export const unprotectCell = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;

/** A value of the link record as the cell of a CSV: lists of texts by commas, other lists and objects as JSON. */
export const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return protectCell(value);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return protectCell(value.join(','));
  return JSON.stringify(value);
};
