import { send } from '../../support/waymark';
import { entriesAt, typesOf } from '../support/history';
import { expectProblem } from '../support/problems';
import type { Link, List } from '../support/records';
import { newWorkspace, useWorkspace } from '../support/workspace';
import { followed } from '../support/product';

describe('POST /v1/links/{id}/restore', () => {
  const workspace = useWorkspace();

  const deletedLink = async () => {
    const link = await workspace.createLink({
      destination_url: 'https://example.com/back',
      title: 'back',
      tags: ['a'],
    });
    expect((await workspace.delete(`/v1/links/${link.id}`)).status).toBe(204);
    return link;
  };

  it('restores the link in record, list, redirect and history', async () => {
    const link = await deletedLink();
    const { status, body, headers } = await workspace.post<Link>(`/v1/links/${link.id}/restore`);
    expect([status, body]).toEqual([200, { ...link, updated_at: body.updated_at }]);
    const read = await workspace.get<Link>(`/v1/links/${link.id}`);
    expect([read.body, read.headers.etag]).toEqual([body, headers.etag]);
    await followed(async () =>
      expect((await send(workspace.product, 'GET', `/${link.alias}`)).headers.location).toBe(
        'https://example.com/back',
      ),
    );
    const ids = async (query: string) =>
      (await workspace.get<List<Link>>(`/v1/links${query}`)).body.data.map(({ id }) => id);
    expect(await ids('')).toContain(link.id);
    expect(await ids('?status=deleted')).not.toContain(link.id);
    expect(typesOf(await entriesAt(workspace, `/v1/links/${link.id}/history`))).toEqual([
      'link.created',
      'link.deleted',
      'link.restored',
    ]);
  });

  it('changes nothing of a link that is not deleted', async () => {
    const link = await deletedLink();
    const answers = [];
    for (let n = 0; n < 3; n += 1) answers.push(await workspace.post<Link>(`/v1/links/${link.id}/restore`));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await entriesAt(workspace, `/v1/links/${link.id}/history`)).toHaveLength(3);
  });

  it('answers 404 for unknown and foreign links', async () => {
    const { id } = await deletedLink();
    expectProblem(await (await newWorkspace()).post(`/v1/links/${id}/restore`), 404, 'not_found');
    expectProblem(await workspace.post('/v1/links/link_0123456789abcdefghjkmnpqrs/restore'), 404, 'not_found');
    expectProblem(await workspace.get(`/v1/links/${id}`), 404, 'not_found');
  });

  it('gives a deleted link its reserved alias back', async () => {
    const { alias } = await deletedLink();
    const taken = await workspace.post('/v1/links', { destination_url: 'https://example.com', alias });
    const { existing_link_id } = expectProblem(taken, 409, 'alias_taken') as unknown as { existing_link_id: string };
    expect((await workspace.post<Link>(`/v1/links/${existing_link_id}/restore`)).body.alias).toBe(alias);
  });
});
