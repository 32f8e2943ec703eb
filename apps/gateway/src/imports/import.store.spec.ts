import { randomUUID } from 'node:crypto';
import { type TestReadStore, withReadStore } from '../../../../test/support/read-store';
import type { Caller } from '../caller';
import type { ImportFile } from './file/import-file';
import type { ImportStatus } from './import-job';
import { Imports } from './import.queries';
import { ImportStore } from './import.store';
import { Upload } from './import.uploads';
import { importTurns, importsMigration } from './imports.migration';

const NOW = Date.parse('2026-05-01T00:00:00.000Z');
const DAY = 86_400_000;
const FILE: ImportFile = {
  format: 'csv',
  delimiter: ',',
  source: 'waymark',
  columns: ['destination_url'],
  ignored: [],
};

let test: TestReadStore;
let store: ImportStore;
let imports: Imports;
let workspaceId: string;

beforeAll(async () => {
  test = await withReadStore([importsMigration, importTurns]);
  store = new ImportStore(test.store);
  imports = new Imports(test.store);
});
beforeEach(async () => {
  await test.owner.query('delete from import_uploads; delete from imports');
  await test.freeze(new Date(NOW));
  workspaceId = await test.workspace('pro');
});
afterAll(() => test.close());

/** A file whose last chunk has arrived, and the job of it if it was queued. */
const uploaded = async (ofWorkspace = workspaceId): Promise<Upload> => {
  const id = randomUUID();
  await test.store.inWorkspace(ofWorkspace, (client) =>
    client.query('insert into import_uploads (id, workspace_id) values ($1, $2)', [id, ofWorkspace]),
  );
  return new Upload('sha', id, FILE);
};

const callerOf = (id: string, commandId: string, firstAttempt = true) =>
  ({
    subject: { workspaceId: id, actor: { type: 'user', id: 'usr_1' } },
    requestId: 'req_1',
    commandId,
    firstAttempt,
  }) as unknown as Caller;

const queued = async (ofWorkspace = workspaceId, commandId: string = randomUUID()): Promise<string> =>
  imports.queue(await uploaded(ofWorkspace), {}, callerOf(ofWorkspace, commandId));

const claimed = async (holder: string) => {
  const job = await store.claim(holder);
  if (!job) throw new Error('there is no job');
  return job;
};

const expire = (id: string) => test.owner.query("update imports set lease_until = '-infinity' where id = $1", [id]);
const count = async (table: string): Promise<number> =>
  Number((await test.owner.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n);

const NOTHING = { done: 0, created: 0, failed: 0, errors: [] };
const end = async (holder: string, status: ImportStatus, errors = 0) =>
  store.checkpoint(await claimed(holder), holder, { ...NOTHING, errors: errorsOf(errors) }, status);
const errorsOf = (some: number) =>
  Array.from({ length: some }, (_, n) => ({ row: n + 1, line: null, code: 'conflict', message: 'x', values: '{}' }));

describe('an import', () => {
  it('is queued once by one command, and the file of a repeat is deleted', async () => {
    const commandId = randomUUID();
    expect(await queued(workspaceId, commandId)).toBe(await queued(workspaceId, commandId));
    expect([await count('imports'), await count('import_uploads')]).toEqual([1, 1]);
  });

  it('runs alone in its workspace, and beside those of others', async () => {
    const other = await test.workspace('pro');
    const first = await queued();
    await test.freeze(new Date(NOW + 1));
    const [, foreign] = [await queued(), await queued(other)];
    const [a, b] = [randomUUID(), randomUUID()];
    expect([await claimed(a), await claimed(b)].map(({ id }) => id).sort()).toEqual([first, foreign].sort());
    expect(await store.claim(randomUUID())).toBeUndefined();
  });

  it('is claimed by one of many gateways at the same moment', async () => {
    await queued();
    await queued();
    const claims = await Promise.all(Array.from({ length: 10 }, () => store.claim(randomUUID())));
    expect(claims.filter((job) => job !== undefined)).toHaveLength(1);
  });

  it('that gives way comes after those that have waited for longer, and has lost no attempt', async () => {
    const [first, second] = [await queued(), await queued(await test.workspace('pro'))];
    const [a, b] = [randomUUID(), randomUUID()];
    const holders = [await claimed(a), await claimed(b)].map(({ id }) => id);
    expect(holders.toSorted()).toEqual([first, second].toSorted());
    expect(await store.othersWait()).toBe(false);
    const third = await queued(await test.workspace('pro'));
    expect(await store.othersWait()).toBe(true);
    await store.giveWay(holders[0]!, a);
    expect((await claimed(randomUUID())).id).toBe(third);
    await store.giveWay(holders[0]!, randomUUID());
    expect(await claimed(randomUUID())).toMatchObject({ id: holders[0], attempts: 1 });
    expect(await store.othersWait()).toBe(false);
  });

  it('goes to another holder once its lease is over; what the first one writes then is nothing', async () => {
    const id = await queued();
    const [first, second] = [randomUUID(), randomUUID()];
    const job = await claimed(first);
    await expire(id);
    expect(await claimed(second)).toMatchObject({ id, attempts: 2 });
    expect(await store.renew(id, first)).toBe('lost');
    const progress = { done: 500, created: 499, failed: 1, errors: errorsOf(1) };
    expect(await store.checkpoint(job, first, progress)).toBe(false);
    expect(await store.checkpoint(job, second, progress)).toBe(true);
    expect(await imports.find(workspaceId, id)).toMatchObject({ created: 499, failed: 1, errors: [{ row: 1 }] });
  });

  it('ends with its workspace', async () => {
    const id = await queued();
    const holder = randomUUID();
    await claimed(holder);
    expect(await store.renew(id, holder)).toBeUndefined();
    await test.owner.query('update workspaces set deleted_at = now() where id = $1', [workspaceId]);
    expect(await store.renew(id, holder)).toBe('cancelled');
  });

  it('that nobody runs is cancelled at once, and its file is deleted', async () => {
    const id = await queued();
    await imports.cancel(id, callerOf(workspaceId, randomUUID()));
    expect(await imports.find(workspaceId, id)).toMatchObject({ status: 'cancelled', ended_at: expect.any(String) });
    expect(await count('import_uploads')).toBe(0);
  });

  it('that has ended cannot be cancelled, but a repeat finds what its first attempt has cancelled', async () => {
    const first = callerOf(workspaceId, randomUUID());
    const repeat = { ...first, firstAttempt: false };
    const cancelled = await queued();
    await imports.cancel(cancelled, first);
    await expect(imports.cancel(cancelled, first)).rejects.toMatchObject({ code: 'invalid_state' });
    await imports.cancel(cancelled, repeat);
    const completed = await queued();
    await end(randomUUID(), 'completed', 0);
    await expect(imports.cancel(completed, repeat)).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('leaves no file at its end, and failed rows of the last ten of a workspace alone', async () => {
    for (let n = 0; n < 12; n += 1) {
      await test.freeze(new Date(NOW + n));
      await queued();
      await end(randomUUID(), 'completed', 2);
    }
    expect([await count('import_uploads'), await count('imports'), await count('import_errors')]).toEqual([0, 12, 20]);
  });

  it('is forgotten 30 days after its end, and an upload without an end after an hour', async () => {
    await queued();
    await end(randomUUID(), 'completed', 1);
    const [{ id: lost }, kept] = [await uploaded(), await uploaded()];
    await test.owner.query("update import_uploads set started_at = now() - interval '61 minutes' where id = $1", [
      lost,
    ]);
    await test.freeze(new Date(NOW + 30 * DAY - 1));
    await store.sweep();
    expect([await count('imports'), await count('import_uploads')]).toEqual([1, 1]);
    await test.freeze(new Date(NOW + 30 * DAY + 1));
    await store.sweep();
    expect([await count('imports'), await count('import_errors')]).toEqual([0, 0]);
    expect((await test.owner.query<{ id: string }>('select id from import_uploads')).rows).toEqual([{ id: kept.id }]);
  });
});

describe('failed rows', () => {
  it('are read in pages of few megabytes, however long a row is, and each once', async () => {
    const id = await queued();
    await test.owner.query(
      `insert into import_errors (import_id, workspace_id, "row", line, code, message, "values")
        select $1, $2, n, n, 'invalid_request', 'x', repeat('x', case when n <= 12 then 500000 else 1 end)
        from generate_series(1, 612) n`,
      [id, workspaceId],
    );
    const pages: number[] = [];
    for (let after = 0; ;) {
      const rows = await imports.failedRows(workspaceId, id, after);
      if (rows.length === 0) break;
      expect(rows.map(({ row }) => row)).toEqual(rows.map((_, index) => after + 1 + index));
      expect(rows.reduce((size, { values }) => size + values.length, 0)).toBeLessThan(2_700_000);
      pages.push(rows.length);
      after = rows.at(-1)!.row;
    }
    expect(pages.reduce((sum, rows) => sum + rows, 0)).toBe(612);
  });
});
