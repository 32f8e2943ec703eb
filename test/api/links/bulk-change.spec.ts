import { send } from '../../support/waymark';
import { eventually } from '../../support/programs';
import { bulkOf, problemOfItem, statusesOf } from '../support/bulk';
import { entriesAt, typesOf } from '../support/history';
import { locationsOf } from '../support/problems';
import type { Link } from '../support/records';
import { newWorkspace, useWorkspace, type Workspace } from '../support/workspace';

const UNKNOWN = 'link_0123456789abcdefghjkmnpqrs';

const linksOf = (workspace: Workspace, count: number) =>
  Promise.all(Array.from({ length: count }, () => workspace.createLink({ title: 'first' })));

describe('PATCH /v1/links/bulk', () => {
  const workspace = useWorkspace();
  const bulk = bulkOf(workspace);
  const read = async (id: string) => (await workspace.get<Link>(`/v1/links/${id}`)).body;

  it('changes each link as its item says, and answers with the records', async () => {
    const [one, two, three] = (await linksOf(workspace, 3)) as [Link, Link, Link];
    const changed = await bulk.update([
      { id: one.id, title: 'second', tags: ['a'] },
      { id: two.id, title: null },
      { id: three.id },
    ]);
    expect(statusesOf(changed)).toEqual([200, 200, 200]);
    const links = changed.body.data.map(({ link }) => link as Link);
    expect(links).toMatchObject([{ title: 'second', tags: ['a'] }, { title: null }, three]);
    if (changed.headers['waymark-pending'] !== undefined) return;
    for (const link of links) expect(await read(link.id)).toEqual(link);
  });

  it('shows the clicks of the links', async () => {
    const [one, two] = (await linksOf(workspace, 2)) as [Link, Link];
    await send(workspace.product, 'GET', `/${one.alias}`, { headers: { 'user-agent': 'Mozilla/5.0 Firefox/130.0' } });
    await eventually(async () => expect((await read(one.id)).clicks).toBe(1));
    const changed = await bulk.update([one, two].map(({ id }) => ({ id, title: 'clicked' })));
    expect(changed.body.data.map(({ link }) => link?.clicks)).toEqual([1, 0]);
  });

  it('takes several items about one link in their order', async () => {
    const { id } = await workspace.createLink();
    const items = Array.from({ length: 50 }, (_, n) => ({ id, title: `${n}` }));
    const changed = await bulk.update(items);
    expect(statusesOf(changed)).toEqual(Array(50).fill(200));
    expect(changed.body.data.map(({ link }) => link?.title)).toEqual(items.map(({ title }) => title));
    const history = await entriesAt(workspace, `/v1/links/${id}/history?limit=100`);
    expect(history.slice(1).map(({ changes }) => changes['title']?.to)).toEqual(items.map(({ title }) => title));
  });

  it('gives an external id to one link alone', async () => {
    const [one, two, three] = (await linksOf(workspace, 3)) as [Link, Link, Link];
    const give = (id: string, external_id: string | null) => ({ id, external_id });
    const changed = await bulk.update([give(one.id, 'change-1'), give(two.id, 'change-1'), give(three.id, 'change-2')]);
    expect(statusesOf(changed)).toEqual([200, 409, 200]);
    expect(changed.body.data[1]?.error).toMatchObject({ code: 'conflict', existing_link_id: one.id });
  });

  it('reports faults per item, and an unknown link before the faults of its body', async () => {
    const { id } = await workspace.createLink();
    const changed = await bulk.update([
      { id, title: '' },
      { title: 'no id', alias: 'x' },
      { id: 7 },
      { id: UNKNOWN, title: '' },
      { id: UNKNOWN },
      { id: 'no id at all\u0000', title: 'x' },
      { id, alias: 'other', status: 'disabled', destination_url: null },
      { id, expired_url: `${workspace.product.url}/x` },
      'x',
      { id, title: 'last' },
    ]);
    expect(statusesOf(changed)).toEqual([400, 400, 400, 404, 404, 404, 400, 400, 400, 200]);
    expect(changed.body.data.map((_, index) => problemOfItem(changed, index))).toEqual([
      ['invalid_request', 'body[0].title'],
      ['invalid_request', 'body[1].alias', 'body[1].id'],
      ['invalid_request', 'body[2].id'],
      ['not_found'],
      ['not_found'],
      ['not_found'],
      ['invalid_request', 'body[6].alias', 'body[6].destination_url', 'body[6].status'],
      ['redirect_loop', 'body[7].expired_url'],
      ['invalid_request', 'body[8]'],
      [''],
    ]);
    expect(await read(id)).toMatchObject({ title: 'last' });
    expect(locationsOf(await bulk.update({ id, title: 'x' }))).toEqual(['body']);
  });
});

describe.each(['delete', 'deleteByPost'] as const)('bulk deletion (%s)', (call) => {
  const workspace = useWorkspace();

  it('deletes links at once: 204 for each, 404 for a second item about one, and for what is not there', async () => {
    const [one, two, three] = (await linksOf(workspace, 3)) as [Link, Link, Link];
    const items = [one.id, two.id, one.id, UNKNOWN, 'x'].map((id) => ({ id }));
    const deleted = await bulkOf(workspace)[call](items);
    expect(statusesOf(deleted)).toEqual([204, 204, 404, 404, 404]);
    expect(deleted.body.data[0]).toEqual({ index: 0, status: 204 });
    const statuses = async () => {
      const answers = await Promise.all([one, two, three].map(({ id }) => workspace.get(`/v1/links/${id}`)));
      return answers.map(({ status }) => status);
    };
    expect(await statuses()).toEqual([404, 404, 200]);
    await eventually(async () => expect((await send(workspace.product, 'GET', `/${one.alias}`)).status).toBe(404));
    expect(typesOf(await entriesAt(workspace, `/v1/links/${one.id}/history`))).toEqual([
      'link.created',
      'link.deleted',
    ]);
  });

  it('refuses what is not an id and other fields, per item', async () => {
    const { id } = await workspace.createLink();
    const deleted = await bulkOf(workspace)[call]([id, { id, title: 'x' }, {}, { id: null }]);
    expect(statusesOf(deleted)).toEqual([400, 400, 400, 400]);
    expect(deleted.body.data.map((_, index) => problemOfItem(deleted, index)[1])).toEqual([
      'body[0]',
      'body[1].title',
      'body[2].id',
      'body[3].id',
    ]);
    expect((await workspace.get(`/v1/links/${id}`)).status).toBe(200);
    expect(locationsOf(await bulkOf(workspace)[call]({ id }))).toEqual(['body']);
  });
});

describe('POST /v1/links/bulk/restore', () => {
  const workspace = useWorkspace();
  const bulk = bulkOf(workspace);

  it('takes a bulk deletion back, and answers with the records', async () => {
    const [one, two, three] = (await linksOf(workspace, 3)) as [Link, Link, Link];
    expect(statusesOf(await bulk.delete([one, two].map(({ id }) => ({ id }))))).toEqual([204, 204]);
    const restored = await bulk.restore([one, two, three].map(({ id }) => ({ id })));
    expect(statusesOf(restored)).toEqual([200, 200, 200]);
    const timeless = (link?: Link) => ({ ...link, updated_at: null });
    expect(restored.body.data.map(({ link }) => timeless(link))).toEqual([one, two, three].map(timeless));
    await eventually(async () =>
      expect((await send(workspace.product, 'GET', `/${one.alias}`)).headers.location).toBe(one.destination_url),
    );
    const types = await Promise.all(
      [one, three].map(async ({ id }) => typesOf(await entriesAt(workspace, `/v1/links/${id}/history`))),
    );
    expect(types).toEqual([['link.created', 'link.deleted', 'link.restored'], ['link.created']]);
  });

  it('tells faults per item, and an unknown link before the faults of its body', async () => {
    const [{ id }] = (await linksOf(workspace, 1)) as [Link];
    expect(statusesOf(await bulk.delete([{ id }]))).toEqual([204]);
    const restored = await bulk.restore([
      id,
      { id, title: 'x' },
      {},
      { id: UNKNOWN, title: 'x' },
      { id: UNKNOWN },
      { id },
    ]);
    expect(statusesOf(restored)).toEqual([400, 400, 400, 404, 404, 200]);
    expect(restored.body.data.map((_, index) => problemOfItem(restored, index)[1])).toEqual([
      'body[0]',
      'body[1].title',
      'body[2].id',
      undefined,
      undefined,
      undefined,
    ]);
    expect(locationsOf(await bulk.restore({ id }))).toEqual(['body']);
  });
});

describe("another workspace's links", () => {
  it('are like unknown ones in every bulk call, and stay as they are', async () => {
    const [owner, stranger] = [await newWorkspace(), await newWorkspace()];
    const link = await owner.createLink({ title: 'mine', external_id: 'mine' });
    const bulk = bulkOf(stranger);
    const pinned = { 'x-request-id': 'req_pinned' };
    const answers = (id: string) =>
      Promise.all([
        bulk.update(
          [
            { id, title: 'stolen' },
            { id, title: '' },
            { id, external_id: 'mine' },
          ],
          pinned,
        ),
        bulk.delete([{ id }, { id, colour: 'red' }], pinned),
        bulk.deleteByPost([{ id }], pinned),
        bulk.restore([{ id }, { id, colour: 'red' }], pinned),
      ]);
    const [foreign, unknown] = [await answers(link.id), await answers(UNKNOWN)];
    expect(foreign.map(statusesOf)).toEqual([[404, 404, 404], [404, 404], [404], [404, 404]]);
    expect(foreign.map(({ text }) => text)).toEqual(unknown.map(({ text }) => text));
    expect((await owner.get(`/v1/links/${link.id}`)).body).toEqual(link);
  });
});
