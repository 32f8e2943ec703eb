import { randomUUID } from 'node:crypto';
import { eventually } from '../../support/programs';
import type { Answer } from '../../support/waymark';
import { type Entry, entriesAt } from '../support/history';
import { join } from '../support/members';
import { locationsOf } from '../support/problems';
import { newWorkspace, type Workspace } from '../support/workspace';

interface Listed extends Entry {
  readonly resource: { readonly type: string; readonly id: string };
}
interface Page {
  readonly data: readonly Listed[];
  readonly meta: { readonly limit: number; readonly next_cursor: string | null };
}

const HISTORIES: Readonly<Record<string, string>> = {
  link: 'links',
  api_key: 'api-keys',
  campaign: 'campaigns',
  domain: 'domains',
  webhook: 'webhooks',
};

describe('GET /v1/events', () => {
  let workspace: Workspace;
  /** Asks again where a busy machine says that it is behind. */
  const pageOf = (query = '', by: Pick<Workspace, 'get'> = workspace): Promise<Answer<Page>> =>
    eventually(async () => {
      const answer = await by.get<Page>(`/v1/events?${query}`);
      expect([answer.status, answer.headers['waymark-pending'], answer.text]).toEqual([200, undefined, answer.text]);
      return answer;
    });
  const list = async (query = '', by: Pick<Workspace, 'get'> = workspace) =>
    (await pageOf(`limit=100&${query}`, by)).body.data;
  const typesOf = (events: readonly Listed[]) => events.map(({ type }) => type);

  beforeAll(async () => {
    workspace = await newWorkspace();
    const link = await workspace.createLink({ title: 'one', password: 'open sesame' });
    await workspace.patch(`/v1/links/${link.id}`, { title: 'two' }, { 'x-request-id': `req_${workspace.id}` });
    await workspace.delete(`/v1/links/${link.id}`);
    const { id } = await workspace.createKey({ name: 'rotated' });
    await workspace.user.post(`/v1/api-keys/${id}/rotate`);
    await workspace.createCampaign();
    await workspace.addDomain();
    await workspace.createQrCode();
    await workspace.createWebhook();
  });

  it('tells what happened in the workspace, newest first, with everything that was answered before', async () => {
    const events = await list();
    // A request that a busy machine sheds is repeated, and may have been done.
    expect([...new Set(typesOf(events))]).toEqual([
      'webhook.created',
      'qr_code.created',
      'domain.created',
      'campaign.created',
      'api_key.rotated',
      'api_key.created',
      'link.deleted',
      'link.updated',
      'link.created',
    ]);
    expect(events.map(({ at }) => at)).toEqual(
      events
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    await workspace.createLink();
    expect(typesOf((await pageOf('limit=1')).body.data)).toEqual(['link.created']);
  });

  it('has the entries of the histories, and the resource of each', async () => {
    for (const { resource, ...entry } of await list()) {
      expect(entry.type.startsWith(`${resource.type}.`)).toBe(true);
      const collection = HISTORIES[resource.type];
      if (collection === undefined) continue;
      const history = await entriesAt(workspace, `/v1/${collection}/${resource.id}/history`);
      expect(history.find(({ id }) => id === entry.id)).toEqual(entry);
    }
  });

  it('holds no secret', async () => {
    const { text } = await pageOf('limit=100');
    expect(text).not.toMatch(/open sesame|argon2|token_hash|pepper|whsec_|svc_live_[0-9A-Za-z]{5}/);
  });

  it('is filtered by type, by patterns as webhooks have them', async () => {
    expect(typesOf(await list('type=link.updated'))).toEqual(['link.updated']);
    expect(new Set(typesOf(await list('type=campaign.*,webhook.created')))).toEqual(
      new Set(['campaign.created', 'webhook.created']),
    );
    expect(await list('type=*')).toEqual(await list());
  });

  it('is filtered by who caused it, and by the request', async () => {
    const member = await join(workspace, 'member');
    const { status } = await member.post('/v1/campaigns', { name: 'by a member' });
    expect(status).toBe(201);
    expect(typesOf(await list(`actor=${member.id}`))).toEqual(['campaign.created']);
    const byKeys = await list('actor=api_key');
    expect(new Set(byKeys.map(({ actor }) => actor.type))).toEqual(new Set(['api_key']));
    expect(await list('actor=system')).toEqual([]);
    expect(typesOf(await list(`request_id=req_${workspace.id}`))).toEqual(['link.updated']);
    expect(await list(`request_id=req_${randomUUID()}`)).toEqual([]);
  });

  it('is filtered by time: from an instant on, until just before another', async () => {
    const events = await list();
    const [newest, oldest] = [events[0], events.at(-1)] as [Listed, Listed];
    expect(await list(`from=${oldest.at}`)).toEqual(events);
    expect(await list(`to=${oldest.at}`)).toEqual([]);
    expect(await list(`from=${oldest.at}&to=${newest.at}`)).toEqual(events.filter(({ at }) => at < newest.at));
  });

  it('is paged by cursor, each event once, while others happen', async () => {
    const before = await list();
    const seen: Listed[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Answer<Page> = await pageOf(`limit=3&cursor=${cursor}`);
      seen.push(...page.body.data);
      cursor = page.body.meta.next_cursor;
      expect(page.body.meta.limit).toBe(3);
      if (cursor !== null) expect(page.headers.link).toContain(`cursor=${cursor}`);
      await workspace.createLink();
    }
    expect(seen).toEqual(before);
  });

  it("shows no other workspace's events", async () => {
    const other = await newWorkspace();
    expect([...new Set(typesOf(await list('', other)))]).toEqual(['api_key.created']);
    expect(await list(`request_id=req_${workspace.id}`, other)).toEqual([]);
    const { next_cursor } = (await pageOf('limit=1')).body.meta;
    for (const { resource } of (await pageOf(`cursor=${next_cursor}`, other)).body.data)
      expect(resource.id).toMatch(/^key_/);
  });

  it('refuses invalid and unknown parameters', async () => {
    const answer = await workspace.get('/v1/events?type=nothing&from=x&cursor=x&limit=101&actor=&colour=red');
    expect(locationsOf(answer).toSorted()).toEqual([
      'query.actor',
      'query.colour',
      'query.cursor',
      'query.from',
      'query.limit',
      'query.type[0]',
    ]);
  });
});
