import { createHmac } from 'node:crypto';
import { eventually } from '../../support/programs';
import { startReceiver, type WebhookReceiver } from '../../support/webhook-receiver';
import { shownClicks, visit } from '../support/clicks';
import type { List, Webhook } from '../support/records';
import { useWorkspace } from '../support/workspace';

interface Delivered {
  readonly click: { readonly id: string; readonly at: string; readonly is_bot: boolean };
  readonly link: { readonly id: string };
}

describe('a webhook that subscribes to clicks', () => {
  const workspace = useWorkspace();
  let receiver: WebhookReceiver;
  beforeAll(async () => void (receiver = await startReceiver()));
  afterAll(() => receiver.close());

  const create = async (path: string, events: readonly string[], filters = {}) =>
    (
      await workspace.post<Webhook & { secret: string }>('/v1/webhooks', {
        url: receiver.url(path),
        events,
        filters,
      })
    ).body;
  const clicked = (path: string) => receiver.events(path).map(({ data }) => data as Delivered);

  it('gets clicks by people within seconds, signed, one by one or together, as they were recorded', async () => {
    const { secret } = await create('/each', ['link.clicked']);
    const together = await create('/together', ['link.clicks'], { include_bots: true });
    const link = await workspace.createLink({ tags: ['a'], external_id: 'cms-7' });
    for (let n = 0; n < 6; n += 1)
      await visit(workspace, link.alias, { from: `203.0.113.${n}`, ...(n % 3 === 0 && { agent: 'curl/8' }) });
    const recorded = await shownClicks(workspace, 6);
    const people = recorded.filter(({ is_bot }) => !is_bot).map(({ id }) => id);
    await eventually(() =>
      expect(
        clicked('/each')
          .map(({ click }) => click.id)
          .toSorted(),
      ).toEqual(people.toSorted()),
    );

    const [first] = receiver.at('/each');
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = first?.headers ?? {};
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signed = createHmac('sha256', key).update(`${String(id)}.${String(at)}.${first?.body}`);
    expect(String(signature).split(' ')).toContain(`v1,${signed.digest('base64')}`);
    expect(clicked('/each')[0]).toMatchObject({
      click: { trigger: 'link', is_bot: false, browser: 'Chrome', destination: link.destination_url },
      link: { id: link.id, short_url: link.short_url, tags: ['a'], campaign_id: null, external_id: 'cms-7' },
    });

    const bodies = () => receiver.events('/together').map(({ data }) => (data as { clicks: Delivered[] }).clicks);
    const ids = () => bodies().flatMap((clicks) => clicks.map(({ click }) => click.id));
    await eventually(() => expect(ids().toSorted()).toEqual(recorded.map(({ id: one }) => one).toSorted()));
    const log = await workspace.get<List<{ type: string }>>(`/v1/webhooks/${together.id}/deliveries`);
    expect(log.body.data.map(({ type }) => type)).toEqual(bodies().map(() => 'link.clicks'));
  });

  it('gets no event but clicks, and with a filter only those of such links', async () => {
    const webhook = await create('/filtered', ['link.clicked'], { tags: ['wanted'] });
    const [wanted, other] = [
      await workspace.createLink({ tags: ['wanted', 'x'] }),
      await workspace.createLink({ tags: ['x'] }),
    ];
    for (const { alias } of [other, wanted]) await visit(workspace, alias);
    await eventually(() => expect(clicked('/filtered').map(({ link }) => link.id)).toEqual([wanted.id]));
    // One that arrived leaves no row.
    expect((await workspace.get<List<object>>(`/v1/webhooks/${webhook.id}/deliveries`)).body.data).toEqual([]);
  });

  it('gets past clicks by a replay, though it was not there: with their ids, and its filters hold', async () => {
    const link = await workspace.createLink({ tags: ['replayed'] });
    const other = await workspace.createLink();
    const filters = { link_ids: [link.id] };
    await create('/live', ['link.clicked'], filters);
    const from = link.created_at;
    for (const { alias } of [link, link, other]) await visit(workspace, alias);
    await visit(workspace, link.alias, { agent: 'curl/8' });
    await eventually(() => expect(clicked('/live')).toHaveLength(2));
    const late = await create('/late', ['link.clicked', 'link.clicks'], { ...filters, tags: ['replayed'] });
    const replay = (body: object) =>
      workspace.post<{ events: number }>(`/v1/webhooks/${late.id}/replay`, { from, ...body });
    const { status, body } = await replay({ events: ['link.clicked'] });
    expect([status, body.events]).toEqual([202, 2]);
    const ids = (path: string) => receiver.events(path).map(({ id }) => id);
    await eventually(() => expect(ids('/late').toSorted()).toEqual(ids('/live').toSorted()));
    expect(receiver.events('/late').toSorted(byId)).toEqual(receiver.events('/live').toSorted(byId));
    expect((await replay({ events: ['link.clicks'] })).body.events).toBe(1);
    await eventually(() => expect(receiver.events('/late').at(-1)).toMatchObject({ type: 'link.clicks' }));
    expect((await replay({ to: from })).status).toBe(400);
    expect((await replay({ from: new Date().toISOString(), events: ['link.clicked'] })).body.events).toBe(0);
  });
});

const byId = (one: { readonly id: string }, other: { readonly id: string }): number => one.id.localeCompare(other.id);
