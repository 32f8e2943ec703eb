import { randomUUID } from 'node:crypto';
import { expectProblem, locationsOf } from '../support/problems';
import type { ApiKey, Link, List } from '../support/records';
import { useWorkspace } from '../support/workspace';

describe('with an Idempotency-Key', () => {
  const workspace = useWorkspace();
  const key = () => ({ 'idempotency-key': randomUUID() });
  const body = () => ({ destination_url: `https://example.com/${randomUUID()}` });

  it('a repeat gets the stored answer, headers included, and makes nothing', async () => {
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

  it('a repeat with another body is refused', async () => {
    const headers = key();
    await workspace.post('/v1/links', body(), headers);
    const before = await workspace.countLinks();
    expectProblem(await workspace.post('/v1/links', body(), headers), 422, 'idempotency_mismatch');
    expect(await workspace.countLinks()).toBe(before);
  });

  it('many at once make one link: each is answered with it, or told that it is under way', async () => {
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

  it("a failure of the caller's is repeated, too", async () => {
    const headers = key();
    const first = await workspace.post('/v1/links', { destination_url: 'x' }, headers);
    const again = await workspace.post('/v1/links', { destination_url: 'x' }, headers);
    expect(locationsOf(first)).toEqual(['body.destination_url']);
    expect([again.status, again.headers['idempotent-replayed'], again.headers['content-type']]).toEqual([
      400,
      'true',
      first.headers['content-type'],
    ]);
    expect(again.body).toMatchObject({ code: 'invalid_request', errors: [{ location: 'body.destination_url' }] });
  });

  it('a repeated key creation has no key in it', async () => {
    const headers = key();
    const first = await workspace.post<ApiKey & { key?: string }>(
      '/v1/api-keys',
      { name: 'once', scope: 'read' },
      headers,
    );
    const again = await workspace.post<ApiKey & { key?: string }>(
      '/v1/api-keys',
      { name: 'once', scope: 'read' },
      headers,
    );
    const { key: token, ...record } = first.body;
    expect(token).toMatch(/^svc_live_/);
    expect([again.status, again.body, again.headers['idempotent-replayed'], again.headers['cache-control']]).toEqual([
      201,
      record,
      'true',
      'no-store',
    ]);
    const { data } = (await workspace.get<List<ApiKey>>('/v1/api-keys')).body;
    expect(data.filter(({ name }) => name === 'once')).toHaveLength(1);
  });

  it('PATCH is repeated as well, and another resource or another query is a mismatch', async () => {
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

  it('the same key stands for something else on another route', async () => {
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

  it('a request that was refused for its credential does not use it up', async () => {
    const { key: reader } = await workspace.createKey({ scope: 'read' });
    const [headers, link] = [key(), body()];
    expect((await workspace.post('/v1/links', link, { ...headers, authorization: `Bearer ${reader}` })).status).toBe(
      403,
    );
    expect((await workspace.post('/v1/links', link, headers)).status).toBe(201);
  });

  it('GET and DELETE take no notice of it', async () => {
    const { id } = await workspace.createLink();
    const headers = key();
    expect((await workspace.get(`/v1/links/${id}`, headers)).status).toBe(200);
    expect((await workspace.delete(`/v1/links/${id}`, headers)).status).toBe(204);
    expect((await workspace.delete(`/v1/links/${id}`, headers)).status).toBe(404);
  });
});
