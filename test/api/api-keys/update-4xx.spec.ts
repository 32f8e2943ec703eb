import { api } from '../../support/waymark';
import { expectProblem, locationsOf } from '../support/problems';
import type { RotatedKey } from '../support/records';
import { useWorkspace } from '../support/workspace';

describe('PATCH /v1/api-keys/{id} is refused', () => {
  const workspace = useWorkspace();

  it.each([
    ['an empty name', { name: '' }, ['body.name']],
    ['a blank name', { name: ' ' }, ['body.name']],
    ['a long name', { name: 'x'.repeat(101) }, ['body.name']],
    ['null', { name: null }, ['body.name']],
    ['a control character', { name: 'a\u0000b' }, ['body.name']],
    [
      'what cannot be changed',
      { scope: 'Read', expiration: null, status: 'revoked' },
      ['body.expiration', 'body.scope', 'body.status'],
    ],
  ])('with %s', async (_, body, locations) => {
    const { id } = await workspace.createKey();
    expect(locationsOf(await workspace.patch(`/v1/api-keys/${id}`, body))).toEqual(locations);
  });

  it('for an unknown key, whatever the body', async () => {
    for (const body of [{ name: 'x' }, { colour: 1 }])
      expectProblem(await workspace.patch('/v1/api-keys/key_00000000000000000000000000', body), 404, 'not_found');
  });

  it('to a Read key', async () => {
    const { id, key } = await workspace.createKey({ scope: 'read' });
    expectProblem(
      await api(workspace.product, key).patch(`/v1/api-keys/${id}`, { name: 'x' }),
      403,
      'insufficient_scope',
    );
  });

  it('once the key itself has changed: renamed, rotated or revoked', async () => {
    const changes = [
      (id: string) => workspace.patch(`/v1/api-keys/${id}`, { name: 'other' }),
      (id: string) => workspace.post<RotatedKey>(`/v1/api-keys/${id}/rotate`),
      (id: string) => workspace.post(`/v1/api-keys/${id}/revoke`),
    ];
    for (const change of changes) {
      const { id } = await workspace.createKey();
      const etag = (await workspace.get(`/v1/api-keys/${id}`)).headers.etag ?? '';
      await change(id);
      expectProblem(
        await workspace.patch(`/v1/api-keys/${id}`, { name: 'late' }, { 'if-match': etag }),
        412,
        'revision_mismatch',
      );
    }
  });

  it.each(['"99"', '"x"', 'W/"0"'])('with If-Match %s', async (tag) => {
    const { id } = await workspace.createKey();
    expectProblem(
      await workspace.patch(`/v1/api-keys/${id}`, { name: 'x' }, { 'if-match': tag }),
      412,
      'revision_mismatch',
    );
  });
});
