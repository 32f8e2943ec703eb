import { type Answer, send } from '../../support/waymark';
import { bulkOf, problemOfItem } from '../support/bulk';
import { expectProblem, locationsOf } from '../support/problems';
import { useWorkspace } from '../support/workspace';

const URL = 'https://example.com/';

describe('one answer lists problems of every kind', () => {
  const workspace = useWorkspace();
  const post = (body: object, path = '/v1/links') => workspace.post(path, body);
  const put = (externalId: string, body: object) =>
    send(workspace.product, 'PUT', `/v1/links/by-external-id/${externalId}`, {
      body,
      headers: { authorization: `Bearer ${workspace.token}` },
    });
  const loop = () => `${workspace.product.url}/x`;
  const codesOf = (answer: Answer, code: string) =>
    Object.fromEntries(expectProblem(answer, 400, code).errors.map((one) => [one.location, one.code]));

  it('where a link is created', async () => {
    const body = {
      destination_url: loop(),
      domain: 'example.com',
      title: '',
      colour: 'red',
      expired_url: 'javascript:1',
      starts_at: '2027-01-01T00:00:00Z',
      expires_at: '2027-01-01T01:00:00+01:00',
      rules: [
        { if: {}, destination_url: loop() },
        { if: { os: 'iOS' }, destination_url: URL },
      ],
      variants: [{ destination_url: loop(), weight: 0 }],
      find_if_exists: true,
      password: 'open sesame',
    };
    const found = {
      'body.colour': 'invalid_request',
      'body.destination_url': 'redirect_loop',
      'body.domain': 'domain_not_verified',
      'body.expired_url': 'invalid_request',
      'body.expires_at': 'invalid_request',
      'body.password': 'invalid_request',
      'body.rules[0].destination_url': 'redirect_loop',
      'body.rules[0].if': 'invalid_request',
      'body.title': 'invalid_request',
      'body.variants': 'invalid_request',
      'body.variants[0].destination_url': 'redirect_loop',
      'body.variants[0].weight': 'invalid_request',
    };
    expect(codesOf(await post(body), 'invalid_request')).toEqual(found);
    expect(codesOf(await post(body, '/v1/links?dry_run=true'), 'invalid_request')).toEqual({
      ...found,
      'query.dry_run': 'invalid_request',
    });
  });

  it('under the code of the first kind', async () => {
    expect(codesOf(await post({ destination_url: loop(), domain: 'example.com' }), 'redirect_loop')).toEqual({
      'body.destination_url': 'redirect_loop',
      'body.domain': 'domain_not_verified',
    });
    expect(codesOf(await post({ destination_url: URL, domain: 'example.com' }), 'domain_not_verified')).toEqual({
      'body.domain': 'domain_not_verified',
    });
  });

  it('where a link is changed, once it exists', async () => {
    const body = { expired_url: loop(), title: '' };
    const { id } = await workspace.createLink();
    expect(codesOf(await workspace.patch(`/v1/links/${id}`, body), 'invalid_request')).toEqual({
      'body.expired_url': 'redirect_loop',
      'body.title': 'invalid_request',
    });
    const unknown = '/v1/links/link_00000000000000000000000000';
    expectProblem(await workspace.patch(unknown, body), 404, 'not_found');
    expectProblem(await workspace.patch(unknown, { expired_url: loop() }), 404, 'not_found');
  });

  it('where a link is put, whether it exists or not', async () => {
    const body = { expired_url: loop(), domain: 'example.com' };
    expect(codesOf(await put('kinds', body), 'invalid_request')).toEqual({
      'body.destination_url': 'invalid_request',
      'body.domain': 'domain_not_verified',
      'body.expired_url': 'redirect_loop',
    });
    expect(codesOf(await put('kinds', { ...body, destination_url: 'x' }), 'invalid_request')).toEqual({
      'body.destination_url': 'invalid_request',
      'body.domain': 'domain_not_verified',
      'body.expired_url': 'redirect_loop',
    });
    await workspace.createLink({ external_id: 'kinds' });
    expect(codesOf(await put('kinds', { expired_url: loop(), title: '' }), 'invalid_request')).toEqual({
      'body.expired_url': 'redirect_loop',
      'body.title': 'invalid_request',
    });
  });

  it('where its campaign is unknown, or no id at all', async () => {
    const { id } = await workspace.createLink();
    const found = (at: string) => [`${at}.campaign_id`, `${at}.expired_url`, `${at}.title`];
    for (const campaign_id of ['cmp_0123456789abcdefghjkmnpqrs', 'x'.repeat(101)]) {
      const change = { campaign_id, expired_url: loop(), title: '' };
      const whole = { ...change, destination_url: URL };
      for (const answer of [
        await post(whole),
        await workspace.patch(`/v1/links/${id}`, change),
        await put('campaigns', whole),
      ])
        expect(locationsOf(answer)).toEqual(found('body'));
      const bulk = bulkOf(workspace);
      expect(problemOfItem(await bulk.create([whole]), 0)).toEqual(['invalid_request', ...found('body[0]')]);
      expect(problemOfItem(await bulk.update([{ id, ...change }]), 0)).toEqual([
        'invalid_request',
        ...found('body[0]'),
      ]);
    }
  });

  it('where a URL is shortened', async () =>
    expect(codesOf(await post({ originalUrl: loop(), alias: 'x' }, '/api/urls'), 'invalid_request')).toEqual({
      'body.alias': 'invalid_request',
      'body.originalUrl': 'redirect_loop',
    }));
});
