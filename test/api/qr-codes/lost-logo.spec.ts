import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Resvg } from '@resvg/resvg-js';
import { connectToDatabaseOf } from '../../faults/processes';
import { type Product, startWaymark } from '../../support/waymark';
import { fetchImage } from '../support/images';
import { newWorkspace } from '../support/workspace';

const PNG = new Resvg(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="#c62828"/></svg>',
)
  .render()
  .asPng();

let product: Product;
const server = createServer((_, response) => response.end(PNG)).listen(0, '127.0.0.1');

beforeAll(async () => {
  await once(server, 'listening');
  product = await startWaymark({ patient: true, env: { SIGNUP: 'open', EGRESS_ALLOW: '127.0.0.1' } });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await product.stop();
});

it('a logo that is lost leaves an image with another ETag, and comes back when its URL is sent again', async () => {
  const workspace = await newWorkspace(product);
  const logo_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/logo.png`;
  const { id } = await workspace.createQrCode({ url: 'https://example.com/', logo_url });
  const image = (headers = {}) => fetchImage(workspace, `/v1/qr-codes/${id}/image`, headers);
  const first = await image();
  const etag = String(first.headers.get('etag'));

  const database = await connectToDatabaseOf(product);
  await database.query('delete from qr_logos').finally(() => database.end());
  const without = await image({ 'if-none-match': etag });
  expect(without.status).toBe(200);
  expect(without.headers.get('etag')).not.toBe(etag);
  expect(without.bytes.equals(first.bytes)).toBe(false);

  expect((await workspace.patch(`/v1/qr-codes/${id}`, { logo_url })).status).toBe(200);
  expect((await image({ 'if-none-match': etag })).status).toBe(304);
  expect((await image()).bytes.equals(first.bytes)).toBe(true);
});
