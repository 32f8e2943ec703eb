import { cellOf } from '@contexts/links';
import { csvOf } from './csv';

describe('a line of a CSV', () => {
  it.each([
    ['plain cells', ['a', 'b c', ' d '], 'a,b c, d '],
    ['empty cells', ['', '', ''], ',,'],
    ['one empty cell', [''], ''],
    ['quotes', ['"', 'a "b" c', '""'], '"""","a ""b"" c",""""""'],
    ['commas', [',', 'a,b'], '",","a,b"'],
    ['line breaks', ['a\nb', '\r', 'a\r\n'], '"a\nb","\r","a\r\n"'],
    ['other separators as they are', ['a;b', 'a\tb', 'a|b', '\u2028', '\0'], 'a;b,a\tb,a|b,\u2028,\0'],
    ['all of Unicode', ['Zürich, Σας', '😀"', '\ufeff', 'Ａ'], '"Zürich, Σας","😀""",\ufeff,Ａ'],
    ['what a replacement would take for a pattern', ['$&"$1', '$$"'], '"$&""$1","$$"""'],
  ])('has %s', (_, cells, line) => expect(csvOf([cells])).toBe(`${line}\r\n`));

  it('has formulas, null and lists as cells have them', () => {
    const cells = [
      '=1+1',
      '@a,"b"',
      "'-2",
      '\t',
      '\r',
      null,
      undefined,
      ['a', 'b'],
      [],
      [{ if: { ip: '::/0' } }],
      5,
      true,
    ];
    expect(csvOf([cells.map(cellOf), ['next']])).toBe(
      `'=1+1,"'@a,""b""",''-2,'\t,"'\r",,,"a,b",,"[{""if"":{""ip"":""::/0""}}]",5,true\r\nnext\r\n`,
    );
  });
});
