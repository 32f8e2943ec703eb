import { type Domain, newHostname, verify } from '../support/domains';
import { expectProblem, locationsOf } from '../support/problems';
import type { Link } from '../support/records';
import { newWorkspace, useWorkspace } from '../support/workspace';

describe('GET /v1/links/lookup', () => {
  const workspace = useWorkspace();
  let link: Link;
  const lookup = (query: Record<string, string>) =>
    workspace.get<Link>(`/v1/links/lookup?${new URLSearchParams(query).toString()}`);

  beforeAll(async () => void (link = await workspace.createLink({ alias: `Look-${Date.now()}`, title: 'found' })));

  it('finds the record by its alias, in any case, on any of our own hosts', async () => {
    const { body, headers } = await workspace.get<Link>(`/v1/links/${link.id}`);
    for (const query of [
      { alias: link.alias },
      { alias: link.alias.toUpperCase() },
      { alias: link.alias, domain: link.domain },
      { alias: link.alias, domain: `127.0.0.1:${workspace.product.port}` },
    ] as Record<string, string>[]) {
      const answer = await lookup(query);
      expect([answer.status, answer.body, answer.headers.etag]).toEqual([200, body, headers.etag]);
    }
  });

  it('finds it by its short URL, with or without a query', async () => {
    for (const short_url of [link.short_url, `${link.short_url}?qr=1`, `${link.short_url}#part`])
      expect((await lookup({ short_url })).body.id).toBe(link.id);
  });

  it('answers 404 for unknown and deleted links, and on other hosts', async () => {
    const gone = await workspace.createLink();
    await workspace.delete(`/v1/links/${gone.id}`);
    const unknown: Record<string, string>[] = [
      { alias: `nobody-${Date.now()}` },
      { alias: 'v1' },
      { alias: 'no such alias!' },
      { alias: gone.alias },
      { alias: link.alias, domain: 'elsewhere.example' },
      { short_url: `https://elsewhere.example/${link.alias}` },
    ];
    for (const query of unknown) expectProblem(await lookup(query), 404, 'not_found');
  });

  it("answers another workspace's alias like an unknown one", async () => {
    const second = await newWorkspace();
    const headers = { 'x-request-id': 'req_pinned' };
    const foreign = await second.get(`/v1/links/lookup?alias=${link.alias}`, headers);
    const unknown = await second.get(`/v1/links/lookup?alias=nobody-${Date.now()}`, headers);
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
  });

  it.each([
    [{}, ['query.alias']],
    [{ domain: 'x.example' }, ['query.alias']],
    [{ alias: '' }, ['query.alias']],
    [{ alias: 'a', short_url: 'https://x.example/a' }, ['query.alias']],
    [{ domain: 'x.example', short_url: 'https://x.example/a' }, ['query.domain']],
    [{ short_url: 'x.example/a' }, ['query.short_url']],
    [{ short_url: 'https://x.example/a/b' }, ['query.short_url']],
    [{ short_url: 'https://x.example/' }, ['query.short_url']],
    [{ alias: 'a', colour: 'red' }, ['query.colour']],
  ] as [Record<string, string>, string[]][])('refuses %j', async (query, locations) =>
    expect(locationsOf(await lookup(query))).toEqual(locations),
  );
});

describe('GET /v1/links/exists', () => {
  const workspace = useWorkspace();
  const exists = (query: string, who = workspace) => who.get<{ exists: boolean }>(`/v1/links/exists?${query}`);

  it('reports whether any link, deleted ones included, has an alias', async () => {
    const { id, alias, domain } = await workspace.createLink();
    const second = await newWorkspace();
    for (const query of [`alias=${alias}`, `alias=${alias.toUpperCase()}&domain=${domain}`])
      for (const who of [workspace, second]) expect((await exists(query, who)).body).toEqual({ exists: true });
    await workspace.delete(`/v1/links/${id}`);
    expect((await exists(`alias=${alias}`, second)).body).toEqual({ exists: true });
    expect((await exists(`alias=nobody-${Date.now()}`)).body).toEqual({ exists: false });
  });

  it('refuses invalid aliases, and domains that are not ours', async () => {
    for (const query of ['', 'alias=admin', 'alias=a%20b', 'domain=x.example'])
      expect(locationsOf(await exists(query))).toEqual(['query.alias']);
    const { errors } = expectProblem(await exists('alias=a&domain=x.example'), 400, 'domain_not_verified');
    expect(errors.map(({ location }) => location)).toEqual(['query.domain']);
  });

  it('says nothing of the domains of others: an unknown one and a verified one of theirs are the same 400', async () => {
    const other = await newWorkspace();
    const [theirs, unknown] = [newHostname(), newHostname()];
    await verify(other, (await other.post<Domain>('/v1/domains', { hostname: theirs })).body);
    const { alias } = await other.createLink({ domain: theirs });
    expect((await exists(`alias=${alias}&domain=${theirs}`, other)).body).toEqual({ exists: true });
    const answers = [theirs, unknown].map(async (domain) => {
      const { errors, detail } = expectProblem(
        await exists(`alias=${alias}&domain=${domain}`),
        400,
        'domain_not_verified',
      );
      return { errors, detail };
    });
    expect(await answers[0]).toEqual(await answers[1]);
  });
});
