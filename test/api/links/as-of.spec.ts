import fc from 'fast-check';
import { entriesAt, justBefore, withoutCounters } from '../support/history';
import { expectProblem, locationsOf } from '../support/problems';
import type { Link } from '../support/records';
import { newWorkspace, useWorkspace } from '../support/workspace';

describe('GET /v1/links/{id}?as_of=', () => {
  const workspace = useWorkspace();
  const at = (id: string, instant: string) =>
    workspace.get<Link>(`/v1/links/${id}?as_of=${encodeURIComponent(instant)}`);

  it('returns the link as it was, with its version then, without clicks', async () => {
    const made = await workspace.createLink({ title: 'One' });
    const { etag } = (await workspace.get(`/v1/links/${made.id}`)).headers;
    await workspace.patch(`/v1/links/${made.id}`, { title: 'Two' });
    const { status, body, headers } = await at(made.id, made.created_at);
    expect([status, body]).toEqual([200, withoutCounters(made)]);
    expect(headers['etag']).toBe(etag);
  });

  it("answers 404 before the link's creation", async () => {
    const { id, created_at } = await workspace.createLink();
    expectProblem(await at(id, justBefore(created_at)), 404, 'not_found');
  });

  it('shows a deleted link until its deletion, and not from then on', async () => {
    const { id } = await workspace.createLink();
    await workspace.delete(`/v1/links/${id}`);
    const [, deleted] = await entriesAt(workspace, `/v1/links/${id}/history`);
    expect((await at(id, justBefore(deleted!.at))).body).toMatchObject({ id, status: 'active' });
    expectProblem(await at(id, deleted!.at), 404, 'not_found');
  });

  it('takes any offset', async () => {
    const made = await workspace.createLink();
    const local = new Date(Date.parse(made.created_at) + 7_200_000).toISOString().replace('Z', '+02:00');
    expect((await at(made.id, local)).body).toEqual(withoutCounters(made));
  });

  it('refuses a future instant', async () => {
    const { id } = await workspace.createLink();
    expect(locationsOf(await at(id, new Date(Date.now() + 60_000).toISOString()))).toEqual(['query.as_of']);
  });

  it.each(['yesterday', '2026-01-01', '2026-13-01T00:00:00Z', '', '2026-01-01T00:00:00'])(
    'refuses %j',
    async (instant) => {
      const { id } = await workspace.createLink();
      expect(locationsOf(await at(id, instant))).toEqual(['query.as_of']);
    },
  );

  it("answers for another workspace's link as for an unknown one", async () => {
    const { id, created_at } = await (await newWorkspace()).createLink();
    const headers = { 'x-request-id': 'req_same' };
    const foreign = await workspace.get(`/v1/links/${id}?as_of=${created_at}`, headers);
    expectProblem(foreign, 404, 'not_found');
    expect(foreign.text).toBe(
      (await workspace.get(`/v1/links/link_0123456789abcdefghjkmnpqrs?as_of=${created_at}`, headers)).text,
    );
  });

  const change = fc.record(
    {
      title: fc.option(fc.constantFrom('a', 'b', 'c')),
      tags: fc.subarray(['x', 'y']),
      utm_source: fc.option(fc.constantFrom('mail', 'web')),
    },
    { requiredKeys: [] },
  );

  it('folded to every instant equals what the API showed then, over any sequence of changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 8 }), async (changes) => {
        const versions = [await workspace.createLink()];
        const { id } = versions[0]!;
        for (const fields of changes) versions.push((await workspace.patch<Link>(`/v1/links/${id}`, fields)).body);
        // Of several versions within one millisecond, the last one counts.
        const lastOf = new Map(versions.map((record) => [record.updated_at, record]));
        for (const [instant, record] of lastOf) expect((await at(id, instant)).body).toEqual(withoutCounters(record));
        for (const [instant] of [...lastOf].slice(1)) {
          const earlier = [...lastOf].findLast(([time]) => time < instant);
          expect((await at(id, justBefore(instant))).body).toEqual(withoutCounters(earlier![1]));
        }
      }),
      { numRuns: 15 },
    );
  });

  it('equals the sum of the history', async () => {
    const { id } = await workspace.createLink({ title: 'One' });
    for (const title of ['Two', null, 'Three']) await workspace.patch(`/v1/links/${id}`, { title });
    const sum: Record<string, unknown> = {};
    for (const entry of await entriesAt(workspace, `/v1/links/${id}/history`)) {
      for (const [field, { from, to }] of Object.entries(entry.changes)) {
        expect(sum[field] ?? null).toEqual(from);
        sum[field] = to;
      }
      expect((await at(id, entry.at)).body).toEqual({ ...sum, updated_at: entry.at });
    }
  });
});
