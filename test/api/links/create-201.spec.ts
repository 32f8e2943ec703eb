import { untilJudged } from '../../support/judged';
import { documentOf } from '../support/document';
import { type Link, UNDESCRIBED } from '../support/records';
import { newWorkspace, useWorkspace } from '../support/workspace';

const ALIAS_AND_MORE = {
  destination_url: 'https://example.com/summer?ref=1#top',
  title: 'Summer sale',
  tags: ['sale', 'été 26'],
  utm_source: 'letter',
  utm_medium: 'email',
  utm_campaign: 'summer',
  utm_term: 'shoes',
  utm_content: 'header',
};

describe('POST /v1/links', () => {
  const workspace = useWorkspace();
  const random = () => `r${Math.random().toString(36).slice(2)}`;

  it('takes null for every optional field, as if it were absent', async () => {
    const { schemas } = await documentOf(workspace.product);
    const optional = Object.keys(schemas['LinkCreate']?.properties ?? {}).filter((name) => name !== 'destination_url');
    expect(optional.length).toBeGreaterThan(20);
    const link = await workspace.createLink(Object.fromEntries(optional.map((field) => [field, null])));
    const other = await workspace.createLink();
    const { id, alias, short_url, qr_url, created_at, updated_at } = link;
    expect(link).toEqual({ ...other, id, alias, short_url, qr_url, created_at, updated_at });
    const { key } = await workspace.createKey({ expiration: null });
    expect(key).toMatch(/^svc_live_/);
  });

  it('needs only a destination, and returns every field with its default', async () => {
    const asked = Date.now();
    const { status, headers, body } = await workspace.post<Link>('/v1/links', {
      destination_url: 'https://example.com/x',
    });
    const answered = Date.now();
    const domain = `localhost:${workspace.product.port}`;
    expect(status).toBe(201);
    expect(headers).toMatchObject({
      location: `/v1/links/${body.id}`,
      etag: expect.stringMatching(/^"[^"]+"$/),
      'x-request-id': expect.stringMatching(/^req_/),
    });
    expect(body).toEqual({
      id: expect.stringMatching(/^link_[0-9A-Za-z]+$/),
      short_url: `http://${domain}/${body.alias}`,
      destination_url: 'https://example.com/x',
      clicks: 0,
      unique_clicks: 0,
      bot_clicks: 0,
      last_clicked_at: null,
      alias: expect.stringMatching(/^[2-9a-hjkmnp-z]{7}$/),
      domain,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: body.created_at,
      ...UNDESCRIBED,
      campaign_id: null,
      external_id: null,
      status: 'active',
      redirect_type: 302,
      forward_query: true,
      starts_at: null,
      expires_at: null,
      expired_url: null,
      click_limit: null,
      has_password: false,
      preview: null,
      rules: [],
      variants: [],
      qr_url: expect.stringMatching(/^http:\/\/localhost:\d+\/v1\/links\/link_\w+\/qr$/),
      created_by: { type: 'api_key', id: expect.stringMatching(/^key_/) },
    });
    expect([Date.parse(body.created_at) >= asked - 1_000, Date.parse(body.created_at) <= answered + 1_000]).toEqual([
      true,
      true,
    ]);
  });

  it('keeps every given field, and reads back as answered', async () => {
    const alias = random().toUpperCase();
    const { body, headers } = await workspace.post<Link>('/v1/links', {
      ...ALIAS_AND_MORE,
      alias,
      domain: `LOCALHOST:${workspace.product.port}`,
    });
    expect(body).toMatchObject({
      ...ALIAS_AND_MORE,
      alias,
      short_url: `http://localhost:${workspace.product.port}/${alias}`,
    });
    const read = await workspace.get(`/v1/links/${body.id}`);
    expect(read.body).toEqual(body);
    expect(read.headers.etag).toBe(headers.etag);
  });

  it('takes any of our own short hosts as domain', async () => {
    const domain = `127.0.0.1:${workspace.product.port}`;
    const link = await workspace.createLink({ domain });
    expect(link).toMatchObject({ domain, short_url: `http://${domain}/${link.alias}` });
  });

  it.each([
    ['one character', 1],
    ['100 characters', 100],
  ])('takes an alias of %s', async (_, length) => {
    const alias = length === 1 ? '_' : `${random()}-`.padEnd(length, 'x');
    const { status, body } = await workspace.post<Link>('/v1/links', { destination_url: 'https://example.com', alias });
    expect([status, body.alias]).toEqual([201, alias]);
  });

  it('keeps the destination as it was written, up to 8,192 characters', async () => {
    const long = `https://example.com/${'a'.repeat(8_192 - 20)}`;
    for (const destination_url of ['HTTPS://EXAMPLE.com', 'https://例え.jp/パス?q=ü', long]) {
      expect((await workspace.createLink({ destination_url })).destination_url).toBe(destination_url);
    }
  });

  it('creates a new link for every request without an alias', async () => {
    const create = () => workspace.post<Link>('/v1/links', { destination_url: 'https://example.com/' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => untilJudged(create)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.alias)).size).toBe(20);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(20);
  });

  it('gives an alias to exactly one of 32 concurrent requests, and names its link to the other 31', async () => {
    const alias = random();
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, n) => {
        const written = n % 2 ? alias : alias.toUpperCase();
        const body = { destination_url: `https://example.com/${n}`, alias: written };
        const headers = { 'idempotency-key': `${alias}/${n}` };
        return untilJudged(() => workspace.post<Link & { existing_link_id?: string }>('/v1/links', body, headers));
      }),
    );
    const winners = answers.filter(({ status }) => status === 201);
    const losers = answers.filter(({ status }) => status === 409);
    expect([winners.length, losers.length]).toEqual([1, 31]);
    expect(new Set(losers.map(({ body }) => body.existing_link_id))).toEqual(new Set([winners[0]?.body.id]));
  });

  it('gives an alias to exactly one of two workspaces', async () => {
    const other = await newWorkspace();
    const alias = random();
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        (n % 2 ? other : workspace).post('/v1/links', { destination_url: 'https://example.com', alias }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });
});
