import { eventually } from '../../support/programs';
import { withStatus } from '../../support/webhook-receiver';
import { expectProblem, locationsOf } from '../support/problems';
import { useReceiver } from '../support/receiver';
import type { Delivery, Link, List, Webhook } from '../support/records';
import { useWorkspace } from '../support/workspace';

interface Replayed {
  readonly replay_id: string;
  readonly events: number;
}

describe('POST /v1/webhooks/{id}/replay', () => {
  const workspace = useWorkspace();
  const receiver = useReceiver();
  const replay = (id: string, body: object, headers = {}) =>
    workspace.post<Replayed>(`/v1/webhooks/${id}/replay`, body, headers);
  const delivered = async (id: string, query = '') =>
    (await workspace.get<List<Delivery>>(`/v1/webhooks/${id}/deliveries?status=delivered&limit=100${query}`)).body;
  let start: string;
  let links: Link[];

  /** Other webhooks of the workspace have had these events delivered. */
  beforeAll(async () => {
    const first = await workspace.createWebhook({ url: receiver.url('/first') });
    start = (await workspace.get<Webhook>(`/v1/webhooks/${first.id}`)).body.created_at;
    links = [await workspace.createLink({ tags: ['a'] }), await workspace.createLink(), await workspace.createLink()];
    await workspace.createCampaign();
    await eventually(async () => expect((await delivered(first.id)).meta.total).toBe(4));
  });

  it('sends the events of a window again: the same ids and bytes, in their order', async () => {
    const { id } = await workspace.createWebhook({ url: receiver.url('/again'), events: ['link.*'] });
    const { status, body } = await replay(id, { from: start });
    expect([status, body]).toEqual([202, { replay_id: expect.stringMatching(/^rpl_[0-9a-z]{26}$/), events: 3 }]);
    await eventually(() => expect(receiver.at('/again')).toHaveLength(3));
    const bodies = (path: string) =>
      receiver.at(path).flatMap((received) => (received.body.includes('"link.created"') ? [received.body] : []));
    expect(bodies('/again').toSorted()).toEqual(bodies('/first').toSorted());
    await eventually(async () =>
      expect((await delivered(id)).data.map(({ replayed }) => replayed)).toEqual([true, true, true]),
    );
  });

  it('takes a half-open window', async () => {
    const { id } = await workspace.createWebhook({ url: receiver.url('/window'), events: ['link.*'] });
    const [first, second] = links.map(({ created_at }) => created_at);
    const { body } = await replay(id, { from: first, to: second });
    expect(body.events).toBe(links.filter(({ created_at }) => created_at >= first! && created_at < second!).length);
    expect((await replay(id, { from: first, to: '2999-01-01T00:00:00Z' })).body.events).toBe(3);
    expect((await replay(id, { from: '2000-01-01T00:00:00Z' })).body.events).toBe(3);
    const clicks = await workspace.createWebhook({ url: receiver.url('/window'), events: ['link.clicked'] });
    const before = { from: '2000-01-01T00:00:00Z', to: '2000-02-01T00:00:00Z' };
    for (const one of [id, clicks.id])
      expect(await replay(one, before)).toMatchObject({ status: 202, body: { events: 0 } });
  });

  it('takes events within the subscription, whose filters hold', async () => {
    const events = ['link.*', 'campaign.created'];
    const { id } = await workspace.createWebhook({ url: receiver.url('/some'), events, filters: { tags: ['a'] } });
    expect((await replay(id, { from: start })).body.events).toBe(1);
    await workspace.patch(`/v1/webhooks/${id}`, { filters: null });
    expect((await replay(id, { from: start })).body.events).toBe(4);
    expect((await replay(id, { from: start, events: ['*'] })).body.events).toBe(4);
    expect((await replay(id, { from: start, events: ['campaign.*', 'link.updated'] })).body.events).toBe(1);
    const outside = await replay(id, { from: start, events: ['link.created', 'api_key.*', 'campaign.ended'] });
    expect(locationsOf(outside)).toEqual(['body.events[1]', 'body.events[2]']);
  });

  it('is one under one Idempotency-Key', async () => {
    const { id } = await workspace.createWebhook({ url: receiver.url('/once'), events: ['campaign.*'] });
    const once = () => replay(id, { from: start }, { 'idempotency-key': 'replay-once' });
    const [first, second] = [await once(), await once()];
    expect([second.status, second.text]).toEqual([202, first.text]);
    await replay(id, { from: start });
    await eventually(async () => expect((await delivered(id)).meta.total).toBe(2));
  });

  it.each([
    [{}, 'body.from'],
    [{ from: 'now' }, 'body.from'],
    [{ from: '2999-01-01T00:00:00Z' }, 'body.from'],
    [{ from: '2026-11-22T00:00:00Z', to: '2026-11-22T00:00:00Z' }, 'body.to'],
    [{ from: '2026-11-22T00:00:00Z', events: [] }, 'body.events'],
    [{ from: '2026-11-22T00:00:00Z', events: ['link.painted'] }, 'body.events[0]'],
    [{ from: '2026-11-22T00:00:00Z', until: 1 }, 'body.until'],
  ])('refuses %j', async (body, location) => {
    const { id } = await workspace.createWebhook({ active: false });
    expect(locationsOf(await replay(id, body))).toEqual([location]);
    await workspace.delete(`/v1/webhooks/${id}`);
  });

  it('has the events that were answered just before, also those that the webhook was paused for', async () => {
    const { id } = await workspace.createWebhook({ url: receiver.url('/paused'), events: ['campaign.created'] });
    const from = (await workspace.get<Webhook>(`/v1/webhooks/${id}`)).body.created_at;
    await workspace.patch(`/v1/webhooks/${id}`, { active: false });
    for (let round = 1; round <= 10; round += 1) {
      await workspace.createCampaign();
      expect((await replay(id, { from })).body.events).toBe(round);
    }
    await workspace.delete(`/v1/webhooks/${id}`);
  });

  it('is a 409 for a disabled webhook, and fetches what it missed once it is enabled', async () => {
    receiver.answer('/missed', withStatus(410));
    const { id } = await workspace.createWebhook({ url: receiver.url('/missed'), events: ['campaign.created'] });
    const from = (await workspace.get<Webhook>(`/v1/webhooks/${id}`)).body.created_at;
    await workspace.createCampaign();
    const status = async () => (await workspace.get<Webhook>(`/v1/webhooks/${id}`)).body.status;
    await eventually(async () => expect(await status()).toBe('disabled'));
    const missed = await workspace.createCampaign();
    expectProblem(await replay(id, { from }), 409, 'invalid_state');
    receiver.answer('/missed', withStatus(204));
    await workspace.post(`/v1/webhooks/${id}/enable`);
    expect((await replay(id, { from })).body.events).toBe(2);
    await eventually(() => expect(receiver.at('/missed').some(({ body }) => body.includes(missed.id))).toBe(true));
  });
});
