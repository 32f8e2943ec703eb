/** The rows of a CSV by its header, strictly as in RFC 4180. */
export const readCsv = (text: string): readonly Readonly<Record<string, string>>[] => {
  const rows: string[][] = [[]];
  const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (let field = FIELD.exec(text); field; field = FIELD.exec(text)) {
    rows.at(-1)?.push(field[1]?.replaceAll('""', '"') ?? field[2] ?? '');
    if (field[3] === '\r\n') rows.push([]);
    if (FIELD.lastIndex === text.length) break;
  }
  expect(rows.pop()).toEqual([]);
  const [head = [], ...body] = rows;
  return body.map((row) => {
    expect(row).toHaveLength(head.length);
    return Object.fromEntries(head.map((name, index) => [name, row[index] ?? '']));
  });
};
