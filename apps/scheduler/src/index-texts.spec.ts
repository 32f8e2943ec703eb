import { eventually, insert, type TestReadStore, withReadStore } from '../../../test/support/read-store';
import { indexTexts } from './index-texts';

let test: TestReadStore;
beforeAll(async () => {
  test = await withReadStore();
});
afterAll(() => test.close());

describe('the texts of links', () => {
  it('are put into blocks when links were written', async () => {
    const workspace = await test.workspace('pro');
    const at = '2026-01-01T00:00:00.000Z';
    await insert(test.owner, 'links', {
      id: 'link_1',
      workspace_id: workspace,
      domain_id: 'dom_default',
      domain: 'go.test',
      alias: 'one',
      destination_url: 'https://example.com/',
      created_at: at,
      updated_at: at,
      created_by: '{}',
      revision: 0,
    });
    await insert(test.owner, 'checkpoints', { read_model: 'links', position: 1, updated_at: at });
    const ending = new AbortController();
    const log = { warn: (detail: object) => void ending.abort(detail) };
    const ended = indexTexts({ pool: test.store.system, log, signal: ending.signal, from: 1, step: 1 });
    await eventually(async () => {
      const { rows } = await test.owner.query('select workspace_id from link_texts');
      expect(rows).toEqual([{ workspace_id: workspace }]);
    });
    expect(ending.signal.reason).toBeUndefined();
    ending.abort();
    await ended;
  });

  it('are tried again after a failure, until the process ends', async () => {
    const ending = new AbortController();
    const warned: string[] = [];
    const log = { warn: (_: object, message: string) => (warned.push(message), ending.abort()) };
    const pool = { query: () => Promise.reject(new Error('Postgres is away')) } as never;
    await indexTexts({ pool, log, signal: ending.signal });
    expect(warned).toEqual(['texts of links could not be put into blocks; trying again']);
  });
});
