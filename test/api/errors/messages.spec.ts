import { send } from '../../support/waymark';
import { MAKERS } from '../support/makers';
import { expectProblem } from '../support/problems';
import { useWorkspace } from '../support/workspace';

describe('a problem names the mistake', () => {
  const workspace = useWorkspace();
  /** Wrong credentials are limited by address. */
  const detailFor = async (authorization: string) => {
    const headers = { authorization, 'x-forwarded-for': '198.51.100.50' };
    return expectProblem(await send(workspace.product, 'GET', '/v1/links', { headers }), 401, 'invalid_token').detail;
  };

  it('in an Authorization header without Bearer, with Basic, or of another form', async () => {
    expect(await detailFor(workspace.token)).toContain('lacks the word `Bearer`');
    expect(await detailFor(workspace.owner.access_token)).toContain('lacks the word `Bearer`');
    expect(await detailFor('Basic eDp5')).toContain('Basic authentication is not supported');
    for (const other of ['Digest x', 'Bearer', 'Bearer a b'])
      expect(await detailFor(other)).toContain('must be `Bearer` followed by one key or access token');
  });

  it.each([
    ['POST', { id: 'link_x' }, 'body.id', 'read-only'],
    ['POST', { campaign_id: 'cmp_none' }, 'body.campaign_id', 'is not a campaign of this workspace'],
    ['POST', { colour: 'red' }, 'body.colour', 'is not a known field'],
    ['PATCH', { alias: 'x' }, 'body.alias', 'cannot be changed'],
    ['PATCH', { domain: 'x.example' }, 'body.domain', 'cannot be changed'],
    ['PATCH', { campaign_id: 'x' }, 'body.campaign_id', 'is not a campaign of this workspace'],
    ['PATCH', { clicks: 0 }, 'body.clicks', 'read-only'],
    ['PATCH', { colour: 'red' }, 'body.colour', 'is not a known field'],
  ])('of %s with %j', async (method, body, location, message) => {
    const { id } = await workspace.createLink();
    const answer =
      method === 'POST'
        ? await workspace.post('/v1/links', { destination_url: 'https://example.com', ...body })
        : await workspace.patch(`/v1/links/${id}`, body);
    expect(expectProblem(answer, 400, 'invalid_request').errors).toEqual([
      { location, message: expect.stringContaining(message), code: 'invalid_request' },
    ]);
  });

  it.each([
    [
      'key',
      { scope: 'Read', expiration: null, status: 'active' },
      ['cannot be changed', 'cannot be changed', 'read-only'],
    ],
    ['member', { role: 'owner', email: 'x@y.example', id: 'usr_x' }, ['belongs to the account', 'read-only']],
    ['workspace', { plan: 'free', id: 'ws_x' }, ['only the operator', 'read-only']],
  ] as const)('of what a record of a %s shows and no PATCH sets', async (resource, body, messages) => {
    const path = {
      key: `/v1/api-keys/${(await workspace.createKey()).id}`,
      member: `/v1/workspace/members/${workspace.owner.user.id}`,
      workspace: '/v1/workspace',
    }[resource];
    const { errors } = expectProblem(await workspace.user.patch(path, body), 400, 'invalid_request');
    expect(errors.map(({ message }) => message)).toEqual(messages.map((text) => expect.stringContaining(text)));
  });

  it.each(['links', 'campaigns', 'domains', 'api-keys', 'qr-codes', 'webhooks'])(
    'of %s sent back as they were read: no field of a record is unknown',
    async (collection) => {
      const { id } = await MAKERS[collection]!(workspace);
      const { body: record } = await workspace.get<object>(`/v1/${collection}/${id}`);
      for (const answer of [
        await workspace.post(`/v1/${collection}`, record),
        await workspace.patch(`/v1/${collection}/${id}`, record),
      ])
        expect(answer.text).not.toContain('is not a known field');
    },
  );

  it('and its place: in the query or in the path', async () => {
    const locations = async (path: string) =>
      expectProblem(await workspace.get(path), 400, 'invalid_request').errors.map(({ location }) => location);
    expect(await locations('/v1/links?search=%00')).toEqual(['query']);
    expect(await locations('/v1/links?search=%zz')).toEqual(['query']);
    expect(await locations('/v1/links/%00?search=a')).toEqual(['path']);
    expect(await locations('/v1/links/%zz')).toEqual(['path']);
  });
});
