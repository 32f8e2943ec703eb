import fc from 'fast-check';
import { eventually, type TestReadStore, withReadStore } from '../../../../../test/support/read-store';
import { buildLinkTexts } from './build-link-texts';
import { linksWithTerm } from './link-texts';

let test: TestReadStore;
beforeAll(async () => {
  test = await withReadStore();
});
afterAll(() => test.close());

const NO_SIGNAL = new AbortController().signal;
const WORDS = ['Sale', 'SALES', 'İstanbul', 'ΣΊΣΥΦΟΣ', 'σίσυφος', 'é', '\x1e', 'a\x1fa', 'aaa', '😀', '%_'];

const title = fc.array(fc.constantFrom(...WORDS, ' '), { maxLength: 4 }).map((words) => words.join(''));
const row = fc.record({
  id: fc.constantFrom('link_1', 'link_2', 'link_3', 'link_4', 'link_5'),
  title: fc.option(title),
  external_id: fc.constantFrom(null, 'CMS-1', 'cms-12'),
});
type Row = Omit<typeof row extends fc.Arbitrary<infer R> ? R : never, 'id'> & { readonly id: string };

/** One statement as a projector writes it, a round of the builder, or one that was killed after its announcement. */
const step = fc.oneof(
  fc.record({ rows: fc.uniqueArray(row, { selector: ({ id }) => id, minLength: 1 }), removed: fc.boolean() }),
  fc.constantFrom('build' as const, 'announce' as const),
);

const createdAt = ({ id }: Pick<Row, 'id'>) => `2026-01-01T00:00:0${id.at(-1)}.000Z`;

const write = (workspace: string, rows: readonly Row[]) =>
  test.owner.query(
    `insert into links (id, workspace_id, domain_id, domain, alias, destination_url, title, external_id, created_at,
       updated_at, created_by, revision)
     select id, $2, 'dom_default', 'go.test', id || $2, 'https://example.com/', title, external_id, created_at,
       created_at, '{}', 0
     from json_populate_recordset(null::links, $1::json)
     on conflict (id) do update set title = excluded.title, external_id = excluded.external_id`,
    [JSON.stringify(rows.map((one) => ({ ...one, created_at: createdAt(one) }))), workspace],
  );

const build = (from = 1, size = 2) => buildLinkTexts({ pool: test.store.system, signal: NO_SIGNAL, from, step: size });

const found = (workspace: string, term: string) =>
  test.store.inWorkspace(workspace, async (client) => {
    const sql = await linksWithTerm(client, workspace, term);
    if (!sql) return null;
    const { rows } = await client.query<{ id: string }>(sql.text, [...sql.values]);
    return rows.map(({ id }) => id).sort();
  });

/** In terms and texts alike, separators are read as spaces, and both forms of sigma as one. */
const expected = async (workspace: string, term: string) => {
  const apart = (text: string) => `translate(lower(${text} collate "pg_c_utf8"), E'\\x1e\\x1fς', '  σ')`;
  const { rows } = await test.owner.query<{ id: string }>(
    `select id from links where workspace_id = $1 and greatest(strpos(${apart('alias')}, ${apart('$2')}),
       strpos(${apart('title')}, ${apart('$2')}), strpos(${apart('destination_url')}, ${apart('$2')}),
       strpos(${apart('external_id')}, ${apart('$2')})) > 0`,
    [workspace, term],
  );
  return rows.map(({ id }) => id).sort();
};

describe('the blocks of the texts of links', () => {
  const terms = [
    's',
    'sale',
    'SALES',
    'i',
    'σίσυφος',
    'ΦΟΣ',
    'ος σ',
    'ς',
    'É',
    'a',
    'aa',
    ' a',
    '\x1e',
    '😀',
    '%',
    'cms-1',
    'cms-12',
    'zz',
  ];

  it('have the links with a term, each once, whatever was written before, between and after the builders', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        await test.owner.query('delete from links; delete from link_counts; delete from link_texts');
        await test.owner.query('delete from link_text_marks; delete from link_text_changes');
        const workspace = await test.workspace('pro');
        for (const one of steps) {
          if (one === 'build') await build();
          else if (one === 'announce')
            await test.owner.query("select announce_link_texts($1, '2026-01-01T00:00:03Z')", [workspace]);
          else {
            if (one.removed) await test.owner.query('delete from links where id = $1', [one.rows[0]?.id]);
            await write(workspace, one.rows);
          }
        }
        for (const term of terms) {
          const ids = await found(workspace, term);
          if (ids) expect({ term, ids }).toEqual({ term, ids: await expected(workspace, term) });
        }
      }),
      { numRuns: 60 },
    );
  });

  it('are of large workspaces only, and take links when there are enough of them', async () => {
    const workspace = await test.workspace('pro');
    await write(workspace, [{ id: 'link_a1', title: 'One', external_id: null }]);
    await build(2);
    expect(await found(workspace, 'one')).toBeNull();
    await write(workspace, [{ id: 'link_a2', title: 'One', external_id: null }]);
    await build(2, 3);
    expect(await found(workspace, 'one')).toBeNull();
    await build(2, 2);
    expect(await found(workspace, 'one')).toEqual(['link_a1', 'link_a2']);
  });

  it('wait for a link that is being written, so that none is overlooked', async () => {
    const workspace = await test.workspace('pro');
    await write(
      workspace,
      [1, 3].map((n) => ({ id: `link_b${n}`, title: 'One', external_id: null })),
    );
    const writer = await test.owner.connect();
    await writer.query('begin');
    await writer.query(
      `insert into links (id, workspace_id, domain_id, domain, alias, destination_url, title, created_at, updated_at,
         created_by, revision)
       values ('link_b2', $1, 'dom_default', 'go.test', 'b2', 'https://example.com/', 'One', '${createdAt({ id: '2' })}', now(),
         '{}', 0)`,
      [workspace],
    );
    const built = build();
    await eventually(async () => {
      const { rowCount } = await test.owner.query("select from pg_locks where locktype = 'advisory' and not granted");
      expect(rowCount).toBe(1);
    });
    await writer.query('commit');
    writer.release();
    await built;
    expect(await found(workspace, 'one')).toEqual(['link_b1', 'link_b2', 'link_b3']);
  });

  it('are built anew once most of their links were edited', async () => {
    const workspace = await test.workspace('pro');
    const titled = (text: string) => [1, 2].map((n) => ({ id: `link_c${n}`, title: text, external_id: null }));
    await write(workspace, titled('first'));
    await build();
    for (let edit = 0; edit < 40; edit += 1) {
      await write(workspace, titled(`edit ${edit}`));
      await build();
    }
    await build();
    expect(await found(workspace, 'edit 39')).toEqual(['link_c1', 'link_c2']);
    const { rows } = await test.owner.query<{ blocks: number }>(
      'select count(*)::int as blocks from link_texts where workspace_id = $1',
      [workspace],
    );
    expect(rows[0]?.blocks).toBeLessThan(4);
  });
});
