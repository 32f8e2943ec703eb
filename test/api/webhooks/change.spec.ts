import { expectProblem, locationsOf } from '../support/problems';
import type { List, Webhook } from '../support/records';
import { useWorkspace } from '../support/workspace';

describe('PATCH /v1/webhooks/{id}', () => {
  const workspace = useWorkspace();
  const patch = (id: string, body: object, headers = {}) =>
    workspace.patch<Webhook>(`/v1/webhooks/${id}`, body, headers);

  it('changes what is sent, and null clears', async () => {
    const {
      id,
      secret: _,
      ...before
    } = await workspace.createWebhook({
      description: 'x',
      filters: { tags: ['a'], include_bots: true },
    });
    const { status, body, headers } = await patch(id, {
      url: 'https://hooks.example.com/v2',
      events: ['campaign.*'],
      description: null,
      filters: { tags: ['b'], include_bots: null },
    });
    expect([status, body]).toEqual([
      200,
      {
        ...before,
        id,
        url: 'https://hooks.example.com/v2',
        events: ['campaign.*'],
        description: null,
        filters: { ...before.filters, tags: ['b'], include_bots: false },
        updated_at: expect.stringMatching(/Z$/),
      },
    ]);
    const read = await workspace.get(`/v1/webhooks/${id}`);
    expect([read.text, read.headers.etag]).toEqual([JSON.stringify(body), headers.etag]);
    expect((await patch(id, { filters: null })).body.filters).toEqual({
      ...before.filters,
      tags: [],
      include_bots: false,
    });
  });

  it('changes nothing when it is repeated: the ETag stays', async () => {
    const { id } = await workspace.createWebhook();
    const [first, second] = [await patch(id, { description: 'x' }), await patch(id, { description: 'x' })];
    expect([second.text, second.headers.etag]).toEqual([first.text, first.headers.etag]);
  });

  it('answers 412 to a stale If-Match', async () => {
    const { id } = await workspace.createWebhook();
    const { headers } = await workspace.get(`/v1/webhooks/${id}`);
    const ifMatch = { 'if-match': String(headers.etag) };
    expect((await patch(id, { description: 'x' }, ifMatch)).status).toBe(200);
    expectProblem(await patch(id, { description: 'y' }, ifMatch), 412, 'revision_mismatch');
    const rotated = await workspace.post(`/v1/webhooks/${id}/rotate-secret`, undefined, ifMatch);
    expectProblem(rotated, 412, 'revision_mismatch');
  });

  it('judges a new URL and new filters, and not those that are there', async () => {
    const link = await workspace.createLink();
    const { id } = await workspace.createWebhook({ filters: { link_ids: [link.id] } });
    expect((await workspace.delete(`/v1/links/${link.id}`)).status).toBe(204);
    expect((await patch(id, { filters: { link_ids: [link.id], tags: ['a'] } })).status).toBe(200);
    expect(
      locationsOf(await patch(id, { url: 'http://10.0.0.1/', filters: { link_ids: [link.id, 'link_x'] } })),
    ).toEqual(['body.filters.link_ids[1]', 'body.url']);
  });

  it.each(['url', 'events', 'id'])('refuses null for %s', async (field) => {
    const { id } = await workspace.createWebhook();
    expect(locationsOf(await patch(id, { [field]: null }))).toEqual([`body.${field}`]);
  });

  it('answers 404 before 400', async () =>
    expectProblem(await patch('whk_0123456789abcdefghjkmnpqrs', { colour: 1 }), 404, 'not_found'));
});

describe('a webhook', () => {
  const workspace = useWorkspace();

  it('is paused by active: false, and delivers again once it is enabled or active', async () => {
    const { id } = await workspace.createWebhook();
    const pause = () => workspace.patch<Webhook>(`/v1/webhooks/${id}`, { active: false });
    const enable = () => workspace.post<Webhook>(`/v1/webhooks/${id}/enable`);
    expect((await pause()).body).toMatchObject({ active: false, status: 'paused' });
    const { body, headers } = await enable();
    expect(body).toMatchObject({ active: true, status: 'active' });
    const again = await enable();
    expect([again.status, again.text, again.headers.etag]).toEqual([200, JSON.stringify(body), headers.etag]);
    await pause();
    expect((await workspace.patch<Webhook>(`/v1/webhooks/${id}`, { active: null })).body.status).toBe('active');
  });

  it('is deleted for good', async () => {
    const { id } = await workspace.createWebhook();
    const { headers } = await workspace.get(`/v1/webhooks/${id}`);
    const stale = await workspace.delete(`/v1/webhooks/${id}`, { 'if-match': '"7"' });
    expectProblem(stale, 412, 'revision_mismatch');
    expect((await workspace.delete(`/v1/webhooks/${id}`, { 'if-match': String(headers.etag) })).status).toBe(204);
    for (const answer of [
      await workspace.get(`/v1/webhooks/${id}`),
      await workspace.delete(`/v1/webhooks/${id}`),
      await workspace.patch(`/v1/webhooks/${id}`, { description: 'x' }),
      await workspace.post(`/v1/webhooks/${id}/enable`),
      await workspace.post(`/v1/webhooks/${id}/rotate-secret`),
    ])
      expectProblem(answer, 404, 'not_found');
    const { body } = await workspace.get<List<Webhook>>('/v1/webhooks');
    expect(body.data.map((webhook) => webhook.id)).not.toContain(id);
  });
});
