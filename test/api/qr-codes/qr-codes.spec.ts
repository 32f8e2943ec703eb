import { type RequestListener, createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Resvg } from '@resvg/resvg-js';
import { readQr } from '../../support/read-qr';
import { fetchImage } from '../support/images';
import { expectProblem, locationsOf } from '../support/problems';
import type { List, QrCode } from '../support/records';
import { newWorkspace, useWorkspace } from '../support/workspace';

const PNG = new Resvg(
  '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><rect width="90" height="60" fill="#c62828"/></svg>',
)
  .render()
  .asPng();

const workspace = useWorkspace();
const ends: (() => void)[] = [];
afterAll(() => ends.forEach((end) => end()));

/** A server of logos, and how often it was asked. */
const logoServer = async (answer: RequestListener) => {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => (server.closeAllConnections(), server.close()));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/logo.png`, asked: () => asked };
};
const image = (id: string, headers = {}) => fetchImage(workspace, `/v1/qr-codes/${id}/image`, headers);

describe('POST /v1/qr-codes', () => {
  it('makes a QR code of a URL with the defaults, which reads back as answered', async () => {
    const { status, body, headers } = await workspace.post<QrCode>('/v1/qr-codes', {
      url: 'https://example.com/a?b=ü#c',
    });
    expect([status, headers.location, headers.etag]).toEqual([201, `/v1/qr-codes/${body.id}`, '"0"']);
    expect(body).toEqual({
      id: expect.stringMatching(/^qr_[0-9a-z]{26}$/),
      link_id: null,
      url: 'https://example.com/a?b=ü#c',
      name: null,
      format: 'svg',
      size: 600,
      level: 'M',
      margin: 2,
      fg_color: '#000000',
      bg_color: '#ffffff',
      logo_url: null,
      short_url: null,
      image_url: `${workspace.product.url}/v1/qr-codes/${body.id}/image`,
      created_by: { type: 'api_key', id: expect.stringMatching(/^key_/) },
      created_at: expect.any(String),
      updated_at: body.created_at,
    });
    expect((await workspace.get(`/v1/qr-codes/${body.id}`)).body).toEqual(body);
    const { bytes } = await image(body.id);
    expect(readQr(bytes, 'image/svg+xml')).toBe('https://example.com/a?b=ü#c');
  });

  it('makes one of a link, which holds its short URL with qr=1 also while the link is deleted', async () => {
    const link = await workspace.createLink();
    const fields = { link_id: link.id, name: 'Poster', format: 'png', size: 700, level: 'H', fg_color: '#1A237E' };
    const { body } = await workspace.post<QrCode>('/v1/qr-codes', fields);
    expect(body).toMatchObject({ ...fields, fg_color: '#1a237e', url: null, short_url: link.short_url });
    const { bytes, headers } = await image(body.id);
    expect(readQr(bytes, 'image/png')).toBe(`${link.short_url}?qr=1`);
    await workspace.delete(`/v1/links/${link.id}`);
    expect((await image(body.id, { 'if-none-match': String(headers.get('etag')) })).status).toBe(304);
    const listed = await workspace.get<List<QrCode>>(`/v1/qr-codes?link_id=${link.id}`);
    expect(listed.body).toMatchObject({ data: [{ id: body.id, short_url: link.short_url }], meta: { total: 1 } });
  });

  it('refuses wrong fields with their places', async () => {
    const problems = async (body: object) => locationsOf(await workspace.post('/v1/qr-codes', body));
    const url = 'https://example.com/';
    const { id } = await workspace.createLink();
    expect(await problems({})).toEqual(['body.url']);
    expect(await problems({ url, link_id: id })).toEqual(['body.url']);
    expect(await problems({ link_id: 'link_0123456789abcdefghjkmnpqrs' })).toEqual(['body.link_id']);
    expect(await problems({ url: 'mailto:a@example.com' })).toEqual(['body.url']);
    expect(await problems({ url, colour: 'red', image_url: 'x' })).toEqual(['body.colour', 'body.image_url']);
    expect(await problems({ url, fg_color: '#999999', size: 20 })).toEqual(['body.fg_color', 'body.size']);
    expect(await problems({ url, fg_color: 'red', size: 2_049, margin: -1, level: 'X', format: 'gif' })).toEqual(
      ['fg_color', 'format', 'level', 'margin', 'size'].map((field) => `body.${field}`),
    );
    expect(await problems({ url: `${url}${'x'.repeat(1_300)}`, level: 'H', size: 2_048 })).toEqual(['body.level']);
    expect(await problems({ url: `${url}${'x'.repeat(3_000)}`, size: 2_048 })).toEqual(['body.url']);
  });

  it('is answered once for a repeated Idempotency-Key', async () => {
    const send = () =>
      workspace.post<QrCode>('/v1/qr-codes', { url: 'https://example.com/once' }, { 'idempotency-key': 'qr-once' });
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
  });
});

describe('a logo', () => {
  const url = 'https://example.com/';

  it('is fetched once, when it is set, and drawn in each image', async () => {
    const server = await logoServer((_, response) => response.setHeader('content-type', 'text/html').end(PNG));
    const code = await workspace.createQrCode({ url, format: 'png', logo_url: server.url });
    expect(code).toMatchObject({ level: 'Q', logo_url: server.url });
    const [one, two] = [await image(code.id), await image(code.id)];
    expect(readQr(one.bytes, 'image/png')).toBe(url);
    expect(two.bytes.equals(one.bytes)).toBe(true);
    await workspace.patch(`/v1/qr-codes/${code.id}`, { name: 'Another', logo_url: server.url });
    expect(server.asked()).toBe(1);
    const { headers } = await workspace.patch(`/v1/qr-codes/${code.id}`, { logo_url: null });
    expect(headers.etag).toBe('"2"');
    const without = await image(code.id);
    expect(without.headers.get('etag')).not.toBe(one.headers.get('etag'));
    expect(readQr(without.bytes, 'image/png')).toBe(url);
  });

  it('goes with the levels Q and H only', async () => {
    const { url: logo_url } = await logoServer((_, response) => response.end(PNG));
    for (const level of ['L', 'M'])
      expect(locationsOf(await workspace.post('/v1/qr-codes', { url, logo_url, level }))).toEqual(['body.level']);
    const { id } = await workspace.createQrCode({ url });
    expect(locationsOf(await workspace.patch(`/v1/qr-codes/${id}`, { logo_url }))).toEqual(['body.level']);
    expect((await workspace.patch(`/v1/qr-codes/${id}`, { logo_url, level: 'H' })).status).toBe(200);
    expect(locationsOf(await workspace.patch(`/v1/qr-codes/${id}`, { level: 'M' }))).toEqual(['body.level']);
  });

  it('is refused where it leads inside, is not an image, too large, or does not come', async () => {
    const refused = async (logo_url: string) => {
      const answer = await workspace.post('/v1/qr-codes', { url, logo_url });
      return expectProblem(answer, 400, 'invalid_request').errors.map(({ location, message }) => [location, message]);
    };
    const served = async (answer: RequestListener) => refused((await logoServer(answer)).url);
    const at = (message: string) => [['body.logo_url', message]];
    for (const host of ['[::1]', '10.0.0.1', '169.254.169.254', '127.0.0.2', '0'])
      expect(await refused(`https://${host}/logo.png`)).toEqual(at('must not lead to an address that is not public'));
    expect(await refused('http://example.com/logo.png')).toEqual(at('must be an https URL'));
    expect(await refused(`${workspace.product.url}/x`)).toEqual(at('must not lead to this installation'));
    expect(await served((_, response) => response.writeHead(302, { location: 'http://127.0.0.2/' }).end())).toEqual(
      at('must not lead to an address that is not public'),
    );
    expect(await served((_, response) => response.setHeader('content-type', 'image/png').end('<html></html>'))).toEqual(
      at('must be an image: PNG or JPEG'),
    );
    expect(await served((_, response) => response.writeHead(404).end())).toEqual(at('answers with the status 404'));
    expect(await served((_, response) => response.end(Buffer.alloc(262_145)))).toEqual(
      at('answers with more than 262144 bytes'),
    );
    const huge = Buffer.from(PNG);
    huge.writeUInt32BE(100_000, 16);
    expect(await served((_, response) => response.end(huge))).toEqual(at('must be an image of at most 4 megapixels'));
    expect(await served((request) => request.destroy())).toEqual(at('could not be reached'));
  });

  it('is fetched four at once and thirty times a minute for a workspace', async () => {
    let [open, most] = [0, 0];
    const server = await logoServer((_, response) => {
      most = Math.max(most, (open += 1));
      setTimeout(() => ((open -= 1), response.end(PNG)), 50);
    });
    const send = (by = workspace) => by.post('/v1/qr-codes', { url, logo_url: server.url });
    const busy = await newWorkspace();
    const answers = await Promise.all(Array.from({ length: 60 }, () => send(busy)));
    expect(server.asked()).toBeLessThanOrEqual(30);
    expect(most).toBeLessThanOrEqual(4);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(30);
    for (const one of refused) {
      expectProblem(one, 429, 'rate_limited');
      expect(Number(one.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    }
    expect((await send()).status).toBe(201);
  });
});

describe('PATCH, DELETE and GET /v1/qr-codes', () => {
  it('changes what is sent, under If-Match, and clears by null', async () => {
    const { id } = await workspace.createQrCode({ name: 'Poster', size: 800 });
    const changed = await workspace.patch<QrCode>(
      `/v1/qr-codes/${id}`,
      { name: null, size: 900 },
      { 'if-match': '"0"' },
    );
    expect([changed.status, changed.headers.etag, changed.body]).toMatchObject([200, '"1"', { name: null, size: 900 }]);
    expectProblem(
      await workspace.patch(`/v1/qr-codes/${id}`, { size: 700 }, { 'if-match': '"0"' }),
      412,
      'revision_mismatch',
    );
    const same = await workspace.patch(`/v1/qr-codes/${id}`, { size: 900 });
    expect([same.status, same.headers.etag]).toEqual([200, '"1"']);
    expect(locationsOf(await workspace.patch(`/v1/qr-codes/${id}`, { url: null }))).toEqual(['body.url']);
    expect(locationsOf(await workspace.patch(`/v1/qr-codes/${id}`, { margin: 16, size: 50 }))).toEqual(['body.size']);
  });

  it('lets racing changes that are unreadable together not both succeed', async () => {
    const { id } = await workspace.createQrCode({ fg_color: '#000000', bg_color: '#ffffff' });
    const answers = await Promise.all([
      workspace.patch(`/v1/qr-codes/${id}`, { fg_color: '#7f7f7f' }),
      workspace.patch(`/v1/qr-codes/${id}`, { bg_color: '#aaaaaa' }),
    ]);
    // A conflict where the first change cannot be read soon enough to judge the second.
    expect([
      [200, 400],
      [200, 409],
    ]).toContainEqual(answers.map(({ status }) => status).sort());
    expect((await image(id)).status).toBe(200);
  });

  it('deletes for good: the record, its image and its place in the list', async () => {
    const { id } = await workspace.createQrCode();
    const before = (await workspace.get<List<QrCode>>('/v1/qr-codes')).body.meta.total;
    expect((await workspace.delete(`/v1/qr-codes/${id}`)).status).toBe(204);
    for (const path of ['', '/image'])
      expectProblem(await workspace.get(`/v1/qr-codes/${id}${path}`), 404, 'not_found');
    expectProblem(await workspace.delete(`/v1/qr-codes/${id}`), 404, 'not_found');
    expect((await workspace.get<List<QrCode>>('/v1/qr-codes')).body.meta.total).toBe(before - 1);
  });

  it('lists the newest first, page by page', async () => {
    const [older, newer] = [await workspace.createQrCode(), await workspace.createQrCode()];
    const { body, headers } = await workspace.get<List<QrCode>>('/v1/qr-codes?limit=2');
    expect(body.data.map(({ id }) => id)).toEqual([newer.id, older.id]);
    expect(headers.link).toContain('rel="next"');
    expect(body.meta).toMatchObject({ page: 1, limit: 2 });
  });
});
