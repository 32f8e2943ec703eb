import { eventually } from '../../support/programs';
import type { Answer } from '../../support/waymark';
import { withStatus } from '../../support/webhook-receiver';
import { expectProblem, locationsOf } from '../support/problems';
import { useReceiver } from '../support/receiver';
import type { Delivery, DeliveryDetail, List } from '../support/records';
import { newWorkspace, useWorkspace } from '../support/workspace';

const INSTANT = expect.stringMatching(/^\d{4}-.+\.\d{3}Z$/) as unknown;

/** A cursor that nobody was given. */
const forged = (...parts: readonly unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

describe('the deliveries of a webhook', () => {
  const workspace = useWorkspace();
  const receiver = useReceiver();
  const list = async (id: string, query = '') =>
    (await workspace.get<List<Delivery>>(`/v1/webhooks/${id}/deliveries${query}`)).body;

  it('are listed with what came of the last attempt, and single ones with request and attempts', async () => {
    receiver.answer('/all', withStatus(200, { 'x-from': 'receiver' }));
    const url = receiver.url('/all');
    const { id } = await workspace.createWebhook({ url, events: ['link.created'] });
    const link = await workspace.createLink({ title: 'first' });
    await eventually(async () => expect((await list(id)).data[0]?.status).toBe('delivered'));
    const { data, meta } = await list(id);
    const [received] = receiver.at('/all');
    const [event] = receiver.events('/all');
    expect(meta).toEqual({ total: 1, page: 1, limit: 25 });
    expect(event).toMatchObject({ type: 'link.created', revision: '0', data: { id: link.id, title: 'first' } });
    expect(data).toEqual([
      {
        id: expect.stringMatching(/^dlv_[0-9a-z]{26}$/),
        event_id: event?.id,
        type: 'link.created',
        status: 'delivered',
        replayed: false,
        created_at: INSTANT,
        attempt: 1,
        next_attempt_at: null,
        duration_ms: expect.any(Number),
        error: null,
        response: { status: 200, headers: expect.objectContaining({ 'x-from': 'receiver' }), body: '' },
      },
    ]);
    const { status, body } = await workspace.get<DeliveryDetail>(`/v1/webhooks/${id}/deliveries/${data[0]?.id}`);
    const { duration_ms, error, response } = data[0]!;
    expect([status, body]).toEqual([
      200,
      {
        ...data[0],
        request: {
          url,
          headers: expect.objectContaining({ 'content-type': 'application/json', 'webhook-id': event?.id }),
          body: received?.body,
        },
        attempts: [{ at: INSTANT, duration_ms, error, response }],
      },
    ]);
  });

  it('say why an attempt failed and when the next one is', async () => {
    receiver.answer('/fails', (response) => response.writeHead(500).end('no'.repeat(5_000)));
    const { id } = await workspace.createWebhook({ url: receiver.url('/fails'), events: ['link.created'] });
    await workspace.createLink();
    // The next attempt may have come by now.
    await eventually(async () => expect((await list(id)).data[0]?.attempt).toBeGreaterThanOrEqual(1));
    const [delivery] = (await list(id)).data;
    expect(delivery).toMatchObject({
      status: 'pending',
      next_attempt_at: INSTANT,
      error: expect.stringContaining('500'),
      response: { status: 500, body: 'no'.repeat(2_048) },
    });
  });

  it('are filtered by status, type and time', async () => {
    const { id } = await workspace.createWebhook({ url: receiver.url('/filtered'), events: ['link.*'] });
    const link = await workspace.createLink();
    await workspace.patch(`/v1/links/${link.id}`, { title: 'x' });
    await eventually(async () => expect((await list(id, '?status=delivered')).meta.total).toBe(2));
    const { data } = await list(id);
    expect(data.map(({ type }) => type)).toEqual(['link.updated', 'link.created']);
    const total = async (query: string) => (await list(id, query)).meta.total;
    expect(await total('?status=failed')).toBe(0);
    expect(await total('?event_type=link.created')).toBe(1);
    expect(await total(`?from=${data[1]?.created_at}`)).toBe(2);
    expect(await total(`?to=${data[1]?.created_at}`)).toBe(0);
    for (const [query, location] of [
      ['status=lost', 'query.status'],
      ['event_type=link.painted', 'query.event_type'],
      ['from=yesterday', 'query.from'],
      ['from=2026-11-22T00:00:00Z&to=2026-11-22T00:00:00Z', 'query.to'],
      ['cursor=x', 'query.cursor'],
      ['cursor=&page=2', 'query.page'],
      // What Postgres could not read as a time or as a bigint.
      [`cursor=${forged('0000-01-01T00:00:00.000Z', '1', 2)}`, 'query.cursor'],
      [`cursor=${forged('2026-11-22T00:00:00.000Z', '9'.repeat(19), 2)}`, 'query.cursor'],
      [`cursor=${forged('2026-11-22T00:00:00.000Z', '1\u0000', 2)}`, 'query.cursor'],
    ])
      expect(locationsOf(await workspace.get(`/v1/webhooks/${id}/deliveries?${query}`))).toEqual([location]);
  });

  it('are paged by number and by cursor, each once while others come', async () => {
    const { id } = await workspace.createWebhook({ url: receiver.url('/paged'), events: ['link.created'] });
    for (let made = 0; made < 5; made += 1) await workspace.createLink();
    await eventually(async () => expect((await list(id)).meta.total).toBe(5));
    const all = (await list(id)).data.map((delivery) => delivery.id);
    expect((await list(id, '?limit=2&page=2')).data.map((delivery) => delivery.id)).toEqual(all.slice(2, 4));
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const path = `/v1/webhooks/${id}/deliveries?limit=2&cursor=${cursor}`;
      const answer: Answer<List<Delivery>> = await workspace.get(path);
      seen.push(...answer.body.data.map((delivery) => delivery.id));
      cursor = answer.body.meta.next_cursor ?? null;
      expect(String(answer.headers.link ?? '').includes('rel="next"')).toBe(cursor !== null);
      if (seen.length === 2) {
        await workspace.createLink();
        await eventually(async () => expect((await list(id)).meta.total).toBe(6));
      }
    }
    expect(seen).toEqual(all);
  });

  it('are those of the webhook and of the workspace alone', async () => {
    const [one, other] = [
      await workspace.createWebhook({ url: receiver.url('/one'), events: ['link.created'] }),
      await workspace.createWebhook({ url: receiver.url('/other'), events: ['campaign.*'] }),
    ];
    await workspace.createLink();
    await eventually(async () => expect((await list(one.id)).meta.total).toBe(1));
    const [delivery] = (await list(one.id)).data;
    expect((await list(other.id)).data).toEqual([]);
    const stranger = await newWorkspace();
    for (const answer of [
      await workspace.get(`/v1/webhooks/${other.id}/deliveries/${delivery?.id}`),
      await workspace.post(`/v1/webhooks/${other.id}/deliveries/${delivery?.id}/retry`),
      await workspace.get(`/v1/webhooks/${one.id}/deliveries/dlv_0123456789abcdefghjkmnpqrs`),
      await workspace.get(`/v1/webhooks/${one.id}/deliveries/x`),
      await stranger.get(`/v1/webhooks/${one.id}/deliveries`),
      await stranger.get(`/v1/webhooks/${one.id}/deliveries/${delivery?.id}`),
      await stranger.post(`/v1/webhooks/${one.id}/deliveries/${delivery?.id}/retry`),
    ])
      expectProblem(answer, 404, 'not_found');
  });
});
