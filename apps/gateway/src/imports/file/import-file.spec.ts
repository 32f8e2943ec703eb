import fc from 'fast-check';
import { cellOf } from '@contexts/links';
import { csvOf } from '../../exports/csv';
import { LONGEST_ROW } from './file-problem';
import {
  DEEPEST_ROW,
  FileHead,
  type FileRow,
  type ImportFile,
  type ImportType,
  judgeHead,
  importRowsOf,
  LONGEST_HEAD,
  MOST_COLUMNS,
} from './import-file';

/** The file in chunks of so many bytes. */
async function* chunksOf(bytes: Buffer, size = 7): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const collect = async (file: ImportFile, bytes: Buffer, size?: number): Promise<FileRow[]> => {
  const rows: FileRow[] = [];
  for await (const row of importRowsOf(file, chunksOf(bytes, size))) rows.push(row);
  return rows;
};

const read = (text: string | Buffer, type: ImportType = 'text/csv') => {
  const bytes = Buffer.from(text);
  return collect(judgeHead(bytes, type), bytes);
};

const U = 'https://example.com/';

describe('a CSV', () => {
  it.each([',', ';', '\t', '|'])(
    'may have its cells separated by %j, a byte order mark, and empty lines',
    async (d) => {
      const text = `\ufeff\n\ndestination_url${d}title${d}tags\r\n${U}1${d}"a${d} ""b"""${d}\r\n\r\n${U}2${d}c${d}x\r\n${d}${d}\r\n`;
      expect(await read(text)).toEqual([
        { line: 4, values: { destination_url: `${U}1`, title: `a${d} "b"` }, cells: [`${U}1`, `a${d} "b"`, ''] },
        { line: 6, values: { destination_url: `${U}2`, title: 'c', tags: 'x' }, cells: [`${U}2`, 'c', 'x'] },
      ]);
    },
  );

  it('has rows that begin where their first line is', async () => {
    const rows = await read(`destination_url,title\n${U}1,"two\nlines"\n${U}2,x`);
    expect(rows.map(({ line }) => line)).toEqual([2, 4]);
  });

  it.each(['\n', '\r\n', '\r'])('has rows on their lines, whose breaks %j may be in cells, too', async (end) => {
    const quoted = `"m${end}l"`;
    const lines = [
      `"${end}destination_url",title`,
      `${U}1,${quoted}`,
      `${U}2,"${end}${end}m"`,
      `"${end}",""`,
      '',
      `${U}3,ok`,
      `${quoted},${quoted}`,
      `${U}5,ok`,
    ];
    const beginsAt = (nth: number) => lines.slice(0, nth).join(end).split(end).length + 1;
    const rows = await read(lines.join(end));
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 5, 6, 7].map(beginsAt));
    await expect(read([...lines, `"x${end}"${end}"x${end}x`].join(end))).rejects.toMatchObject({
      line: beginsAt(lines.length) + 3,
    });
  });

  it('has a fault for each row with more or fewer cells, and the other rows', async () => {
    const rows = await read(`destination_url,title\n${U}1\n${U}2,a\n${U}3,a,b,c`);
    expect(rows.map(({ fault, cells }) => [fault, cells])).toEqual([
      ['has 1 cells, and the first row has 2', [`${U}1`]],
      [undefined, [`${U}2`, 'a']],
      ['has 4 cells, and the first row has 2', [`${U}3`, 'a', 'b', 'c']],
    ]);
  });

  it('with more columns than any layout has is refused: each row would be read by all of them', () => {
    const head = (columns: number) => Buffer.from(`destination_url${','.repeat(columns - 1)}\n${U}\n`);
    expect(judgeHead(head(MOST_COLUMNS), 'text/csv').columns).toHaveLength(MOST_COLUMNS);
    expect(() => judgeHead(head(MOST_COLUMNS + 1), 'text/csv')).toThrow(
      expect.objectContaining({
        problems: [{ location: 'body', message: `must have at most ${MOST_COLUMNS} columns` }],
      }),
    );
  });

  it.each(['Destination_URL', '', 'Clicks'])('may pad the name %j to a hundred characters, and not further', (name) => {
    const head = (length: number) => Buffer.from(`long_url,link,${name.padEnd(length, '_')}\n${U},${U},\n`);
    expect(judgeHead(head(100), 'text/csv').columns).toHaveLength(3);
    expect(() => judgeHead(head(101), 'text/csv')).toThrow(
      expect.objectContaining({
        problems: [{ location: `body.${name.padEnd(100, '_')}`, message: 'must have at most 100 characters' }],
      }),
    );
  });

  it('whose first row has a quoted cell that does not end is refused', () => {
    const head = Buffer.from(`destination_url,"alias\n${U},a\n`);
    expect(() => judgeHead(head, 'text/csv')).toThrow(
      expect.objectContaining({
        kind: 'invalid',
        message: 'The first row cannot be read. A quoted cell does not end.',
        problems: [{ location: 'body', message: 'has a first row that cannot be read' }],
      }),
    );
  });

  it('whose quoted cell does not end is unreadable', async () => {
    await expect(read(`destination_url,title\n${U},"a\n${U},b`)).rejects.toMatchObject({ name: 'FileProblem' });
    const endless = Buffer.from(`destination_url,title\n${U},"${'x'.repeat(2 * LONGEST_ROW)}"`);
    await expect(collect(judgeHead(endless, 'text/csv'), endless, 65_536)).rejects.toMatchObject({
      name: 'FileProblem',
    });
  });

  it.each(['', '""', '"\n"'])('with a row of cells %j without an end is unreadable soon', async (cell) => {
    let given = 0;
    async function* chunks(): AsyncGenerator<Buffer> {
      for (yield Buffer.from(`destination_url,title\n${U},a\n`); ; given += 1)
        yield Buffer.from(`${cell},`.repeat(16_000));
    }
    const file = judgeHead(Buffer.from('destination_url,title\n'), 'text/csv');
    const reading = async () => {
      for await (const { line } of importRowsOf(file, chunks())) expect(line).toBe(2);
    };
    await expect(reading()).rejects.toThrow('A row has more than 10000 cells.');
    expect(given).toBeLessThan(10);
  });

  it('has every cell that a CSV of ours was made of', async () => {
    const cell = fc.oneof(
      fc.string({ unit: fc.constantFrom("'", '=', '-', '"', ',', ';', '\r', '\n', '|', 'ü', '😀') }),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { maxLength: 5 }), async (pairs) => {
        const rows = pairs.map(([title, id]) => ['x', cellOf(title), cellOf(id)]);
        const found = await read(csvOf([['destination_url', 'title', 'external_id'], ...rows]));
        const texts = found.map(({ values }) => [values['title'] ?? '', values['external_id'] ?? '']);
        expect(texts).toEqual(pairs);
      }),
    );
  });
});

describe('a file of JSON', () => {
  const rows = [
    { address: 'a', target: U, description: 'a "quoted" \\ {[,\n' },
    { address: 'b', target: U, tags: ['x', { y: [] }] },
  ];
  const expected = rows.map((values) => expect.objectContaining({ values }));

  it.each([
    ['lines', rows.map((row) => JSON.stringify(row)).join('\n')],
    ['lines with empty ones', `\n${rows.map((row) => JSON.stringify(row)).join('\r\n\r\n')}\n`],
    ['an array', JSON.stringify(rows)],
    ['an array over lines', JSON.stringify(rows, null, 2)],
    ['an answer of Kutt', JSON.stringify({ limit: 10, skip: 0, total: 2, data: rows })],
    ['an answer of Shlink', JSON.stringify({ shortUrls: { data: rows, pagination: { pagesCount: 1 } } })],
    ['an answer of Shlink over lines', `${JSON.stringify({ shortUrls: { data: rows, pagination: {} } }, null, 2)}\n`],
    ['an answer over lines', JSON.stringify({ limit: 10, note: 'x', data: rows, more: [{ address: 'c' }] }, null, 2)],
  ])('may be %s', async (_, text) => {
    expect(await read(text, 'application/x-ndjson')).toEqual(expected);
  });

  it('has the line of each row', async () => {
    expect((await read(`\n${JSON.stringify(rows[0])}\n\n{}`, 'application/x-ndjson')).map(({ line }) => line)).toEqual([
      2, 4,
    ]);
    const spread = `[\n ${JSON.stringify(rows[0])}\n,\n\n{}]`;
    expect((await read(spread, 'application/x-ndjson')).map(({ line }) => line)).toEqual([2, 5]);
  });

  it('has a fault for each row that is not an object or too long, and the other rows', async () => {
    const text = [JSON.stringify(rows[0]), '{"address":', '3', JSON.stringify('x'.repeat(3 * LONGEST_ROW)), '{}'].join(
      '\n',
    );
    const bytes = Buffer.from(text);
    const found = await collect(judgeHead(bytes, 'application/x-ndjson'), bytes, 65_536);
    expect(found.map(({ line, fault }) => [line, fault])).toEqual([
      [1, undefined],
      [2, 'is not a JSON object'],
      [3, 'is not a JSON object'],
      [4, `has more than ${LONGEST_ROW} characters`],
      [5, undefined],
    ]);
  });

  it('has a fault for a row of more members than any link has', async () => {
    const many = JSON.stringify({ address: 'a', target: U, tags: Array<number>(25_000).fill(1) });
    const found = await read(`${JSON.stringify(rows[0])}\n${many}`, 'application/x-ndjson');
    expect(found.map(({ fault }) => fault)).toEqual([undefined, 'has more members than any link']);
  });

  it('whose first thousand rows are no objects is refused', () => {
    const head = Buffer.from(`${'x\n'.repeat(1_000)}${JSON.stringify(rows[0])}`);
    expect(() => judgeHead(head, 'application/x-ndjson')).toThrow('no rows that can be read');
  });

  it('is named by its first row that is an object, whatever is wrong with others', async () => {
    const text = ['{"address":', JSON.stringify(rows[0])].join('\n');
    expect((await read(text, 'application/x-ndjson')).map(({ fault }) => fault)).toEqual([
      'is not a JSON object',
      undefined,
    ]);
  });

  it.each([
    'address,target\na,b\n',
    '3',
    '[]',
    '["x"]',
    '{"address":',
    JSON.stringify(rows[0], null, 2),
    '{"data":[]}',
  ])('without an object in a line or an array is refused: %j', (text) =>
    expect(() => judgeHead(Buffer.from(text), 'application/x-ndjson')).toThrow(
      expect.objectContaining({
        problems: [{ location: 'body', message: 'must have a JSON object in each line, or be an array of them' }],
      }),
    ),
  );

  it('has a fault for each row whose values are nested too deep to be kept, and the other rows', async () => {
    const nested = (levels: number) => `{"address":"a","target":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    const found = await read(
      [nested(DEEPEST_ROW - 1), nested(50_000), nested(DEEPEST_ROW)].join('\n'),
      'application/x-ndjson',
    );
    const fault = `is nested more than ${DEEPEST_ROW} levels deep`;
    expect(found.map((row) => row.fault)).toEqual([undefined, fault, fault]);
  });

  it('without known fields is refused in its own words', () =>
    expect(() => judgeHead(Buffer.from('{"a":1}'), 'application/x-ndjson')).toThrow(
      expect.objectContaining({
        message: 'The file has fields that are not known.',
        problems: [{ location: 'body', message: expect.stringMatching(/^has no fields that are known/) }],
      }),
    ));

  it('with a text of escaped quotes that does not end is judged in time that grows with its length alone', () => {
    const head = Buffer.from(`[{"destination_url":"${'\\"'.repeat(60_000)}`);
    const before = process.cpuUsage();
    expect(() => judgeHead(head, 'application/x-ndjson')).toThrow('has no rows that can be read');
    // CPU and not wall time. A search from each quote to the end took 20 s.
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
  });

  it.each([
    ['an array', JSON.stringify(rows)],
    ['an answer', JSON.stringify({ data: rows, note: '"}]' })],
    ['an answer of Shlink', JSON.stringify({ shortUrls: { data: rows, pagination: {} } })],
  ])('of two pages, each of them %s, is unreadable: the second one would be lost', async (_, page) => {
    await expect(read(`${page}\n`, 'application/x-ndjson')).resolves.toHaveLength(2);
    await expect(read(`${page}\n\n${page}\n`, 'application/x-ndjson')).rejects.toMatchObject({
      name: 'FileProblem',
      line: 3,
      message: expect.stringMatching(/^Another document begins/),
    });
  });

  it('with more fields in its first row than any layout has is refused: those that are ignored are listed', () => {
    const head = (count: number) =>
      Buffer.from(
        JSON.stringify({
          shortLink: U,
          url: U,
          ...Object.fromEntries(
            Array(count)
              .fill(0)
              .map((_, n) => [`f${n}`, n]),
          ),
        }),
      );
    expect(judgeHead(head(MOST_COLUMNS - 2), 'application/x-ndjson').ignored).toHaveLength(MOST_COLUMNS - 2);
    expect(() => judgeHead(head(MOST_COLUMNS - 1), 'application/x-ndjson')).toThrow(
      expect.objectContaining({
        problems: [{ location: 'body', message: `must have at most ${MOST_COLUMNS} fields in a row` }],
      }),
    );
  });

  it('whose array does not end is unreadable', async () => {
    const text = JSON.stringify(rows).slice(0, -1);
    await expect(read(text, 'application/x-ndjson')).rejects.toMatchObject({ name: 'FileProblem' });
  });
});

describe('a file', () => {
  it('that is not UTF-8 is unreadable from a line on', async () => {
    const csv = Buffer.concat([
      Buffer.from(`destination_url,title\n${U},a\n${U},`),
      Buffer.from([0xfc]),
      Buffer.from('\n'),
    ]);
    await expect(read(csv)).rejects.toMatchObject({ name: 'FileProblem', line: 3 });
    const utf16 = Buffer.from('\ufeffdestination_url,title\n', 'utf16le');
    expect(judgeHead(utf16, 'text/csv').source).toBeNull();
    await expect(read(utf16)).rejects.toMatchObject({ name: 'FileProblem' });
  });

  it.each([
    ['lines', 'application/x-ndjson', `{"destination_url":"${U}"}\n{"destination_url":"${U}","title":"日本語"}`],
    ['an array in a line', 'application/x-ndjson', `[{"destination_url":"${U}"},{"title":"é日😀"}]`],
    ['a CSV whose lines end in CR', 'text/csv', `destination_url,title\r${U},é日😀\r`],
  ] as const)('is known by its beginning wherever that ends, within a character, too: %s', (_, type, text) => {
    const bytes = Buffer.from(text);
    const first = text.search(/[^ -~\s]/) - 1;
    for (let end = first; end <= bytes.length; end += 1)
      expect(judgeHead(bytes.subarray(0, end), type).source).toBe('waymark');
  });

  it('without a source has a fault that reading it finds', async () => {
    const head = Buffer.from(`destination_url\r${U}`);
    const judged = (bytes: Buffer) => judgeHead(bytes, 'text/csv');
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 4 }), async (some) => {
        const bytes = Buffer.concat([head, some]);
        const file = judged(bytes);
        if (file.source !== null) return;
        await expect(collect(file, bytes)).rejects.toMatchObject({ name: 'FileProblem' });
      }),
    );
    expect(judged(Buffer.concat([head, Buffer.from([0xff])])).source).toBeNull();
  });

  it.each(['text/csv', 'application/x-ndjson'] as const)(
    'in UTF-16 without a byte order mark is one that is not UTF-8: %s',
    async (type) => {
      const text = type === 'text/csv' ? `destination_url,title\n${U},"a\n` : `{"destination_url":"${U}"}\n`;
      const little = Buffer.from(text, 'utf16le');
      for (const bytes of [little, Buffer.from(little).swap16()]) {
        expect(judgeHead(bytes, type).source).toBeNull();
        await expect(read(bytes, type)).rejects.toMatchObject({ name: 'FileProblem', line: 1 });
      }
    },
  );

  it.each(['', ' \r\n\n', '\ufeff'])('without a row is refused: %j', (text) => {
    for (const type of ['text/csv', 'application/x-ndjson'] as const)
      expect(() => judgeHead(Buffer.from(text), type)).toThrow(
        expect.objectContaining({ problems: [{ location: 'body', message: 'is empty' }] }),
      );
  });
});

describe('the beginning of a file', () => {
  const CHUNK = 256 * 1024;
  /** Gives the file in chunks. @returns how it is read, and how many bytes were looked at */
  const judged = (text: string, type: ImportType) => {
    const bytes = Buffer.from(text);
    const head = new FileHead(type);
    let given = 0;
    try {
      for (; given < bytes.length; given += CHUNK) head.take(bytes.subarray(given, given + CHUNK));
      return { given, source: head.end().source };
    } catch (error) {
      return { given: given + CHUNK, error };
    }
  };
  const row = (title: string) => JSON.stringify({ destination_url: U, title });
  const long = 'x'.repeat(450_000);

  it.each<[string, ImportType, string]>([
    ['lines', 'application/x-ndjson', `${row(long)}\n${row('b')}\n`],
    ['a line without an end', 'application/x-ndjson', row(long)],
    ['characters of three bytes', 'application/x-ndjson', `${row('日'.repeat(LONGEST_ROW - 100))}\n${row('b')}\n`],
    ['an array', 'application/x-ndjson', `[${row(long)},${row('b')}]`],
    ['a CSV', 'text/csv', `destination_url,"${' \n'.repeat(200_000)}title"\n${U},b\n`],
    ['a CSV after empty lines', 'text/csv', `${'\r\n'.repeat(200_000)}destination_url,title\r\n${U},b\r\n`],
  ])('is as long as its first row is: %s', (_, type, text) => {
    expect(judged(text, type)).toMatchObject({ source: 'waymark' });
  });

  it.each<[string, ImportType, string]>([
    ['whose columns are unknown', 'text/csv', 'destination_url,colour\n'],
    ['whose fields are unknown', 'application/x-ndjson', '{"destination_url":"","colour":1}\n'],
  ])('of a file %s is refused with its first chunk', (_, type, start) => {
    expect(judged(start.padEnd(8 * CHUNK, 'x'), type)).toMatchObject({
      given: CHUNK,
      error: { problems: [expect.objectContaining({ location: 'body.colour' })] },
    });
  });

  it.each<[string, ImportType, string]>([
    ['a text that does not end', 'application/x-ndjson', '{"destination_url":"'],
    ['a quoted cell that does not end', 'text/csv', 'destination_url,"'],
    ['an array of numbers', 'application/x-ndjson', `[${'1,'.repeat(LONGEST_HEAD)}`],
    ['members without an end', 'application/x-ndjson', `{${'"a":1,'.repeat(LONGEST_HEAD / 3)}`],
    ['blanks', 'application/x-ndjson', ' '],
    ['quotes', 'text/csv', '"'.repeat(2 * LONGEST_HEAD - 1)],
    ['lines of numbers', 'application/x-ndjson', '1\n'.repeat(LONGEST_HEAD)],
  ])('that is %s is refused without the rest, soon', (_, type, start) => {
    const before = process.cpuUsage();
    expect(judged(start.padEnd(2 * LONGEST_HEAD, ' '), type)).toEqual({
      given: LONGEST_HEAD,
      error: expect.objectContaining({ code: 'invalid_request' }),
    });
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
  });
});
