import { type Product, freePort, send, startWaymark } from '../support/waymark';

describe('a product with a METRICS_PORT', () => {
  let product: Product;
  let port: number;

  beforeAll(async () => {
    port = await freePort();
    product = await startWaymark({ env: { METRICS_PORT: String(port) } });
  });
  afterAll(() => product.stop());

  it('shows its metrics there, and nothing else', async () => {
    const figures = await send({ url: '', port }, 'GET', '/metrics');
    expect([figures.status, figures.headers['content-type']]).toEqual([200, expect.stringMatching(/^text\/plain/)]);
    expect(figures.text).toContain('nodejs_eventloop_lag_seconds');
    expect(figures.text).toMatch(/^health_ready 1$/m);
    expect(figures.text).toMatch(/^data_dir_free_bytes\{folder="\."\} [1-9]/m);
    expect(figures.text).toContain('redirect_duration_seconds');
    expect((await send({ url: '', port }, 'GET', '/v1/auth/me')).status).toBe(404);
  });

  it('does not show them at its public port', async () => {
    const { status, text } = await send(product, 'GET', '/metrics');
    expect([status, text]).toEqual([404, expect.not.stringContaining('nodejs_')]);
  });
});
