import type { Webhook } from '../support/records';
import { useWorkspace } from '../support/workspace';

type WithSecret = Webhook & { readonly secret: string };

describe('POST /v1/webhooks/{id}/rotate-secret', () => {
  const workspace = useWorkspace();
  const rotate = (id: string, headers = {}) =>
    workspace.post<WithSecret>(`/v1/webhooks/${id}/rotate-secret`, undefined, headers);

  it('answers 200 with the record and another secret', async () => {
    const { id, secret, ...before } = await workspace.createWebhook();
    const { status, body, headers } = await rotate(id);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      ...before,
      id,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      updated_at: expect.stringMatching(/Z$/),
    });
    expect(body.secret).not.toBe(secret);
    expect((await workspace.get(`/v1/webhooks/${id}`)).headers.etag).toBe(headers.etag);
  });

  it('repeats the same secret under one Idempotency-Key, and records one rotation', async () => {
    const { id } = await workspace.createWebhook();
    const once = () => rotate(id, { 'idempotency-key': 'rotate-once' });
    const [first, second] = [await once(), await once()];
    expect([second.status, second.text]).toEqual([200, first.text]);
    const { body } = await workspace.get<{ data: { type: string }[] }>(`/v1/webhooks/${id}/history`);
    expect(body.data.map(({ type }) => type)).toEqual(['webhook.created', 'webhook.secret_rotated']);
  });

  it('is the only way to see a secret but its creation', async () => {
    const { id, secret } = await workspace.createWebhook();
    const rotated = (await rotate(id)).body.secret;
    for (const path of ['', '/history', `?as_of=${new Date().toISOString()}`]) {
      const { status, text } = await workspace.get(`/v1/webhooks/${id}${path}`);
      expect([status, [secret, rotated, 'whsec_', 'sealed'].filter((one) => text.includes(one))]).toEqual([200, []]);
    }
  });
});
