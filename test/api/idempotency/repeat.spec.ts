import { randomBytes, randomUUID } from 'node:crypto';
import { api, register } from '../../support/waymark';
import { addMember, login } from '../support/members';
import { expectProblem, expectRepeated, locationsOf } from '../support/problems';
import type { ApiKey, Link, List } from '../support/records';
import { useWorkspace } from '../support/workspace';

const JSON_TYPE = { 'content-type': 'application/json' };
const destination = { destination_url: 'https://example.com/' };

describe('with an Idempotency-Key', () => {
  const workspace = useWorkspace();
  const key = () => ({ 'idempotency-key': randomUUID() });
  const body = () => ({ destination_url: `https://example.com/${randomUUID()}` });

  it('a repeat gets the stored answer, headers included, and creates nothing', async () => {
    const [headers, link] = [key(), body()];
    const first = await workspace.post<Link>('/v1/links', link, headers);
    const before = await workspace.countLinks();
    for (let n = 0; n < 3; n += 1) {
      const again = await workspace.post<Link>('/v1/links', link, headers);
      expect([again.status, again.text]).toEqual([first.status, first.text]);
      expect(again.headers).toMatchObject({
        'idempotent-replayed': 'true',
        location: first.headers.location,
        etag: first.headers.etag,
        'content-type': first.headers['content-type'],
      });
    }
    expect(first.headers).not.toHaveProperty('idempotent-replayed');
    expect(await workspace.countLinks()).toBe(before);
  });

  it('a repeat may have its API key in another place', async () => {
    const [headers, link] = [key(), body()];
    const keyless = api(workspace.product);
    const first = await keyless.post<Link>(`/v1/links?api_key=${workspace.token}`, link, headers);
    expect(first.status).toBe(201);
    expectRepeated(await workspace.post('/v1/links', link, headers), first);
    expectRepeated(await keyless.post(`/v1/links?api%5fkey=${workspace.token}`, link, headers), first);
  });

  it('a repeat with another body is refused', async () => {
    const headers = key();
    await workspace.post('/v1/links', body(), headers);
    const before = await workspace.countLinks();
    expectProblem(await workspace.post('/v1/links', body(), headers), 422, 'idempotency_mismatch');
    expect(await workspace.countLinks()).toBe(before);
  });

  it('concurrent requests create one link: each gets it, or a 409 while it is in progress', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [headers, link] = [key(), body()];
      const before = await workspace.countLinks();
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => workspace.post<Link>('/v1/links', link, headers)),
      );
      const made = answers.filter(({ status }) => status === 201);
      expect(new Set(made.map(({ body: { id } }) => id)).size).toBe(1);
      for (const answer of answers.filter(({ status }) => status !== 201)) {
        expectProblem(answer, 409, 'idempotency_in_progress');
        expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      }
      expect(await workspace.countLinks()).toBe(before + 1);
    }
  });

  it('a conflict is repeated as well', async () => {
    const { alias } = await workspace.createLink();
    const headers = key();
    const taken = () => workspace.post('/v1/links', { ...destination, alias }, headers);
    const [first, again] = [await taken(), await taken()];
    expectProblem(first, 409, 'alias_taken');
    expect([again.status, again.text, again.headers['idempotent-replayed'], again.headers['content-type']]).toEqual([
      409,
      first.text,
      'true',
      first.headers['content-type'],
    ]);
  });

  it.each<[number, string, unknown, object]>([
    [400, '/v1/links', { destination_url: 'x' }, {}],
    [400, '/v1/links', '{"destination_url":', JSON_TYPE],
    [400, '/v1/links', '['.repeat(50_000) + ']'.repeat(50_000), JSON_TYPE],
    [413, '/v1/links', JSON.stringify({ ...destination, title: 'x'.repeat(1_100_000) }), JSON_TYPE],
    [415, '/v1/links', JSON.stringify(destination), { 'content-type': 'text/plain' }],
  ])('a %i stores nothing: the corrected request is a new one', async (status, path, body, type) => {
    const headers = key();
    for (let n = 0; n < 2; n += 1) {
      const refused = await workspace.post(path, body, { ...headers, ...type });
      expect([refused.status, refused.headers['idempotent-replayed']]).toEqual([status, undefined]);
    }
    const mended = await workspace.post<Link>(path, destination, headers);
    expect([mended.status, mended.headers['idempotent-replayed']]).toEqual([201, undefined]);
  });

  it('a 403 of a rule stores nothing', async () => {
    const { key: short } = await workspace.createKey({ expiration: new Date(Date.now() + 3_600_000).toISOString() });
    const headers = { ...key(), authorization: `Bearer ${short}` };
    const create = (fields: object) => workspace.post('/v1/api-keys', { name: 'x', scope: 'read', ...fields }, headers);
    expectProblem(await create({}), 403, 'insufficient_scope');
    expect((await create({ expiration: new Date(Date.now() + 1_800_000).toISOString() })).status).toBe(201);
  });

  it('a 429 of a rule stores nothing', async () => {
    const user = await register(workspace.product);
    const headers = { ...key(), 'x-forwarded-for': [10, ...randomBytes(3)].join('.') };
    const change = (current_password: string) =>
      api(workspace.product, user.access_token).post(
        '/v1/auth/password',
        { current_password, new_password: 'staple the correct horse' },
        headers,
      );
    for (let n = 0; n < 5; n += 1) expect((await change(`wrong password ${n}`)).status).toBe(400);
    for (let n = 0; n < 2; n += 1) {
      const refused = await change(user.password);
      expectProblem(refused, 429, 'rate_limited');
      expect(refused.headers).not.toHaveProperty('idempotent-replayed');
    }
  });

  it('a request after a refused one is a first attempt', async () => {
    const headers = key();
    const { email, role } = await addMember(workspace, 'viewer');
    const add = (body: object) => workspace.user.post('/v1/workspace/invitations', body, headers);
    expect((await add({ email })).status).toBe(400);
    expectProblem(await add({ email, role }), 409, 'conflict');
  });

  it('bodies are compared by content, not by member order or white space', async () => {
    const headers = { ...key(), ...JSON_TYPE };
    const first = await workspace.post<Link>(
      '/v1/links',
      '{"destination_url":"https://example.com/","title":"ä","tags":["a","b"]}',
      headers,
    );
    const again = await workspace.post<Link>(
      '/v1/links',
      '{ "tags": ["a", "b"],\n "title": "\\u00e4",\n "destination_url": "https:\\/\\/example.com/" }\n',
      headers,
    );
    expect([first.status, again.status, again.text, again.headers['idempotent-replayed']]).toEqual([
      201,
      201,
      first.text,
      'true',
    ]);
    const other = '{"destination_url":"https://example.com/","title":"ä","tags":["b","a"]}';
    expectProblem(await workspace.post('/v1/links', other, headers), 422, 'idempotency_mismatch');
  });

  it('a repeat that is not JSON is a mismatch, also when the first had no body', async () => {
    const { id } = await workspace.createKey();
    const headers = { ...key(), ...JSON_TYPE };
    const rotate = (body: string) => workspace.post(`/v1/api-keys/${id}/rotate`, body, headers);
    expect((await rotate('')).status).toBe(201);
    expectProblem(await rotate('{'), 422, 'idempotency_mismatch');
  });

  it('a repeated key creation returns the same key', async () => {
    const headers = key();
    const create = () =>
      workspace.post<ApiKey & { key?: string }>('/v1/api-keys', { name: 'once', scope: 'read' }, headers);
    const [first, again] = [await create(), await create()];
    expect(first.body.key).toMatch(/^svc_live_/);
    expectRepeated(again, first);
    const { data } = (await workspace.get<List<ApiKey>>('/v1/api-keys')).body;
    expect(data.filter(({ name }) => name === 'once')).toHaveLength(1);
  });

  it('it belongs to its principal: another key or user of the workspace gets its own answer', async () => {
    const [headers, link] = [key(), body()];
    const { key: other } = await workspace.createKey();
    const answers = [
      await workspace.post<Link>('/v1/links', link, headers),
      await api(workspace.product, other).post<Link>('/v1/links', link, headers),
      await workspace.user.post<Link>('/v1/links', link, headers),
    ];
    expect(answers.map((answer) => [answer.status, answer.headers['idempotent-replayed']])).toEqual(
      Array(3).fill([201, undefined]),
    );
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(3);
    expect((await api(workspace.product, other).post('/v1/links', link, headers)).text).toBe(answers[1]?.text);
  });

  it('another session of the same user in the workspace is the same principal', async () => {
    const [headers, link] = [key(), body()];
    const { email, password } = workspace.owner;
    const { access_token } = (await login(email, password, workspace.product)).body;
    const first = await workspace.user.post<Link>('/v1/links', link, headers);
    const again = await api(workspace.product, access_token).post<Link>('/v1/links', link, headers);
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
  });

  it('PATCH is repeated, and another resource or query is a mismatch', async () => {
    const [one, two] = [await workspace.createLink(), await workspace.createLink()];
    const headers = key();
    const first = await workspace.patch(`/v1/links/${one.id}`, { title: 'x' }, headers);
    await workspace.patch(`/v1/links/${one.id}`, { title: 'y' });
    const again = await workspace.patch(`/v1/links/${one.id}`, { title: 'x' }, headers);
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([200, first.text, 'true']);
    expect((await workspace.get<Link>(`/v1/links/${one.id}`)).body.title).toBe('y');
    expectProblem(await workspace.patch(`/v1/links/${two.id}`, { title: 'x' }, headers), 422, 'idempotency_mismatch');
    expect((await workspace.get<Link>(`/v1/links/${two.id}`)).body.title).toBeNull();
  });

  it('the same Idempotency-Key on another route is independent', async () => {
    const headers = key();
    expect((await workspace.post('/v1/links', body(), headers)).status).toBe(201);
    expect((await workspace.post('/api/urls', { originalUrl: 'https://example.com' }, headers)).status).toBe(201);
    expect((await workspace.post('/v1/api-keys', { name: 'x', scope: 'read' }, headers)).status).toBe(201);
  });

  it('it has 1 to 255 visible characters', async () => {
    expect((await workspace.post('/v1/links', body(), { 'idempotency-key': 'k'.repeat(255) })).status).toBe(201);
    for (const wrong of ['', 'k'.repeat(256), 'a b', 'ü']) {
      const answer = await workspace.post('/v1/links', body(), {
        'idempotency-key': Buffer.from(wrong).toString('latin1'),
      });
      expect([wrong.length, locationsOf(answer)]).toEqual([wrong.length, ['header.Idempotency-Key']]);
    }
  });

  it('a request with a refused credential does not use it up', async () => {
    const { key: reader } = await workspace.createKey({ scope: 'read' });
    const [headers, link] = [key(), body()];
    expect((await workspace.post('/v1/links', link, { ...headers, authorization: `Bearer ${reader}` })).status).toBe(
      403,
    );
    expect((await workspace.post('/v1/links', link, headers)).status).toBe(201);
  });

  it('DELETE is repeated, and another resource is a mismatch', async () => {
    const [one, two] = [await workspace.createLink(), await workspace.createLink()];
    const headers = key();
    const remove = (id: string, by = headers) => workspace.delete(`/v1/links/${id}`, by);
    const [first, again] = [await remove(one.id), await remove(one.id)];
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([204, undefined]);
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([204, '', 'true']);
    expect((await remove(one.id, key())).status).toBe(404);
    expectProblem(await remove(two.id), 422, 'idempotency_mismatch');
    expect((await workspace.get(`/v1/links/${two.id}`)).status).toBe(200);
  });

  it('GET ignores it', async () => {
    const { id } = await workspace.createLink();
    const headers = key();
    expect((await workspace.get(`/v1/links/${id}`, headers)).status).toBe(200);
    await workspace.delete(`/v1/links/${id}`);
    expect((await workspace.get(`/v1/links/${id}`, headers)).status).toBe(404);
  });
});
