import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pages } from './support/guides/page';
import { type Fault, FaultProxy } from './support/proxy';
import { underTest } from './support/under-test';

/** Against a loop that has no end. */
const ENDED_WITHIN_MS = 30_000;
const KEY_IS_GONE: Fault = { answer: { status: 401, body: { status: 401, code: 'api_key_revoked' } } };
const TOO_BUSY: Fault = { answer: { status: 503, body: { status: 503, code: 'service_unavailable' } } };

/** What a page does by curl and the command. */
const blocksIn = (name: string): readonly string[] =>
  pages()
    .filter((one) => one.name === name)
    .flatMap(({ blocks }) => blocks.filter(({ lang }) => lang === 'sh').map(({ text }) => text));
const page = (number: number, next_cursor: string | null): Fault => ({
  answer: {
    body: { data: [{ id: number, type: 'link.created', short_url: `https://s/${number}` }], meta: { next_cursor } },
  },
});
const job = (ended_at: string | null): Fault => ({ answer: { body: { id: 'imp_1', status: 'completed', ended_at } } });
const halfOf = (chunked: boolean): Fault => ({
  answer: { body: 'a row of an export\n', times: 100, cut: 500, chunked },
});

describe('what the guides do by curl, where the server fails', () => {
  let proxy: FaultProxy;
  let folder: string;
  beforeAll(async () => {
    proxy = await new FaultProxy(underTest().product).start();
  });
  afterAll(() => proxy.close());
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'waymark-guides-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs the first block of a page that has these words. */
  const run = (name: string, words: string, faults: readonly Fault[]) => {
    const text = blocksIn(name).find((text) => text.includes(words)) ?? 'false';
    proxy.expect(faults);
    const given = { WAYMARK_BASE_URL: proxy.url, WAYMARK_API_KEY: 'svc_live_x', IMPORT: 'imp_1', LEAKED_ID: 'key_1' };
    const options = { cwd: folder, env: { PATH: process.env['PATH'], ...given }, timeout: ENDED_WITHIN_MS };
    return new Promise<{ failed: boolean; hung: boolean; stdout: string }>((resolve) => {
      execFile('bash', ['-c', text], options, (error, stdout) =>
        resolve({ failed: error !== null, hung: error?.killed === true, stdout }),
      );
    });
  };
  const fileOf = (name: string) =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined;

  it('keeps a list only when all pages have come', async () => {
    expect(await run('pagination', 'next_cursor', [page(1, 'two'), KEY_IS_GONE])).toMatchObject({ failed: true });
    expect(fileOf('urls.txt')).toBeUndefined();
    for (const faults of [
      [page(1, 'two'), TOO_BUSY, page(2, null)],
      [page(1, 'two'), page(2, null)],
    ]) {
      expect(await run('pagination', 'next_cursor', faults)).toMatchObject({ failed: false });
      expect(fileOf('urls.txt')).toBe('https://s/1\nhttps://s/2\n');
    }
  });

  it('tells what a leaked key has done only when all pages have come', async () => {
    expect(await run('keys', 'v1/events', [page(1, 'two'), KEY_IS_GONE])).toMatchObject({ failed: true, stdout: '' });
    const whole = await run('keys', 'v1/events', [page(1, 'two'), TOO_BUSY, page(2, null)]);
    expect(whole).toMatchObject({ failed: false });
    expect(JSON.parse(whole.stdout)).toHaveLength(2);
  });

  it.each([
    ['clicks', 'analytics/export', 'clicks.parquet'],
    ['links', 'links/export', 'links.ndjson'],
  ])('keeps an export of %s only when it is whole', async (_, words, file) => {
    for (const chunked of [false, true]) {
      expect(await run('exports', words, [halfOf(chunked)])).toMatchObject({ failed: true });
      expect(fileOf(file)).toBeUndefined();
    }
    expect(await run('exports', words, [{ answer: { body: 'all of it' } }])).toMatchObject({ failed: false });
    expect(fileOf(file)).toBe('all of it');
  });

  it('asks for an import until it has ended, or cannot be asked for', async () => {
    expect(await run('migrating', 'ended_at', [job(null), KEY_IS_GONE])).toMatchObject({ failed: true, hung: false });
    const { stdout, failed } = await run('migrating', 'ended_at', [
      job(null),
      TOO_BUSY,
      job('2026-11-23T08:09:04.877Z'),
    ]);
    expect([failed, JSON.parse(stdout)]).toEqual([false, expect.objectContaining({ id: 'imp_1' })]);
  });
});
