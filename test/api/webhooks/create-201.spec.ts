import { send } from '../../support/waymark';
import type { List, Webhook } from '../support/records';
import { useWorkspace } from '../support/workspace';

type Created = Webhook & { readonly secret: string };
const NOTHING = { link_ids: [], tags: [], campaign_ids: [], domains: [], include_bots: false };

describe('POST /v1/webhooks', () => {
  const workspace = useWorkspace();
  const create = (body: object, headers = {}) => workspace.post<Created>('/v1/webhooks', body, headers);

  it('answers 201 with the whole record, its secret, and where it is', async () => {
    const { status, body, headers } = await create({
      url: 'https://hooks.example.com/waymark?token=1',
      events: ['link.*', 'link.clicks', 'link.*'],
      description: ' To the data warehouse ',
    });
    expect([status, headers.location, headers['cache-control']]).toEqual([201, `/v1/webhooks/${body.id}`, 'no-store']);
    expect(body).toEqual({
      id: expect.stringMatching(/^whk_[0-9a-z]{26}$/),
      url: 'https://hooks.example.com/waymark?token=1',
      events: ['link.*', 'link.clicks'],
      description: 'To the data warehouse',
      filters: NOTHING,
      active: true,
      status: 'active',
      disabled_at: null,
      disabled_reason: null,
      created_at: body.updated_at,
      updated_at: expect.stringMatching(/^\d{4}-.+\.\d{3}Z$/),
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    const { secret: _, ...record } = body;
    const read = await workspace.get<Webhook>(`/v1/webhooks/${body.id}`);
    expect([read.status, read.text, read.headers.etag]).toEqual([200, JSON.stringify(record), headers.etag]);
  });

  it('takes every filter, a pause, and null for what is absent', async () => {
    const [link, campaign, domain] = await Promise.all([
      workspace.createLink(),
      workspace.createCampaign(),
      workspace.addDomain(),
    ]);
    const own = new URL(link.short_url).host;
    const { body } = await create({
      url: 'https://hooks.example.com/',
      events: ['*'],
      description: null,
      active: false,
      filters: {
        link_ids: [link.id, link.id],
        tags: ['b', 'a', 'b'],
        campaign_ids: [campaign.id],
        domains: [domain.hostname.toUpperCase(), own, domain.hostname],
        include_bots: true,
      },
    });
    expect(body).toMatchObject({
      description: null,
      active: false,
      status: 'paused',
      filters: {
        link_ids: [link.id],
        tags: ['b', 'a'],
        campaign_ids: [campaign.id],
        domains: [domain.hostname, own],
        include_bots: true,
      },
    });
    const { body: open } = await create({ url: body.url, events: ['*'], active: null, filters: { tags: null } });
    expect(open).toMatchObject({ active: true, filters: NOTHING });
  });

  it('repeats the same webhook with its secret under one Idempotency-Key', async () => {
    const once = () =>
      create({ url: 'https://hooks.example.com/once', events: ['*'] }, { 'idempotency-key': 'webhook-once' });
    const [first, second] = [await once(), await once()];
    expect([second.status, second.text, second.headers['idempotent-replayed']]).toEqual([201, first.text, 'true']);
    expect(second.body.secret).toMatch(/^whsec_/);
  });

  it('is listed, newest first, without its secret', async () => {
    const [older, newer] = [await workspace.createWebhook(), await workspace.createWebhook({ active: false })];
    const { body, text } = await workspace.get<List<Webhook>>('/v1/webhooks?limit=2');
    expect(body.data.map(({ id }) => id)).toEqual([newer.id, older.id]);
    expect(text).not.toContain('whsec_');
    const paused = await workspace.get<List<Webhook>>('/v1/webhooks?status=paused&limit=1');
    expect(paused.body.data.map(({ id }) => id)).toEqual([newer.id]);
  });

  it('is allowed for a Read + Write key and not for a Read key', async () => {
    const { key } = await workspace.createKey({ scope: 'Read' });
    const headers = { authorization: `Bearer ${key}` };
    const body = { url: 'https://hooks.example.com/', events: ['*'] };
    const refused = await send(workspace.product, 'POST', '/v1/webhooks', { body, headers });
    expect([refused.status, (await send(workspace.product, 'GET', '/v1/webhooks', { headers })).status]).toEqual([
      403, 200,
    ]);
  });
});
