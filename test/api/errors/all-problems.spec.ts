import type { Answer } from '../../support/waymark';
import { newHostname } from '../support/domains';
import { expectProblem } from '../support/problems';
import { useWorkspace } from '../support/workspace';

/** What no schema knows of: where URLs lead, what the workspace has, what goes together. */
describe('an answer that refuses a field lists the problems of the others, too', () => {
  const workspace = useWorkspace();
  const loop = () => `${workspace.product.url}/x`;
  const codesIn = (answer: Answer) =>
    Object.fromEntries(
      expectProblem(answer, 400, 'invalid_request').errors.map(({ location, code }) => [
        location,
        code === 'invalid_request' ? 400 : code,
      ]),
    );

  it('where a domain is added or changed', async () => {
    const urls = { root_url: loop(), not_found_url: 'ftp://a.example/', expired_url: 'https://blocked.example/' };
    const found = {
      'body.root_url': 'redirect_loop',
      'body.not_found_url': 400,
      'body.expired_url': 'unsafe_destination',
    };
    expect(codesIn(await workspace.post('/v1/domains', { ...urls, hostname: 'x' }))).toEqual({
      ...found,
      'body.hostname': 400,
    });
    const { hostname: verified } = await workspace.verifiedDomain();
    const elsewhere = { hostname: newHostname(), root_url: `https://${verified}/`, colour: 'red' };
    expect(codesIn(await workspace.post('/v1/domains', elsewhere))).toEqual({
      'body.root_url': 'redirect_loop',
      'body.colour': 400,
    });
    const domain = await workspace.addDomain();
    const itself = { ...urls, root_url: `https://${domain.hostname}/` };
    expect(codesIn(await workspace.patch(`/v1/domains/${domain.id}`, itself))).toEqual(found);
  });

  it('where a campaign is made or changed', async () => {
    const body = { name: '', starts_at: '2999-01-02T00:00:00Z', ends_at: '2999-01-01T00:00:00Z' };
    const found = { 'body.name': 400, 'body.ends_at': 400 };
    expect(codesIn(await workspace.post('/v1/campaigns', body))).toEqual(found);
    const { id } = await workspace.createCampaign();
    expect(codesIn(await workspace.patch(`/v1/campaigns/${id}`, body))).toEqual(found);
  });

  it('where a QR code is made or changed', async () => {
    const body = { name: '', link_id: 'link_x', level: 'L', size: 'large', logo_url: 'https://10.0.0.1/' };
    const colors = { fg_color: '#ffffff', bg_color: '#ffffff' };
    const found = {
      'body.name': 400,
      'body.link_id': 400,
      'body.level': 400,
      'body.size': 400,
      'body.logo_url': 400,
      'body.fg_color': 400,
    };
    expect(codesIn(await workspace.post('/v1/qr-codes', { ...body, ...colors }))).toEqual(found);
    const { name, logo_url } = body;
    expect(codesIn(await workspace.post('/v1/qr-codes', { url: 'https://example.com/', name, logo_url }))).toEqual({
      'body.name': 400,
      'body.logo_url': 400,
    });
    const { id } = await workspace.createQrCode({ ...colors, fg_color: '#000000' });
    const { bg_color: _, ...dark } = colors;
    expect(codesIn(await workspace.patch(`/v1/qr-codes/${id}`, { ...body, ...dark }))).toEqual(found);
    expect(codesIn(await workspace.patch(`/v1/qr-codes/${id}`, { level: 'X', fg_color: 'red', size: 20 }))).toEqual({
      'body.level': 400,
      'body.fg_color': 400,
      'body.size': 400,
    });
    expect(codesIn(await workspace.post('/v1/qr-codes', { fg_color: '#ffffff' }))).toEqual({
      'body.fg_color': 400,
      'body.url': 400,
    });
    expect(codesIn(await workspace.post('/v1/qr-codes', { name: '', link_id: 7 }))).toEqual({
      'body.name': 400,
      'body.link_id': 400,
    });
  });

  it('where an API key is made', async () =>
    expect(codesIn(await workspace.post('/v1/api-keys', { name: '', scope: 'all', expiration: '2000-01-01' }))).toEqual(
      { 'body.name': 400, 'body.scope': 400, 'body.expiration': 400 },
    ));

  it('where a webhook is made or changed, and its events are replayed', async () => {
    const unknown = 'link_00000000000000000000000000';
    const body = { url: 'https://10.0.0.1/', filters: { link_ids: [unknown], domains: [newHostname()] }, active: 1 };
    const found = {
      'body.url': 400,
      'body.filters.link_ids[0]': 400,
      'body.filters.domains[0]': 400,
      'body.active': 400,
    };
    expect(codesIn(await workspace.post('/v1/webhooks', body))).toEqual({ ...found, 'body.events': 400 });
    const hook = { url: 'https://hooks.example.com/', events: ['link.created'] };
    const { id } = (await workspace.post<{ id: string }>('/v1/webhooks', hook)).body;
    expect(codesIn(await workspace.patch(`/v1/webhooks/${id}`, body))).toEqual(found);
    const replay = (window: object) => workspace.post(`/v1/webhooks/${id}/replay`, window);
    expect(codesIn(await replay({ from: '2999-01-01T00:00:00Z', events: ['api_key.created'] }))).toEqual({
      'body.from': 400,
      'body.events[0]': 400,
    });
    expect(codesIn(await replay({ from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z', colour: 1 }))).toEqual({
      'body.to': 400,
      'body.colour': 400,
    });
  });

  it('where a URL is shortened or checked', async () => {
    const { hostname } = await workspace.verifiedDomain();
    const inside = `https://${hostname}/`;
    expect(codesIn(await workspace.post('/api/urls', { originalUrl: inside, colour: 1 }))).toEqual({
      'body.originalUrl': 'redirect_loop',
      'body.colour': 400,
    });
    expect(codesIn(await workspace.post('/v1/links/check', { destination_url: inside, colour: 1 }))).toEqual({
      'body.destination_url': 'redirect_loop',
      'body.colour': 400,
    });
  });
});
