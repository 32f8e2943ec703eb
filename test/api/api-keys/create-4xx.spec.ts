import { api } from '../../support/waymark';
import { expectProblem, locationsOf } from '../support/problems';
import type { ApiKey, List } from '../support/records';
import { useWorkspace } from '../support/workspace';

describe('POST /v1/api-keys is refused', () => {
  const workspace = useWorkspace();
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();

  it.each([
    ['nothing', {}, ['body.name', 'body.scope']],
    ['an empty name', { name: ' ', scope: 'read' }, ['body.name']],
    ['a long name', { name: 'a'.repeat(101), scope: 'read' }, ['body.name']],
    ['a name that is a number', { name: 1, scope: 'read' }, ['body.name']],
    ['an unknown scope', { name: 'x', scope: 'admin' }, ['body.scope']],
    ['the name of a member that every object has as scope', { name: 'x', scope: 'constructor' }, ['body.scope']],
    ['__proto__ as scope', { name: 'x', scope: '__proto__' }, ['body.scope']],
    ['an empty scope', { name: 'x', scope: '' }, ['body.scope']],
    ['null as scope', { name: 'x', scope: null }, ['body.scope']],
    ['a list of scopes', { name: 'x', scope: ['read'] }, ['body.scope']],
    ['a past timestamp', { name: 'x', scope: 'read', expiration: yesterday }, ['body.expiration']],
    ['a past date', { name: 'x', scope: 'read', expiration: yesterday.slice(0, 10) }, ['body.expiration']],
    ['a date no calendar has', { name: 'x', scope: 'read', expiration: '2099-02-30' }, ['body.expiration']],
    [
      'a timestamp no calendar has',
      { name: 'x', scope: 'read', expiration: '2099-02-30T00:00:00Z' },
      ['body.expiration'],
    ],
    ['a word as expiration', { name: 'x', scope: 'read', expiration: 'never' }, ['body.expiration']],
    ['a number as expiration', { name: 'x', scope: 'read', expiration: 1e12 }, ['body.expiration']],
    ['a time without a zone', { name: 'x', scope: 'read', expiration: '2099-01-01T00:00:00' }, ['body.expiration']],
    ['a year of six digits', { name: 'x', scope: 'read', expiration: '+020000-01-01T00:00:00Z' }, ['body.expiration']],
    ['unknown fields', { name: 'x', scope: 'read', key: 'svc_live_x', id: 'key_x' }, ['body.id', 'body.key']],
    [
      'all at once',
      { name: '', scope: 1, expiration: 2, x: 3 },
      ['body.expiration', 'body.name', 'body.scope', 'body.x'],
    ],
  ])('with %s', async (_, body, locations) => {
    const before = (await workspace.get<List<ApiKey>>('/v1/api-keys')).body.meta.total;
    expect(locationsOf(await workspace.post('/v1/api-keys', body))).toEqual(locations);
    expect((await workspace.get<List<ApiKey>>('/v1/api-keys')).body.meta.total).toBe(before);
  });

  it('to a Read key, with the permission that it lacks', async () => {
    const { key } = await workspace.createKey({ scope: 'read' });
    const reader = api(workspace.product, key);
    for (const answer of [
      await reader.post('/v1/api-keys', { name: 'x', scope: 'read' }),
      await reader.post('/v1/api-keys', {}),
      await reader.post('/v1/api-keys', '{', { 'content-type': 'text/plain' }),
    ]) {
      expect(expectProblem(answer, 403, 'insufficient_scope')).toMatchObject({ required_scope: 'Read + Write' });
    }
  });

  it('when the new key would outlive the one that creates it', async () => {
    const { key } = await workspace.createKey({ expiration: '2098-01-01T00:00:00Z' });
    const minter = api(workspace.product, key);
    expectProblem(await minter.post('/v1/api-keys', { name: 'x', scope: 'read' }), 403, 'insufficient_scope');
    expectProblem(
      await minter.post('/v1/api-keys', { name: 'x', scope: 'read', expiration: '2098-01-01T00:00:00.001Z' }),
      403,
      'insufficient_scope',
    );
    expect(
      (await minter.post('/v1/api-keys', { name: 'x', scope: 'read', expiration: '2098-01-01T00:00:00Z' })).status,
    ).toBe(201);
  });
});
