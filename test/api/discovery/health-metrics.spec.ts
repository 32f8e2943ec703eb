import { send } from '../../support/waymark';
import { useWorkspace } from '../support/workspace';
import { eventually } from '../../support/programs';

describe('without a credential', () => {
  const workspace = useWorkspace();

  it('/health/live says that the process runs', async () => {
    // A probe may add a parameter of its own.
    const { status, body } = await send(workspace.product, 'GET', '/health/live?at=1');
    expect([status, body]).toEqual([200, { status: 'ok' }]);
  });

  it('/health/ready reports every dependency', async () => {
    const ok = { status: 'ok', duration_ms: expect.any(Number) };
    // On a busy machine a dependency may answer late once.
    await eventually(async () => {
      const { status, body, headers } = await send(workspace.product, 'GET', '/health/ready');
      expect([status, body, headers['cache-control']]).toEqual([
        200,
        { status: 'ok', checks: expect.objectContaining({ postgres: ok, clickhouse: ok }) as unknown },
        'no-store',
      ]);
    });
  });

  it('/metrics counts requests by route template, without any key, alias or address', async () => {
    const { id, alias } = await workspace.createLink({ alias: `metrics-${Date.now()}` });
    await workspace.get(`/v1/links/${id}?api_key=${workspace.token}`);
    await send(workspace.product, 'GET', `/${alias}`);
    const { status, headers, text } = await send(workspace.product, 'GET', '/metrics');
    expect([status, headers['content-type']]).toEqual([200, expect.stringMatching(/^text\/plain/)]);
    expect(text).toMatch(/route="\/v1\/links\/:id"/);
    expect(text).toMatch(/redirects_total\{outcome="redirected"\} [1-9]/);
    for (const secret of [id, alias, workspace.token, workspace.token.slice(0, 13), 'example.com'])
      expect(text).not.toContain(secret);
  });
});
