import { randomUUID } from 'node:crypto';
import { send } from '../../support/waymark';
import { expectProblem, locationsOf } from '../support/problems';
import type { Link, List } from '../support/records';
import { newWorkspace, useWorkspace } from '../support/workspace';
import { untilJudged } from '../../support/judged';
import { followed } from '../support/product';

describe('DELETE /v1/links/{id}', () => {
  const workspace = useWorkspace();

  it('answers 204 without a body, and removes the link everywhere', async () => {
    const { id, alias } = await workspace.createLink();
    const { status, text, headers } = await workspace.delete(`/v1/links/${id}`);
    expect([status, text, headers.etag]).toEqual([204, '', undefined]);
    expectProblem(await workspace.get(`/v1/links/${id}`), 404, 'not_found');
    expectProblem(await workspace.patch(`/v1/links/${id}`, { title: 'x' }), 404, 'not_found');
    expectProblem(await workspace.delete(`/v1/links/${id}`), 404, 'not_found');
    expectProblem(await workspace.get(`/v1/analytics/links/${id}`), 404, 'not_found');
    expect((await workspace.get<List<Link>>('/v1/links')).body.data.map((link) => link.id)).not.toContain(id);
    await followed(async () => expectProblem(await send(workspace.product, 'GET', `/${alias}`), 404, 'not_found'));
  });

  it('reserves the alias for the deleted link', async () => {
    const { id } = await workspace.createLink({ alias: 'deleted-but-mine' });
    await workspace.delete(`/v1/links/${id}`);
    const again = { destination_url: 'https://example.com', alias: 'Deleted-But-Mine' };
    expect(expectProblem(await workspace.post('/v1/links', again), 409, 'alias_taken')).toMatchObject({
      existing_link_id: id,
    });
    expect(expectProblem(await (await newWorkspace()).post('/v1/links', again), 409, 'alias_taken')).not.toHaveProperty(
      'existing_link_id',
    );
  });

  it('requires a matching version', async () => {
    const { id } = await workspace.createLink();
    const { headers } = await workspace.get(`/v1/links/${id}`);
    await workspace.patch(`/v1/links/${id}`, { title: 'newer' });
    expectProblem(await workspace.delete(`/v1/links/${id}`, { 'if-match': headers.etag }), 412, 'revision_mismatch');
    const { headers: newer } = await workspace.get(`/v1/links/${id}`);
    expect((await workspace.delete(`/v1/links/${id}`, { 'if-match': newer.etag })).status).toBe(204);
  });

  it('succeeds for one of several concurrent requests, and answers 404 to the others', async () => {
    const { id } = await workspace.createLink();
    const once = () => {
      const headers = { 'idempotency-key': randomUUID() };
      return untilJudged(() => workspace.delete(`/v1/links/${id}`, headers));
    };
    const answers = await Promise.all(Array.from({ length: 8 }, once));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array<number>(7).fill(404)]);
  });

  it('refuses a body', async () => {
    const { id } = await workspace.createLink();
    const headers = { authorization: `Bearer ${workspace.token}` };
    expect(
      locationsOf(await send(workspace.product, 'DELETE', `/v1/links/${id}`, { body: { really: true }, headers })),
    ).toEqual(['body.really']);
    expect((await workspace.get(`/v1/links/${id}`)).status).toBe(200);
  });
});
