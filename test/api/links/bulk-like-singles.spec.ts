import fc from 'fast-check';
import { bulkOf } from '../support/bulk';
import type { Link, Problem } from '../support/records';
import { type Workspace, useWorkspace } from '../support/workspace';
import { untilAllJudged } from '../../support/judged';

type Body = Partial<Omit<Link & Problem, 'status'>>;

/** What an answer means in any workspace: without ids, times and what differs by the host of the aliases. */
const meaningOf = (status: number, body: Body | undefined) => [
  status,
  body?.code,
  body?.title,
  body?.tags,
  body?.errors?.map(({ location, message }) => [location.replace(/^body\[\d+\]/, 'body'), message]),
];

/**
 * What the answer to a creation means. Several links may fit an item that looks for one: the oldest is found, and those
 * of one bulk call are equally old. So of a link that was found, only what the item names is compared.
 */
const meaningOfNew = (status: number, body: Body | undefined, sent: Readonly<Record<string, unknown>>) => {
  const isFound = status === 200;
  const named = Object.entries(body ?? {}).filter(([name]) => !isFound || sent[name] !== undefined);
  return meaningOf(status, Object.fromEntries(named));
};

const text = fc.constantFrom<unknown>('a', 'b', '', 7, null, undefined);
const fields = {
  title: text,
  tags: fc.constantFrom<unknown>(['x'], ['x', 'y'], 'x', null, undefined),
  external_id: fc.constantFrom<unknown>('e1', 'e2', null, undefined),
  expires_at: fc.constantFrom<unknown>('2099-01-01T00:00:00Z', 'soon', undefined),
};
const destination_url = fc.constantFrom<unknown>(
  'https://example.com/1',
  'https://example.com/2',
  'ftp://x',
  undefined,
);
const alias = fc.constantFrom<unknown>('One', 'one', 'two', 'three', 'n o', undefined);
const creation = fc.record({ ...fields, destination_url, alias, find_if_exists: fc.constantFrom(true, undefined) });
const change = fc.record({ ...fields, which: fc.nat(4), destination_url });

/** An item of one run: aliases are shared by all workspaces, the others by the runs. */
const ofRun = (run: string, item: Readonly<Record<string, unknown>>) => {
  const named = Object.entries(item).map(([name, value]) =>
    typeof value === 'string' && ['alias', 'external_id', 'destination_url'].includes(name)
      ? [name, `${value}-${run}`]
      : [name, value],
  );
  return Object.fromEntries(named) as Readonly<Record<string, unknown>>;
};

describe('a bulk call', () => {
  const [alone, together] = [useWorkspace(), useWorkspace()];
  let runs = 0;
  const runOf = (workspace: Workspace) => `${workspace.id.slice(-8)}-${runs}`;

  it('creates and refuses what calls of their own do, one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(creation, { minLength: 1, maxLength: 12 }), async (items) => {
        runs += 1;
        const single: unknown[] = [];
        for (const item of items) {
          const { status, body } = await untilAllJudged((headers) =>
            alone.post<Link & Problem>('/v1/links', ofRun(runOf(alone), item), headers),
          );
          single.push(meaningOfNew(status, body, item));
        }
        const { body } = await untilAllJudged((headers) =>
          bulkOf(together).create(
            items.map((item) => ofRun(runOf(together), item)),
            headers,
          ),
        );
        const meanings = body.data.map(({ status, link, error, index }) =>
          meaningOfNew(status, { ...link, ...error }, items[index] ?? {}),
        );
        expect(meanings).toEqual(single);
      }),
      { numRuns: 25 },
    );
  });

  it('changes and deletes what calls of their own do, one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 12 }),
        fc.array(fc.nat(4), { maxLength: 6, minLength: 1 }),
        async (changes, deletions) => {
          runs += 1;
          const idsOf = async (workspace: Workspace) => {
            const items = Array(3).fill({ destination_url: 'https://example.com/' });
            const { body } = await untilAllJudged((headers) => bulkOf(workspace).create(items, headers));
            return [...body.data.map(({ link }) => link?.id), 'link_0123456789abcdefghjkmnpqrs', 'x'];
          };
          const [own, ids] = [await idsOf(alone), await idsOf(together)];
          const single: unknown[] = [];
          const ask = async (sent: Parameters<typeof untilAllJudged<Link & Problem>>[0]) => {
            const { status, body } = await untilAllJudged(sent);
            single.push(meaningOf(status, body));
          };
          for (const { which, ...body } of changes)
            await ask((headers) => alone.patch(`/v1/links/${own[which]}`, ofRun(runOf(alone), body), headers));
          for (const which of deletions) await ask((headers) => alone.delete(`/v1/links/${own[which]}`, headers));
          const changed = await untilAllJudged((headers) =>
            bulkOf(together).update(
              changes.map(({ which, ...body }) => ({ id: ids[which], ...ofRun(runOf(together), body) })),
              headers,
            ),
          );
          const deleted = await untilAllJudged((headers) =>
            bulkOf(together).delete(
              deletions.map((which) => ({ id: ids[which] })),
              headers,
            ),
          );
          const results = [...changed.body.data, ...deleted.body.data];
          expect(results.map(({ status, link, error }) => meaningOf(status, { ...link, ...error }))).toEqual(single);
        },
      ),
      { numRuns: 25 },
    );
  });
});
