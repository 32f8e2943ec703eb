import { eventually } from '../../support/programs';
import { withStatus } from '../../support/webhook-receiver';
import { signaturesBy, useReceiver } from '../support/receiver';
import type { Delivery, Webhook } from '../support/records';
import { useWorkspace } from '../support/workspace';

describe('POST /v1/webhooks/{id}/test', () => {
  const workspace = useWorkspace();
  const receiver = useReceiver();
  const test = (id: string, headers = {}) => workspace.post<Delivery>(`/v1/webhooks/${id}/test`, undefined, headers);

  it('sends a signed ping, whatever the webhook subscribes to', async () => {
    const { id, secret } = await workspace.createWebhook({ url: receiver.url('/ping'), events: ['campaign.ended'] });
    const { status, body } = await test(id);
    expect([status, body]).toMatchObject([202, { type: 'ping', status: 'pending', attempt: 0, replayed: false }]);
    await eventually(() => expect(receiver.at('/ping')).toHaveLength(1));
    const [received] = receiver.at('/ping');
    expect(JSON.parse(received?.body ?? '')).toEqual({
      id: body.event_id,
      type: 'ping',
      created_at: expect.stringMatching(/Z$/),
      workspace_id: workspace.id,
      api_version: 'v1',
      revision: null,
      data: {},
    });
    expect(received?.headers['webhook-signature']).toBe(signaturesBy([secret], received!));
  });

  it('is signed with the last two secrets after a rotation, the newest first', async () => {
    const { id, secret } = await workspace.createWebhook({ url: receiver.url('/rotated') });
    const { body } = await workspace.post<{ secret: string }>(`/v1/webhooks/${id}/rotate-secret`);
    await test(id);
    await eventually(() => expect(receiver.at('/rotated')).toHaveLength(1));
    const [received] = receiver.at('/rotated');
    expect(received?.headers['webhook-signature']).toBe(signaturesBy([body.secret, secret], received!));
  });

  it('sends one ping under one Idempotency-Key', async () => {
    const { id } = await workspace.createWebhook({ url: receiver.url('/once') });
    const once = () => test(id, { 'idempotency-key': 'ping-once' });
    const [first, second] = [await once(), await once()];
    expect([second.status, second.text]).toEqual([202, first.text]);
    await test(id);
    await eventually(() => expect(new Set(receiver.events('/once').map((event) => event.id)).size).toBe(2));
  });

  it('works for a webhook that is paused or disabled, so that it can be tried before it is enabled', async () => {
    receiver.answer('/stopped', withStatus(410));
    const { id } = await workspace.createWebhook({ url: receiver.url('/stopped'), active: false });
    const tested = async () => (await test(id)).body.id;
    const read = async (delivery: string) =>
      (await workspace.get<Delivery>(`/v1/webhooks/${id}/deliveries/${delivery}`)).body;
    await tested();
    await eventually(async () =>
      expect((await workspace.get<Webhook>(`/v1/webhooks/${id}`)).body.status).toBe('disabled'),
    );
    // At once: the dispatcher may read of it later than the record says so.
    const refused = await tested();
    await eventually(async () => expect(await read(refused)).toMatchObject({ response: { status: 410 } }));
    receiver.answer('/stopped', withStatus(204));
    const accepted = await tested();
    await eventually(async () => expect((await read(accepted)).status).toBe('delivered'));
  });
});
