import type { Log } from '@platform/read-store';
import type { LinkCommands } from '../links/link.commands';
import type { LinkPolicy } from '../links/link.policy';
import type { LinkDomains } from '../links/link-domains';
import type { FileRow } from './file/import-file';
import { RowImporter } from './row-importer';

const job = { id: 'imp_1', workspace_id: 'ws_1', domain: null, created_at: '2026-05-01T00:00:00.000Z' };
const fault = new TypeError('Cannot convert object to primitive value');
const fails = (): never => {
  throw fault;
};

const importer = (judge: () => readonly [] = () => []) => {
  const logged: object[] = [];
  const log = { error: (fields: object) => logged.push(fields) } as unknown as Log;
  const policy = { problemsOfNew: judge } as unknown as LinkPolicy;
  return { logged, rows: new RowImporter({} as LinkCommands, {} as LinkDomains, policy, log) };
};

const destination = { destination_url: 'https://example.com/' };

describe('a row that is prepared', () => {
  it.each<[string, FileRow['values'], () => readonly []]>([
    ['its layout', Object.defineProperty({}, 'title', { enumerable: true, get: fails }), () => []],
    ['the policy of links', { destination_url: 'nowhere' }, fails],
  ])('fails alone, and is logged once, where %s throws', async (_, values, judge) => {
    const { rows, logged } = importer(judge);
    const { link } = await rows.prepare(3, { line: 4, values }, 'waymark', job);
    expect(link).toMatchObject({ code: 'internal_error' });
    expect(logged).toEqual([{ err: fault, import_id: 'imp_1', row: 3 }]);
  });

  it('is a body, or the fault of a refusal that is not logged', async () => {
    const { rows, logged } = importer();
    const prepare = (values: FileRow['values']) => rows.prepare(1, { line: 2, values }, 'waymark', job);
    expect(await prepare(destination)).toMatchObject({ link: { body: destination, switches: [] } });
    expect(await prepare({ ...destination, colour: 1 })).toMatchObject({ link: { code: 'invalid_request' } });
    expect(logged).toEqual([]);
  });
});
