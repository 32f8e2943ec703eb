import { randomUUID } from 'node:crypto';
import { bulkOf, statusesOf } from '../support/bulk';
import { entriesAt } from '../support/history';
import { expectProblem } from '../support/problems';
import type { Link } from '../support/records';
import { useWorkspace } from '../support/workspace';

const URL = 'https://example.com/';

describe('a bulk call with an Idempotency-Key', () => {
  const workspace = useWorkspace();
  const bulk = bulkOf(workspace);
  const key = () => ({ 'idempotency-key': randomUUID() });

  it('is repeated with the stored answer, faults of items included, and does nothing again', async () => {
    const headers = key();
    const items = [{ destination_url: URL }, { destination_url: URL, alias: 'repeat' }, { destination_url: 'x' }];
    const first = await bulk.create(items, headers);
    expect(statusesOf(first)).toEqual([201, 201, 400]);
    const before = await workspace.countLinks();
    for (let n = 0; n < 2; n += 1) {
      const again = await bulk.create(items, headers);
      expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([200, first.text, 'true']);
    }
    expect(await workspace.countLinks()).toBe(before);
  });

  it('is repeated without the stored answer where that is large, and does nothing again', async () => {
    const headers = key();
    const rules = Array.from({ length: 15 }, (_, n) => ({
      if: { query: { [`k${n}`.padEnd(250, 'x')]: 'v'.repeat(250) } },
      destination_url: `${URL}${'x'.repeat(1_500)}`,
    }));
    const items = Array.from({ length: 12 }, () => ({ destination_url: URL, rules }));
    const first = await bulk.create(items, headers);
    expect(first.text.length).toBeGreaterThan(300_000);
    const before = await workspace.countLinks();
    const again = await bulk.create(items, headers);
    expect(again.headers).not.toHaveProperty('idempotent-replayed');
    expect(again.body.data).toEqual(first.body.data);
    expect(await workspace.countLinks()).toBe(before);
    const changing = key();
    const changes = first.body.data.map(({ link }) => ({ id: (link as Link).id, title: 'once' }));
    for (let n = 0; n < 2; n += 1)
      expect(new Set(statusesOf(await bulk.update(changes, changing)))).toEqual(new Set([200]));
    const { id } = first.body.data[0]?.link as Link;
    expect(await entriesAt(workspace, `/v1/links/${id}/history`)).toHaveLength(2);
  });

  it('is refused with another list, whose order counts', async () => {
    const headers = key();
    const items = ['a', 'b'].map((path) => ({ destination_url: `${URL}${path}` }));
    await bulk.create(items, headers);
    expectProblem(await bulk.create(items.toReversed(), headers), 422, 'idempotency_mismatch');
  });

  it('stores no 400 of the list: the corrected call is a new one', async () => {
    const headers = key();
    expectProblem(await bulk.create([], headers), 400, 'invalid_request');
    expect(statusesOf(await bulk.create([{ destination_url: URL }], headers))).toEqual([201]);
  });

  it('makes no event a second time, in changes and deletions', async () => {
    const links = (await bulk.create(Array(3).fill({ destination_url: URL }))).body.data.map(
      ({ link }) => link as Link,
    );
    const [changing, deleting] = [key(), key()];
    for (let n = 0; n < 2; n += 1)
      expect(
        statusesOf(
          await bulk.update(
            links.map(({ id }) => ({ id, title: 'x' })),
            changing,
          ),
        ),
      ).toEqual([200, 200, 200]);
    for (let n = 0; n < 2; n += 1)
      expect(
        statusesOf(
          await bulk.delete(
            links.map(({ id }) => ({ id })),
            deleting,
          ),
        ),
      ).toEqual([204, 204, 204]);
    for (const { id } of links) expect(await entriesAt(workspace, `/v1/links/${id}/history`)).toHaveLength(3);
  });

  it('at the same time several times creates each link once', async () => {
    const headers = key();
    const items = Array.from({ length: 20 }, () => ({ destination_url: URL, tags: ['same-time'] }));
    const answers = await Promise.all(Array.from({ length: 5 }, () => bulk.create(items, headers)));
    const made = answers.filter(({ status }) => status === 200);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expectProblem(answer, 409, 'idempotency_in_progress');
    expect((await workspace.get('/v1/links/count?tags=same-time')).body).toEqual({ count: 20 });
  });
});
