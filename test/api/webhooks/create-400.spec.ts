import { expectProblem, locationsOf } from '../support/problems';
import { newWorkspace, useWorkspace } from '../support/workspace';

describe('POST /v1/webhooks refuses', () => {
  const workspace = useWorkspace();
  const create = (fields: object) =>
    workspace.post('/v1/webhooks', { url: 'https://hooks.example.com/', events: ['*'], ...fields });

  it('a body without a URL and events', async () =>
    expect(locationsOf(await workspace.post('/v1/webhooks', {}))).toEqual(['body.events', 'body.url']));

  it('every problem of a body in one answer', async () => {
    const fields = {
      url: 'https://10.0.0.1/',
      events: ['link.*', 'link.painted', 'LINK.created', 'link'],
      description: 1,
      active: 'yes',
      filters: { tags: [''], colours: [], include_bots: 1 },
      status: 'active',
      secret: 'whsec_x',
    };
    expect(locationsOf(await create(fields))).toEqual([
      'body.active',
      'body.description',
      'body.events[1]',
      'body.events[2]',
      'body.events[3]',
      'body.filters.colours',
      'body.filters.include_bots',
      'body.filters.tags[0]',
      'body.secret',
      'body.status',
      'body.url',
    ]);
  });

  it('a webhook without events', async () =>
    expect(locationsOf(await create({ events: [] }))).toEqual(['body.events']));

  it.each([
    'http://hooks.example.com/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://127.0.0.2/',
    'https://0x7f000002/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://user:password@hooks.example.com/',
    'ftp://hooks.example.com/',
    'hooks.example.com',
    '/hook',
    'https://hooks.example.com/\u0000',
  ])('the URL %s', async (url) => expect(locationsOf(await create({ url }))).toEqual(['body.url']));

  it('a URL of this installation, by its own host or by a verified domain', async () => {
    const { hostname } = await workspace.verifiedDomain();
    const { errors } = expectProblem(
      await create({ url: `${workspace.product.url}/v1/links` }),
      400,
      'invalid_request',
    );
    expect(errors).toEqual([
      { location: 'body.url', message: 'must not lead to this installation', code: 'invalid_request' },
    ]);
    expect(locationsOf(await create({ url: `https://${hostname}/x` }))).toEqual(['body.url']);
  });

  it('filters by what the workspace does not have, unknown and foreign alike', async () => {
    const other = await newWorkspace();
    const [link, campaign, domain, mine] = await Promise.all([
      other.createLink(),
      other.createCampaign(),
      other.addDomain(),
      workspace.createLink(),
    ]);
    const foreign = await create({
      filters: { link_ids: [mine.id, mine.id, link.id], campaign_ids: [campaign.id], domains: [domain.hostname] },
    });
    const unknown = await create({
      filters: { link_ids: [mine.id, mine.id, 'link_x'], campaign_ids: ['cmp_x'], domains: ['go.unknown.example'] },
    });
    expect(locationsOf(foreign)).toEqual([
      'body.filters.campaign_ids[0]',
      'body.filters.domains[0]',
      'body.filters.link_ids[2]',
    ]);
    const errorsOf = ({ body }: { body: unknown }) => (body as { errors: unknown }).errors;
    expect(errorsOf(foreign)).toEqual(errorsOf(unknown));
  });
});
