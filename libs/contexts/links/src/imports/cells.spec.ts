import fc from 'fast-check';
import { cellOf, protectCell, unprotectCell } from './cells';

/** Texts with many of the characters that matter. */
const texts = fc.oneof(fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', 'a') }), fc.string());

describe('a cell', () => {
  it('is never a formula to a spreadsheet', () => {
    fc.assert(fc.property(texts, (text) => !/^[=+\-@\t\r]/.test(protectCell(text))));
  });

  it('returns the text that it was made of, whatever apostrophes that has', () => {
    fc.assert(fc.property(texts, (text) => unprotectCell(protectCell(text)) === text));
  });

  it('is the text itself where that is not a formula', () => {
    for (const text of ['', "'", "'a", "it's", 'a=b', '1-2']) {
      expect(protectCell(text)).toBe(text);
      expect(unprotectCell(text)).toBe(text);
    }
  });

  it.each([
    [null, ''],
    [302, '302'],
    [true, 'true'],
    [[], ''],
    [['a', 'b c'], 'a,b c'],
    [['-a', 'b'], "'-a,b"],
    [[{ weight: 1 }], '[{"weight":1}]'],
    [{ title: '=1' }, '{"title":"=1"}'],
  ])('holds %j as %s', (value, cell) => expect(cellOf(value)).toBe(cell));
});
