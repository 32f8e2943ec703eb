import { join } from 'node:path';
import { IMPORT_SOURCES, layoutOf, recognise } from '@contexts/links';
import { ROOT } from './tools';

interface PreviewModule {
  sourceOf(columns: readonly string[]): string | null;
  previewOf(file: Blob): Promise<object>;
}

// The dashboard has types of browsers, and is checked apart.
const { previewOf, sourceOf } = jest.requireActual<PreviewModule>(
  join(ROOT, 'apps/dashboard/src/screens/imports/preview'),
);

const columns = IMPORT_SOURCES.flatMap((source) => layoutOf(source).marks);

describe('the dashboard', () => {
  it.each(columns.map((mark) => [mark]))('takes a file with the columns %j for what the API takes it', (mark) => {
    expect(sourceOf(mark)).toBe(recognise(mark).source);
  });

  it.each([
    ['an array', (rows: object[]) => rows],
    ['an answer of Kutt', (data: object[]) => ({ limit: 10, data })],
    ['an answer of Bitly', (links: object[]) => ({ links, pagination: {} })],
    ['an answer of Shlink', (data: object[]) => ({ shortUrls: { data, pagination: {} } })],
  ])('shows the rows of %s', async (_, answerOf) => {
    const rows = [{ shortCode: 'x', longUrl: 'https://example.com/', tags: ['a'] }];
    expect(await previewOf(new Blob([JSON.stringify(answerOf(rows))]))).toEqual({
      type: 'application/x-ndjson',
      source: 'shlink',
      columns: ['shortCode', 'longUrl', 'tags'],
      rows: [['x', 'https://example.com/', '["a"]']],
    });
  });
});
