import { randomUUID } from 'node:crypto';
import { eventually } from '../../support/programs';
import { expectProblem, locationsOf } from '../support/problems';
import type { Campaign } from '../support/records';
import { useWorkspace } from '../support/workspace';
import { untilJudged } from '../../support/judged';

const DATES = { starts_at: '2999-12-01T00:00:00.000Z', ends_at: '2999-12-31T00:00:00.000Z' };

describe('POST /v1/campaigns', () => {
  const workspace = useWorkspace();
  const create = (body: object, headers = {}) => workspace.post<Campaign>('/v1/campaigns', body, headers);

  it('answers 201 with the whole record, as a draft, and where it is', async () => {
    const { status, body, headers } = await create({
      name: ' Summer ',
      description: 'Posters',
      ...DATES,
      utm_source: 'poster',
      tags: ['a', 'b', 'a'],
    });
    expect([status, headers.location]).toEqual([201, `/v1/campaigns/${body.id}`]);
    expect(body).toEqual({
      id: expect.stringMatching(/^cmp_[0-9a-z]{26}$/),
      name: 'Summer',
      description: 'Posters',
      status: 'draft',
      ...DATES,
      utm_source: 'poster',
      utm_medium: null,
      utm_campaign: null,
      tags: ['a', 'b'],
      link_count: 0,
      clicks: 0,
      created_at: body.updated_at,
      updated_at: expect.stringMatching(/^\d{4}-.+\.\d{3}Z$/),
    });
    expect(Object.keys(body).slice(-4)).toEqual(['link_count', 'clicks', 'created_at', 'updated_at']);
    const read = await workspace.get<Campaign>(`/v1/campaigns/${body.id}`);
    expect([read.text, read.headers.etag]).toEqual([JSON.stringify(body), headers.etag]);
  });

  it('needs a name only', async () =>
    expect((await create({ name: 'x' })).body).toMatchObject({ description: null, starts_at: null, tags: [] }));

  it('makes one campaign under one Idempotency-Key', async () => {
    const once = () => create({ name: 'once' }, { 'idempotency-key': 'campaign-once' });
    const [first, second] = [await once(), await once()];
    expect([second.status, second.text]).toEqual([201, first.text]);
  });

  it('lists every problem of a body', async () => {
    const body = {
      name: '',
      starts_at: 'soon',
      utm_source: 'x'.repeat(256),
      tags: ['a,b'],
      status: 'active',
      colour: 1,
    };
    expect(locationsOf(await create(body))).toEqual([
      'body.colour',
      'body.name',
      'body.starts_at',
      'body.status',
      'body.tags[0]',
      'body.utm_source',
    ]);
  });

  it.each([
    [DATES.starts_at, DATES.starts_at],
    [DATES.ends_at, DATES.starts_at],
  ])('refuses a campaign that starts at %s and ends at %s', async (starts_at, ends_at) =>
    expect(locationsOf(await create({ name: 'x', starts_at, ends_at }))).toEqual(['body.ends_at']),
  );
});

describe('the thousand campaigns of a workspace', () => {
  const workspace = useWorkspace();

  it('are never exceeded, and deleted ones do not count', async () => {
    const create = (headers = {}) => workspace.post<Campaign>('/v1/campaigns', { name: 'x' }, headers);
    // A busy machine may answer 503: the same key makes the same campaign.
    const make = () => {
      const headers = { 'idempotency-key': randomUUID() };
      return eventually(async () => expect((await create(headers)).status).toBe(201));
    };
    for (let made = 0; made < 1_000; made += 25) await Promise.all(Array.from({ length: 25 }, make));
    const racing = await Promise.all(Array.from({ length: 5 }, () => create()));
    for (const refused of racing) expectProblem(refused, 403, 'limit_reached');
    const { body } = await workspace.get<{ data: Campaign[]; meta: { total: number } }>('/v1/campaigns?limit=1');
    expect(body.meta.total).toBe(1_000);
    expect((await workspace.delete(`/v1/campaigns/${body.data[0]?.id}`)).status).toBe(204);
    const once = () => {
      const headers = { 'idempotency-key': randomUUID() };
      return untilJudged(() => create(headers));
    };
    const answers = await Promise.all([once(), once()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403]);
  });
});
