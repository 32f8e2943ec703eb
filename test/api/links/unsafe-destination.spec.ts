import { send } from '../../support/waymark';
import { expectProblem } from '../support/problems';
import type { Link } from '../support/records';
import { useWorkspace } from '../support/workspace';

const URL = 'https://example.com/';
const BLOCKED = 'https://blocked.example/x';

describe('a host on the blocklist', () => {
  const workspace = useWorkspace();
  const problemsOf = (answer: Parameters<typeof expectProblem>[0], code = 'unsafe_destination') =>
    Object.fromEntries(expectProblem(answer, 400, code).errors.map((one) => [one.location, one.code]));

  it.each([
    BLOCKED,
    'http://BLOCKED.example.:8080/',
    'https://a.b.blocked.example/',
    'https://b\u00fccher.example/',
    'https://xn--bcher-kva.example/',
  ])('is not a destination: %s', async (destination_url) => {
    const before = await workspace.countLinks();
    expect(problemsOf(await workspace.post('/v1/links', { destination_url }))).toEqual({
      'body.destination_url': 'unsafe_destination',
    });
    expect(problemsOf(await workspace.post('/api/urls', { originalUrl: destination_url }))).toEqual({
      'body.originalUrl': 'unsafe_destination',
    });
    expect(await workspace.countLinks()).toBe(before);
  });

  it('blocks no host beside it', async () => {
    for (const destination_url of ['https://notblocked.example/', 'https://blocked.example.org/', 'https://example/'])
      expect((await workspace.post('/v1/links', { destination_url })).status).toBe(201);
  });

  it('is refused wherever a link leads, and in its preview', async () => {
    const fields = {
      expired_url: BLOCKED,
      rules: [{ if: { os: 'iOS' }, destination_url: BLOCKED }],
      variants: [
        { destination_url: URL, weight: 1 },
        { destination_url: BLOCKED, weight: 1 },
      ],
      preview: { image_url: BLOCKED },
    };
    const found = {
      'body.expired_url': 'unsafe_destination',
      'body.preview.image_url': 'unsafe_destination',
      'body.rules[0].destination_url': 'unsafe_destination',
      'body.variants[1].destination_url': 'unsafe_destination',
    };
    expect(problemsOf(await workspace.post('/v1/links', { destination_url: URL, ...fields }))).toEqual(found);
    const link = await workspace.createLink({ external_id: 'unsafe' });
    expect(problemsOf(await workspace.patch(`/v1/links/${link.id}`, fields))).toEqual(found);
    const put = await send(workspace.product, 'PUT', '/v1/links/by-external-id/unsafe', {
      body: fields,
      headers: { authorization: `Bearer ${workspace.token}` },
    });
    expect(problemsOf(put)).toEqual(found);
    expect((await workspace.get<Link>(`/v1/links/${link.id}`)).body).toEqual(link);
  });

  it('comes after a loop and before a foreign domain', async () => {
    const body = { destination_url: BLOCKED, domain: 'example.com' };
    expect(problemsOf(await workspace.post('/v1/links', body))).toEqual({
      'body.destination_url': 'unsafe_destination',
      'body.domain': 'domain_not_verified',
    });
    const loop = { ...body, expired_url: `${workspace.product.url}/x` };
    expect(problemsOf(await workspace.post('/v1/links', loop), 'redirect_loop')).toMatchObject({
      'body.destination_url': 'unsafe_destination',
      'body.expired_url': 'redirect_loop',
    });
  });
});
