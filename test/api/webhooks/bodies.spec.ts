import { eventually } from '../../support/programs';
import { problemsOfEvent } from '../../support/event-schemas';
import { useReceiver } from '../support/receiver';
import { useWorkspace } from '../support/workspace';

describe('the bodies that a webhook gets', () => {
  const workspace = useWorkspace();
  const receiver = useReceiver();

  it('are valid by the schemas of their events, without former values as well as with them', async () => {
    const { id } = await workspace.createWebhook({ url: receiver.url('/all') });
    const other = await workspace.createWebhook({ active: false });
    await workspace.post(`/v1/webhooks/${other.id}/rotate-secret`);
    const { id: linkId } = await workspace.createLink();
    await workspace.patch(`/v1/links/${linkId}`, { title: 'x' });
    await workspace.delete(`/v1/links/${linkId}`);
    await workspace.post(`/v1/links/${linkId}/restore`);
    await workspace.createCampaign();
    const qrCode = await workspace.createQrCode();
    await workspace.delete(`/v1/qr-codes/${qrCode.id}`);
    const key = await workspace.createKey();
    await workspace.post(`/v1/api-keys/${key.id}/rotate`);
    await workspace.post('/v1/domains', { hostname: `${other.id.slice('whk_'.length)}.example.com` });
    await workspace.post(`/v1/webhooks/${id}/test`);
    const expected = [
      ...['api_key.created', 'api_key.rotated', 'campaign.created', 'domain.created', 'link.created', 'link.deleted'],
      ...['link.restored', 'link.updated', 'ping', 'qr_code.created', 'qr_code.deleted'],
      ...['webhook.created', 'webhook.secret_rotated'],
    ];
    await eventually(() => {
      const types = new Set(receiver.events('/all').map(({ type }) => type));
      expect([...types].toSorted()).toEqual(expected);
    });
    for (const event of receiver.events('/all'))
      expect([event.type, problemsOfEvent(event.type, event)]).toEqual([event.type, []]);
    const withFormerValues = receiver.events('/all').filter((event) => 'previous' in event);
    expect(new Set(withFormerValues.map(({ type }) => type))).toContain('link.updated');
    expect(withFormerValues.map(({ type }) => type)).not.toContain('link.created');
  });
});
