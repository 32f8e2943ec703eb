import { eventually } from '../../support/programs';
import { send } from '../../support/waymark';
import { bulkOf, problemOfItem, statusesOf } from '../support/bulk';
import { entriesAt, typesOf } from '../support/history';
import { expectProblem, locationsOf } from '../support/problems';
import type { Link } from '../support/records';
import { newWorkspace, useWorkspace } from '../support/workspace';
import { untilAllJudged } from '../../support/judged';

const URL = 'https://example.com/';
const named = (alias: string, fields: object = {}) => ({ destination_url: `${URL}${alias}`, alias, ...fields });

describe('POST /v1/links/bulk', () => {
  const workspace = useWorkspace();
  const bulk = bulkOf(workspace);

  it('creates 100 links by one call, which are read, listed and followed at once', async () => {
    const items = Array.from({ length: 100 }, (_, n) => ({
      destination_url: `${URL}${n}`,
      title: `Link ${n}`,
      tags: ['hundred'],
    }));
    const made = await untilAllJudged((headers) => bulk.create(items, headers));
    expect(statusesOf(made)).toEqual(Array(100).fill(201));
    const links = made.body.data.map(({ link }) => link as Link);
    expect(links).toMatchObject(items);
    expect(new Set(links.map(({ alias }) => alias)).size).toBe(100);
    if (made.headers['waymark-pending'] !== undefined) return;
    const counted = await workspace.get('/v1/links/count?tags=hundred');
    expect(counted.body).toEqual({ count: 100 });
    for (const link of links.slice(0, 10)) {
      expect((await workspace.get(`/v1/links/${link.id}`)).body).toEqual(link);
      expect((await send(workspace.product, 'GET', `/${link.alias}`)).headers.location).toBe(link.destination_url);
    }
  });

  it('gives the same record and history as a call of its own', async () => {
    const fields = { title: 'T', tags: ['a', 'b'], expires_at: '2099-01-01T00:00:00Z', password: 'open sesame' };
    const [made, single] = [await bulk.create([named('Bulk-Same', fields)]), await workspace.createLink(fields)];
    const link = made.body.data[0]?.link as Link;
    const own = ['id', 'alias', 'short_url', 'qr_url', 'destination_url', 'created_at', 'updated_at'] as const;
    expect({ ...link, ...pick(single, own) }).toEqual(single);
    expect(Object.keys(link)).toEqual(Object.keys(single));
    expect(typesOf(await entriesAt(workspace, `/v1/links/${link.id}/history`))).toEqual(['link.created']);
  });

  it('gives an alias that several items want to the first of them, whatever the case of its letters', async () => {
    const items = ['Bulk-First', 'bulk-FIRST', 'bulk-other', 'BULK-first'].map((alias, n) =>
      named(alias, { title: `${n}` }),
    );
    const made = await bulk.create(items);
    expect(statusesOf(made)).toEqual([201, 409, 201, 409]);
    const [first, second] = made.body.data;
    expect(second?.error).toMatchObject({ code: 'alias_taken', existing_link_id: first?.link?.id });
    expect((await workspace.get<Link>(`/v1/links/${first?.link?.id}`)).body).toMatchObject({ title: '0' });
  });

  it('reports faults per item, with their locations, and creates the others', async () => {
    const { alias, id } = await workspace.createLink();
    const before = await workspace.countLinks();
    const made = await bulk.create([
      named('bulk-good'),
      { alias: 'no spaces', tags: ['ok', 1], colour: 'red' },
      { destination_url: `${workspace.product.url}/x`, expired_url: `${workspace.product.url}/y` },
      named(alias),
      null,
      7,
      [],
      { destination_url: URL, domain: 'example.org' },
      { destination_url: URL, find_if_exists: true, password: 'open sesame' },
      { destination_url: URL, id: 'link_x' },
      named('bulk-good-too'),
    ]);
    expect(statusesOf(made)).toEqual([201, 400, 400, 409, 400, 400, 400, 400, 400, 400, 201]);
    expect(made.body.data.map((_, index) => problemOfItem(made, index))).toEqual([
      [''],
      ['invalid_request', 'body[1].alias', 'body[1].colour', 'body[1].destination_url', 'body[1].tags[1]'],
      ['redirect_loop', 'body[2].destination_url', 'body[2].expired_url'],
      ['alias_taken'],
      ['invalid_request', 'body[4]'],
      ['invalid_request', 'body[5]'],
      ['invalid_request', 'body[6]'],
      ['domain_not_verified', 'body[7].domain'],
      ['invalid_request', 'body[8].password'],
      ['invalid_request', 'body[9].id'],
      [''],
    ]);
    expect(made.body.data[3]?.error).toMatchObject({ existing_link_id: id, request_id: made.headers['x-request-id'] });
    expect(await workspace.countLinks()).toBe(before + 2);
  });

  it("reveals nothing of another workspace's link", async () => {
    const { id, alias } = await (await newWorkspace()).createLink();
    const made = await bulk.create([named(alias)]);
    expect([statusesOf(made), problemOfItem(made, 0)]).toEqual([[409], ['alias_taken']]);
    expect(made.text).not.toContain(id);
  });

  it('keeps an external id unique, among the items as well', async () => {
    const { id } = await workspace.createLink({ external_id: 'bulk-had' });
    const made = await bulk.create(
      ['bulk-new', 'bulk-had', 'bulk-new', 'bulk-new-2'].map((external_id) => ({ destination_url: URL, external_id })),
    );
    expect(statusesOf(made)).toEqual([201, 409, 409, 201]);
    expect(made.body.data.map(({ error }) => error?.existing_link_id)).toEqual([
      undefined,
      id,
      made.body.data[0]?.link?.id,
      undefined,
    ]);
  });

  it('finds an identical link where an item asks for that, also one that an item before it made', async () => {
    const existing = await workspace.createLink({ destination_url: `${URL}bulk-there`, title: 'There' });
    const find = (name: string, fields: object = {}) => ({
      destination_url: `${URL}${name}`,
      find_if_exists: true,
      ...fields,
    });
    const made = await bulk.create([
      find('bulk-there'),
      find('bulk-find', { title: 'New' }),
      find('bulk-find', { title: 'New' }),
      find('bulk-find'),
      find('bulk-find', { title: 'Other' }),
    ]);
    expect(statusesOf(made)).toEqual([200, 201, 200, 200, 201]);
    const ids = made.body.data.map(({ link }) => link?.id);
    expect([ids[0], ids[2], ids[3]]).toEqual([existing.id, ids[1], ids[1]]);
  });

  it('puts links into a campaign of the workspace, and refuses others per item', async () => {
    const { body: own } = await workspace.post<{ id: string }>('/v1/campaigns', { name: 'Bulk' });
    const { body: foreign } = await (await newWorkspace()).post<{ id: string }>('/v1/campaigns', { name: 'Bulk' });
    const made = await bulk.create(
      [own.id, foreign.id, 'cmp_unknown'].map((campaign_id) => ({ destination_url: URL, campaign_id })),
    );
    expect(statusesOf(made)).toEqual([201, 400, 400]);
    expect(made.body.data[0]?.link).toMatchObject({ campaign_id: own.id });
    expect([1, 2].map((index) => problemOfItem(made, index))).toEqual([
      ['invalid_request', 'body[1].campaign_id'],
      ['invalid_request', 'body[2].campaign_id'],
    ]);
  });

  it.each<[string, unknown, string]>([
    ['an object', {}, 'must be an array'],
    ['no items', [], 'must have at least 1 items'],
    ['101 items', Array(101).fill({ destination_url: URL }), 'must have at most 100 items'],
    ['null', 'null', 'must be an array'],
    ['no body', undefined, 'is required'],
    ['a body that is not JSON', '[{', 'is not valid JSON in UTF-8'],
  ])('is refused as a whole for %s', async (_, body, message) => {
    const before = await workspace.countLinks();
    const answer = await bulk.create(body, { 'content-type': 'application/json' });
    expect(locationsOf(answer)).toEqual(['body']);
    expect(answer.body).toMatchObject({ errors: [{ message }] });
    expect(await workspace.countLinks()).toBe(before);
  });

  it('takes a body of 5 MB, and none larger', async () => {
    const rule = { if: { device: 'mobile' }, destination_url: `${URL}${'y'.repeat(8_000)}` };
    const items = Array.from({ length: 100 }, () => ({ destination_url: URL, rules: Array(6).fill(rule) }));
    const bytes = Buffer.byteLength(JSON.stringify(items));
    expect([bytes > 4_000_000, bytes < 5_000_000]).toEqual([true, true]);
    const made = await untilAllJudged((headers) => bulk.create(items, headers));
    expect(statusesOf(made)).toEqual(Array(100).fill(201));
    const larger = await bulk.create([{ destination_url: URL, title: 'x'.repeat(5 * 1024 * 1024) }]);
    expectProblem(larger, 413, 'payload_too_large');
  });

  it('lets one of several calls at the same time have each alias', async () => {
    const lists = Array.from({ length: 8 }, (_, list) =>
      Array.from({ length: 20 }, (__, n) => named(`bulk-race-${n}`, { title: `${list}` })),
    );
    const answers = await Promise.all(lists.map((items) => untilAllJudged((headers) => bulk.create(items, headers))));
    const won = answers.flatMap((answer, list) =>
      statusesOf(answer).flatMap((status, n) => (status === 201 ? [`bulk-race-${n} of ${list}`] : [])),
    );
    expect(won.length).toBe(20);
    await eventually(async () =>
      expect((await workspace.get('/v1/links/count?search=bulk-race-')).body).toEqual({ count: 20 }),
    );
  });
});

const pick = (link: Link, fields: readonly (keyof Link)[]) =>
  Object.fromEntries(fields.map((field) => [field, link[field]]));
