import { eventually } from '../../support/programs';
import { withStatus } from '../../support/webhook-receiver';
import { expectProblem } from '../support/problems';
import { useReceiver } from '../support/receiver';
import type { Delivery, List, Webhook } from '../support/records';
import { useWorkspace } from '../support/workspace';

describe('POST /v1/webhooks/{id}/deliveries/{delivery_id}/retry', () => {
  const workspace = useWorkspace();
  const receiver = useReceiver();
  const newest = async (id: string) =>
    (await workspace.get<List<Delivery>>(`/v1/webhooks/${id}/deliveries?limit=1`)).body.data[0];
  const retry = async (id: string) =>
    workspace.post<Delivery>(`/v1/webhooks/${id}/deliveries/${(await newest(id))?.id}/retry`);

  it('sends a failed delivery again at once', async () => {
    receiver.answer('/failed', withStatus(503));
    const { id } = await workspace.createWebhook({ url: receiver.url('/failed'), events: ['link.created'] });
    await workspace.createLink();
    await eventually(async () => expect((await newest(id))?.attempt).toBeGreaterThanOrEqual(1));
    receiver.answer('/failed', withStatus(204));
    const { status, body } = await retry(id);
    expect([status, body]).toMatchObject([202, { id: (await newest(id))?.id, type: 'link.created' }]);
    await eventually(async () => expect(await newest(id)).toMatchObject({ status: 'delivered', error: null }));
    const [first, second] = receiver.at('/failed');
    expect([second?.body, second?.headers['webhook-id']]).toEqual([first?.body, first?.headers['webhook-id']]);
  });

  it('sends a delivered one again, with the same id and bytes', async () => {
    const { id } = await workspace.createWebhook({ url: receiver.url('/delivered'), events: ['link.created'] });
    await workspace.createLink();
    await eventually(async () => expect((await newest(id))?.status).toBe('delivered'));
    expect((await retry(id)).status).toBe(202);
    await eventually(async () => expect(await newest(id)).toMatchObject({ status: 'delivered', attempt: 2 }));
    const [first, second] = receiver.at('/delivered');
    expect(second?.body).toBe(first?.body);
  });

  it('is a 409 while the webhook is disabled', async () => {
    receiver.answer('/gone', withStatus(410));
    const { id } = await workspace.createWebhook({ url: receiver.url('/gone'), events: ['link.created'] });
    await workspace.createLink();
    await eventually(async () => {
      const { body } = await workspace.get<Webhook>(`/v1/webhooks/${id}`);
      expect(body).toMatchObject({ status: 'disabled', disabled_reason: 'gone', disabled_at: expect.any(String) });
    });
    expectProblem(await retry(id), 409, 'invalid_state');
    receiver.answer('/gone', withStatus(204));
    expect((await workspace.post<Webhook>(`/v1/webhooks/${id}/enable`)).body.status).toBe('active');
    expect((await retry(id)).status).toBe(202);
    await eventually(async () => expect((await newest(id))?.status).toBe('delivered'));
  });
});
