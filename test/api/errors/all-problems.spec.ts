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
  });
});
