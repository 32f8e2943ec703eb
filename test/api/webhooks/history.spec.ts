import { eventually } from '../../support/programs';
import { expectProblem, locationsOf } from '../support/problems';
import type { List, Webhook } from '../support/records';
import { useWorkspace } from '../support/workspace';

interface Entry {
  readonly type: string;
  readonly at: string;
  readonly actor: object;
  readonly revision: string;
  readonly changes: Readonly<Record<string, { from: unknown; to: unknown }>>;
}

describe('the past of a webhook', () => {
  const workspace = useWorkspace();
  const history = async (id: string) => (await workspace.get<List<Entry>>(`/v1/webhooks/${id}/history`)).body.data;
  const at = (id: string, instant: string) => workspace.get<Webhook>(`/v1/webhooks/${id}?as_of=${instant}`);

  it('is its history, oldest first, also after it is deleted', async () => {
    const { id } = await workspace.createWebhook();
    await workspace.patch(`/v1/webhooks/${id}`, { active: false, events: ['link.*'] });
    await workspace.post(`/v1/webhooks/${id}/enable`);
    await workspace.post(`/v1/webhooks/${id}/rotate-secret`);
    await workspace.delete(`/v1/webhooks/${id}`);
    const entries = await history(id);
    expect(entries.map(({ type, revision }) => [type, revision])).toEqual([
      ['webhook.created', '0'],
      ['webhook.updated', '1'],
      ['webhook.enabled', '2'],
      ['webhook.secret_rotated', '3'],
      ['webhook.deleted', '4'],
    ]);
    expect(entries[1]?.changes).toEqual({
      events: { from: ['*'], to: ['link.*'] },
      active: { from: true, to: false },
      status: { from: 'active', to: 'paused' },
    });
    expect(entries[3]?.changes).toEqual({});
    expect(entries.map(({ actor }) => actor)).toEqual(entries.map(() => ({ type: 'api_key', id: expect.any(String) })));
  });

  it('is its state at an instant: 404 before it was created and once it was deleted', async () => {
    const created = await workspace.createWebhook({ description: 'first' });
    const { id, secret: _, ...record } = created;
    await eventually(() => expect(Date.now()).toBeGreaterThan(Date.parse(created.created_at)));
    const { body: edited } = await workspace.patch<Webhook>(`/v1/webhooks/${id}`, { description: 'second' });
    const then = await at(id, created.created_at);
    expect([then.status, then.body, then.headers.etag]).toEqual([200, { id, ...record }, '"0"']);
    expect((await at(id, edited.updated_at)).body).toMatchObject({ description: 'second' });
    const before = new Date(Date.parse(created.created_at) - 1).toISOString();
    expectProblem(await at(id, before), 404, 'not_found');
    expect(locationsOf(await at(id, '2999-01-01T00:00:00Z'))).toEqual(['query.as_of']);
    await workspace.delete(`/v1/webhooks/${id}`);
    const deletedAt = (await history(id)).at(-1)?.at ?? '';
    expectProblem(await at(id, deletedAt), 404, 'not_found');
    expect((await at(id, edited.updated_at)).status).toBe(200);
  });
});
