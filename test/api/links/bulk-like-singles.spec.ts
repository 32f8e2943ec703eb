import fc from 'fast-check';
import { type Answer, send } from '../../support/waymark';
import { bulkOf } from '../support/bulk';
import type { Link, Problem } from '../support/records';
import { newWorkspace, type Workspace } from '../support/workspace';

/** What an answer means in any workspace: without ids, times and what differs by the host of the aliases. */
const meaningOf = (status: number, body: Partial<Link & Problem> | undefined) => [
  status,
  body?.code,
  body?.title,
  body?.tags,
  body?.errors?.map(({ location, message }) => [location.replace(/^body\[\d+\]/, 'body'), message]),
];

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

/** Aliases are shared by all workspaces, so each gets its own. */
const within = (suffix: string, item: { readonly alias?: unknown }) =>
  typeof item.alias === 'string' ? { ...item, alias: `${item.alias}-${suffix}` } : item;

describe('a bulk call', () => {
  const pair = async (): Promise<readonly [Workspace, Workspace]> => [await newWorkspace(), await newWorkspace()];

  it('creates and refuses what calls of their own do, one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(creation, { minLength: 1, maxLength: 12 }), async (items) => {
        const [alone, together] = await pair();
        const single: unknown[] = [];
        for (const item of items) {
          const { status, body } = await alone.post<Link & Problem>('/v1/links', within(alone.id.slice(-8), item));
          single.push(meaningOf(status, body));
        }
        const { body } = await bulkOf(together).create(items.map((item) => within(together.id.slice(-8), item)));
        expect(body.data.map(({ status, link, error }) => meaningOf(status, { ...link, ...error }))).toEqual(single);
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
          const [alone, together] = await pair();
          const idsOf = async (workspace: Workspace) => {
            const links = [await workspace.createLink(), await workspace.createLink(), await workspace.createLink()];
            return [...links.map(({ id }) => id), 'link_0123456789abcdefghjkmnpqrs', 'x'];
          };
          const [own, ids] = [await idsOf(alone), await idsOf(together)];
          const single: unknown[] = [];
          const ask = async (sent: Promise<Answer<Link & Problem>>) => {
            const { status, body } = await sent;
            single.push(meaningOf(status, body));
          };
          for (const { which, ...body } of changes) await ask(alone.patch(`/v1/links/${own[which]}`, body));
          for (const which of deletions)
            await ask(
              send(alone.product, 'DELETE', `/v1/links/${own[which]}`, {
                headers: { authorization: `Bearer ${alone.token}` },
              }),
            );
          const changed = await bulkOf(together).update(
            changes.map(({ which, ...body }) => ({ id: ids[which], ...body })),
          );
          const deleted = await bulkOf(together).delete(deletions.map((which) => ({ id: ids[which] })));
          const results = [...changed.body.data, ...deleted.body.data];
          expect(results.map(({ status, link, error }) => meaningOf(status, { ...link, ...error }))).toEqual(single);
        },
      ),
      { numRuns: 25 },
    );
  });
});
