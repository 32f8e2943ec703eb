import { readQr } from '../../support/read-qr';
import { eventually } from '../../support/programs';
import { visit, useOneDay } from '../support/clicks';
import { fetchImage } from '../support/images';
import { expectProblem, locationsOf } from '../support/problems';
import type { Analytics, Link } from '../support/records';
import { useWorkspace } from '../support/workspace';

describe('GET /v1/links/{id}/qr', () => {
  const workspace = useWorkspace();
  useOneDay();
  const image = (path: string, headers = {}) => fetchImage(workspace, path, headers);

  it('is an SVG of the short URL with qr=1, and the address of it is in each record of the link', async () => {
    const link = await workspace.createLink();
    const { body } = await workspace.get<Link>(`/v1/links/${link.id}`);
    expect(body).toEqual(link);
    expect(body.qr_url).toBe(`${workspace.product.url}/v1/links/${link.id}/qr`);
    const answer = await image(`/v1/links/${link.id}/qr`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(readQr(answer.bytes, 'image/svg+xml')).toBe(`${link.short_url}?qr=1`);
  });

  it('is a PNG with the options of the query', async () => {
    const { id, short_url } = await workspace.createLink();
    const query = 'format=png&size=512&level=H&margin=4&fg_color=%231A237E&bg_color=%23ffe0b2';
    const { status, headers, bytes } = await image(`/v1/links/${id}/qr?${query}`);
    expect([status, headers.get('content-type'), bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([
      200,
      'image/png',
      512,
      512,
    ]);
    expect(readQr(bytes, 'image/png')).toBe(`${short_url}?qr=1`);
  });

  it('is a 304 without a body while the image is the same, whatever was edited', async () => {
    const { id } = await workspace.createLink();
    const path = `/v1/links/${id}/qr`;
    const { headers } = await image(path);
    const etag = String(headers.get('etag'));
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    await workspace.patch(`/v1/links/${id}`, { title: 'Another' });
    for (const sent of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const answer = await image(path, { 'if-none-match': sent });
      expect([sent, answer.status, answer.bytes.length, answer.headers.get('etag')]).toEqual([sent, 304, 0, etag]);
    }
    for (const [other, sent] of [
      [path, '"0"'],
      [`${path}?size=601`, etag],
      [path, 'nonsense'],
    ] as const)
      expect([sent, (await image(other, { 'if-none-match': sent })).status]).toEqual([sent, 200]);
  });

  it('refuses what readers could not read, with all problems at their places', async () => {
    const { id } = await workspace.createLink();
    const problems = async (query: string) => locationsOf(await workspace.get(`/v1/links/${id}/qr?${query}`));
    expect(await problems('size=2049&margin=17&level=X&format=gif&fg_color=black&bg_color=%23fff')).toEqual(
      ['bg_color', 'fg_color', 'format', 'level', 'margin', 'size'].map((field) => `query.${field}`),
    );
    expect(await problems('fg_color=%23808080')).toEqual(['query.fg_color']);
    expect(await problems('fg_color=%23000000&bg_color=%23636363')).toEqual(['query.bg_color']);
    expect(await problems('fg_color=%23ffffff&bg_color=%23000000')).toEqual(['query.fg_color']);
    expect(await problems('size=40')).toEqual(['query.size']);
    expect(await problems('size=0')).toEqual(['query.size']);
    expect(await problems('colour=red')).toEqual(['query.colour']);
    expect(await problems('bg_color=%23ffffff%22/%3E%3Cscript%3E')).toEqual(['query.bg_color']);
  });

  it('is a 404 for a deleted link', async () => {
    const { id } = await workspace.createLink();
    await workspace.delete(`/v1/links/${id}`);
    expectProblem(await workspace.get(`/v1/links/${id}/qr`), 404, 'not_found');
  });

  it('leads to a visit that analytics count as a scan', async () => {
    const { id } = await workspace.createLink();
    const scanned = readQr((await image(`/v1/links/${id}/qr`)).bytes, 'image/svg+xml') ?? '';
    const { pathname, search } = new URL(scanned);
    await visit(workspace, pathname.slice(1), { query: search });
    await eventually(async () => {
      const { body } = await workspace.get<Analytics>(`/v1/analytics/links/${id}?range=today`);
      expect(body.totals).toMatchObject({ clicks: 1, qr_scans: 1 });
    });
  });
});
