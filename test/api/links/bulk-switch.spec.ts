import { randomUUID } from 'node:crypto';
import { eventually } from '../../support/programs';
import { api } from '../../support/waymark';
import { bulkOf, problemOfItem, statusesOf } from '../support/bulk';
import { entriesAt, typesOf } from '../support/history';
import { expectProblem, locationsOf } from '../support/problems';
import type { Link } from '../support/records';
import { newWorkspace, useWorkspace } from '../support/workspace';

const UNKNOWN = 'link_0123456789abcdefghjkmnpqrs';

/** A verb, the one that takes it back, the status that it makes, and its event. */
const SWITCHES = [
  ['disable', 'enable', 'disabled', 'link.disabled'],
  ['enable', 'disable', 'active', 'link.enabled'],
  ['archive', 'unarchive', 'archived', 'link.archived'],
  ['unarchive', 'archive', 'active', 'link.unarchived'],
] as const;

describe.each(SWITCHES)('POST /v1/links/bulk/%s', (verb, back, status, event) => {
  const workspace = useWorkspace();
  const bulk = bulkOf(workspace);
  const single = (id: string, what: string) => workspace.post<Link>(`/v1/links/${id}/${what}`);
  /** Waits until the link is read so, also on a machine on which that takes longer than an answer waits. */
  const expectRead = ({ id }: Link, fields: object) =>
    eventually(async () => expect((await workspace.get<Link>(`/v1/links/${id}`)).body).toMatchObject(fields));
  const typesAt = async (id: string) => typesOf(await entriesAt(workspace, `/v1/links/${id}/history`));
  /** Links that the verb changes, in the state that the verb back makes. */
  const links = (count: number): Promise<readonly Link[]> =>
    Promise.all(
      Array.from({ length: count }, async () => (await single((await workspace.createLink()).id, back)).body),
    );
  const idsOf = (some: readonly Link[]) => some.map(({ id }) => ({ id }));

  it('does to each link what a call of its own does, and answers with the records', async () => {
    const [one, two, alone] = (await links(3)) as [Link, Link, Link];
    const turned = await bulk[verb](idsOf([one, two]));
    expect(statusesOf(turned)).toEqual([200, 200]);
    expect(turned.body.meta).toEqual({ succeeded: 2, failed: 0 });
    const records = turned.body.data.map(({ link }) => link as Link);
    expect(records).toEqual([one, two].map((link, n) => ({ ...link, status, updated_at: records[n]?.updated_at })));
    for (const link of records) await expectRead(link, link);
    await single(alone.id, verb);
    const types = await Promise.all([one, alone].map(({ id }) => typesAt(id)));
    expect(types[0]?.at(-1)).toBe(event);
    expect(types[0]).toEqual(types[1]);
  });

  it('leaves a link that is so already as it is', async () => {
    const [one] = (await links(1)) as [Link];
    const [first, second] = [await bulk[verb]([{ id: one.id }]), await bulk[verb]([{ id: one.id }])];
    expect([statusesOf(second), second.body.data]).toEqual([[200], first.body.data]);
    expect((await typesAt(one.id)).filter((type) => type === event)).toHaveLength(1);
  });

  it('takes two items about one link in their order: the second finds it done', async () => {
    const [one, two] = (await links(2)) as [Link, Link];
    const turned = await bulk[verb](idsOf([one, two, one]));
    expect(statusesOf(turned)).toEqual([200, 200, 200]);
    expect(turned.body.data[2]?.link).toEqual(turned.body.data[0]?.link);
    expect((await typesAt(one.id)).filter((type) => type === event)).toHaveLength(1);
  });

  it('reports faults per item, as a call of its own does, and an unknown link before other fields', async () => {
    const [one, deleted] = (await links(2)) as [Link, Link];
    await workspace.delete(`/v1/links/${deleted.id}`);
    const { id } = one;
    const turned = await bulk[verb]([
      id,
      { id, title: 'x' },
      {},
      { id: UNKNOWN, title: 'x' },
      { id: UNKNOWN },
      { id: deleted.id },
      { id: 'x' },
      { id },
    ]);
    expect(statusesOf(turned)).toEqual([400, 400, 400, 404, 404, 404, 404, 200]);
    expect(turned.body.meta).toEqual({ succeeded: 1, failed: 7 });
    expect(turned.body.data.map((_, index) => problemOfItem(turned, index))).toEqual([
      ['invalid_request', 'body[0]'],
      ['invalid_request', 'body[1].title'],
      ['invalid_request', 'body[2].id'],
      ['not_found'],
      ['not_found'],
      ['not_found'],
      ['not_found'],
      [''],
    ]);
    expect((await single(deleted.id, verb)).body).toMatchObject({ status: 404, code: 'not_found' });
    await expectRead(one, { status });
    const typesOfDeleted = await typesAt(deleted.id);
    expect(typesOfDeleted.at(-1)).toBe('link.deleted');
    expect(typesOfDeleted.filter((type) => type === event)).toHaveLength(0);
    expect(locationsOf(await bulk[verb]({ id }))).toEqual(['body']);
    expectProblem(await bulk[verb]([]), 400, 'invalid_request');
    expectProblem(await bulk[verb](Array(101).fill({ id })), 400, 'invalid_request');
  });

  it('is repeated under one Idempotency-Key with the first answer, and does nothing again', async () => {
    const [one, two] = (await links(2)) as [Link, Link];
    const headers = { 'idempotency-key': randomUUID() };
    const items = [...idsOf([one, two]), { id: UNKNOWN }];
    const first = await bulk[verb](items, headers);
    expect(statusesOf(first)).toEqual([200, 200, 404]);
    await single(one.id, back);
    const before = await typesAt(one.id);
    const again = await bulk[verb](items, headers);
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([200, first.text, 'true']);
    expect(await typesAt(one.id)).toEqual(before);
    expectProblem(await bulk[verb](items.toReversed(), headers), 422, 'idempotency_mismatch');
  });

  it('needs a Read + Write key', async () => {
    const [one] = (await links(1)) as [Link];
    const { key } = await workspace.createKey({ scope: 'Read' });
    const refused = await api(workspace.product, key).post(`/v1/links/bulk/${verb}`, [{ id: one.id }]);
    expectProblem(refused, 403, 'insufficient_scope');
    await expectRead(one, one);
  });

  it("does not know another workspace's links", async () => {
    const [one] = (await links(1)) as [Link];
    const refused = await bulkOf(await newWorkspace())[verb]([{ id: one.id }]);
    expect([statusesOf(refused), problemOfItem(refused, 0)]).toEqual([[404], ['not_found']]);
    await expectRead(one, one);
  });
});
