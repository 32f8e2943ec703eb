import { eventually } from '../../support/programs';
import { send } from '../../support/waymark';
import { imported } from '../support/imports';
import { useReceiver } from '../support/receiver';
import { useWorkspace } from '../support/workspace';

describe('a webhook gets', () => {
  const workspace = useWorkspace();
  const receiver = useReceiver();
  const typesAt = (path: string) => receiver.events(path).map(({ type }) => type);
  /** Everything before it has been handled once it has arrived. */
  const mark = async () => {
    const { id } = await workspace.createCampaign();
    await eventually(() => expect(receiver.at('/all').some(({ body }) => body.includes(id))).toBe(true));
  };
  beforeAll(() => workspace.createWebhook({ url: receiver.url('/all') }));

  it('the events that it names, with what was before, whichever way they were caused', async () => {
    await workspace.createWebhook({ url: receiver.url('/names'), events: ['link.created', 'link.updated'] });
    const link = await workspace.createLink({ title: 'first' });
    await workspace.patch(`/v1/links/${link.id}`, { title: 'second' });
    await workspace.post('/v1/links/bulk', [{ destination_url: 'https://example.com/bulk' }]);
    await workspace.post('/api/urls', { originalUrl: 'https://example.com/simple' });
    const headers = { authorization: `Bearer ${workspace.token}` };
    for (const title of ['put', 'put again']) {
      const body = { destination_url: 'https://example.com/put', title };
      await send(workspace.product, 'PUT', '/v1/links/by-external-id/put', { body, headers });
    }
    await imported(workspace, 'destination_url\nhttps://example.com/imported\n');
    await workspace.delete(`/v1/links/${link.id}`);
    await mark();
    const expected = [...Array<string>(5).fill('link.created'), 'link.updated', 'link.updated'];
    await eventually(() => expect(typesAt('/names').toSorted()).toEqual(expected));
    const events = receiver.events('/names') as readonly {
      type: string;
      data: { id: string };
      previous?: object;
      revision?: string;
    }[];
    const updated = events.find(({ data, type }) => type === 'link.updated' && data.id === link.id);
    expect(updated).toMatchObject({ previous: { title: 'first' }, revision: '1', data: { title: 'second' } });
    expect(events.find(({ type }) => type === 'link.created')).not.toHaveProperty('previous');
  });

  it('only what passes its filters, and the edit by which a link leaves them', async () => {
    const [inside, outside] = [
      await workspace.createLink({ tags: ['vip'] }),
      await workspace.createLink({ tags: ['other'] }),
    ];
    await workspace.createWebhook({ url: receiver.url('/vip'), events: ['*'], filters: { tags: ['vip'] } });
    await workspace.patch(`/v1/links/${outside.id}`, { title: 'x' });
    await workspace.patch(`/v1/links/${inside.id}`, { tags: ['other'] });
    await workspace.patch(`/v1/links/${inside.id}`, { title: 'x' });
    await mark();
    await eventually(() => expect(receiver.events('/vip')).toHaveLength(1));
    expect(receiver.events('/vip')[0]).toMatchObject({ type: 'link.updated', previous: { tags: ['vip'] } });
  });

  it('events about other webhooks, none about itself, and never a secret', async () => {
    const path = '/hooks';
    const one = await workspace.createWebhook({ url: receiver.url(path), events: ['webhook.*'] });
    await workspace.patch(`/v1/webhooks/${one.id}`, { description: 'x' });
    const other = await workspace.createWebhook({ active: false });
    await workspace.patch(`/v1/webhooks/${other.id}`, { description: 'x' });
    await workspace.post(`/v1/webhooks/${other.id}/rotate-secret`);
    await workspace.post(`/v1/webhooks/${other.id}/enable`);
    await workspace.delete(`/v1/webhooks/${other.id}`);
    await mark();
    await eventually(() =>
      // Those under way together may arrive in any order.
      expect(typesAt(path).toSorted()).toEqual([
        'webhook.created',
        'webhook.deleted',
        'webhook.enabled',
        'webhook.secret_rotated',
        'webhook.updated',
      ]),
    );
    expect(new Set(receiver.events(path).map(({ data }) => (data as { id: string }).id))).toEqual(new Set([other.id]));
    expect(receiver.at(path).filter(({ body }) => body.includes('whsec_'))).toEqual([]);
  });

  it('nothing while it is paused, nor what happened before it was created', async () => {
    const before = await workspace.createLink();
    const { id } = await workspace.createWebhook({ url: receiver.url('/paused'), events: ['link.*'] });
    await workspace.patch(`/v1/webhooks/${id}`, { active: false });
    const meanwhile = await workspace.createLink();
    await workspace.patch(`/v1/webhooks/${id}`, { active: true });
    const after = await workspace.createLink();
    await mark();
    await eventually(() => expect(receiver.at('/paused').some(({ body }) => body.includes(after.id))).toBe(true));
    for (const { id: unwanted } of [before, meanwhile])
      expect(receiver.at('/paused').filter(({ body }) => body.includes(unwanted))).toEqual([]);
  });

  it('nothing once it is deleted', async () => {
    const { id } = await workspace.createWebhook({ url: receiver.url('/deleted'), events: ['link.*'] });
    await workspace.createLink();
    await eventually(() => expect(receiver.at('/deleted')).toHaveLength(1));
    await workspace.delete(`/v1/webhooks/${id}`);
    const link = await workspace.createLink();
    await mark();
    expect(receiver.at('/deleted').filter(({ body }) => body.includes(link.id))).toEqual([]);
  });
});
