import { untilJudged } from '../../support/judged';
import { send } from '../../support/waymark';
import { newHostname, unpublish } from '../support/domains';
import { expectProblem } from '../support/problems';
import { productUnderTest } from '../support/product';
import { useWorkspace } from '../support/workspace';

describe('GET /health/tls', () => {
  const workspace = useWorkspace();
  const product = productUnderTest();
  const ask = (query: string, address = '203.0.113.20') =>
    send(product, 'GET', `/health/tls${query}`, { headers: { 'x-forwarded-for': address } });

  it('is an empty 200 for our own hosts and for verified domains', async () => {
    const { hostname } = await workspace.verifiedDomain();
    for (const domain of ['localhost', hostname, hostname.toUpperCase(), `${hostname}.`]) {
      const { status, text, headers } = await ask(`?domain=${domain}`);
      expect([domain, status, text, headers['cache-control']]).toEqual([domain, 200, '', 'no-store']);
    }
  });

  it('is 404 for anything else', async () => {
    const pending = await workspace.addDomain();
    const removed = await workspace.verifiedDomain();
    await workspace.delete(`/v1/domains/${removed.id}`);
    const { hostname } = await workspace.verifiedDomain();
    const unknown = [
      pending.hostname,
      removed.hostname,
      newHostname(),
      `${hostname}:443`,
      `x.${hostname}`,
      'x%20y',
      `${'x'.repeat(1_100)}.example`,
      '',
    ];
    for (const query of [...unknown.map((domain) => `?domain=${domain}`), ''])
      expectProblem(await ask(query), 404, 'not_found');
  });

  it('does not depend on the record that was found', async () => {
    const domain = await workspace.verifiedDomain();
    unpublish(domain);
    expect((await ask(`?domain=${domain.hostname}`)).status).toBe(200);
  });

  it('is limited by address for unknown hosts only: a flood of them through a proxy hides no known host', async () => {
    const { hostname } = await workspace.verifiedDomain();
    const address = '203.0.113.21';
    const statuses = new Set<number>();
    // Six hundred in a minute, and then none: how many rounds that takes depends on the machine.
    for (let round = 0; round < 200 && !statuses.has(429); round += 1)
      for (const { status } of await Promise.all(
        Array.from({ length: 16 }, (_, nth) => ask(`?domain=x${round}-${nth}.example`, address)),
      ))
        statuses.add(status);
    expect([...statuses].sort()).toEqual([404, 429]);
    expectProblem(await ask('?domain=unknown.example', '203.0.113.22'), 404, 'not_found');
    for (const domain of [hostname, 'localhost']) expect((await ask(`?domain=${domain}`, address)).status).toBe(200);
  });

  it('answers for a known host among hundreds of unknown ones that a proxy asks for at once', async () => {
    const { hostname } = await workspace.verifiedDomain();
    const names = Array.from({ length: 500 }, (_, nth) => (nth === 400 ? hostname : `y${nth}.example`));
    const asked = names.map((domain) => untilJudged(() => ask(`?domain=${domain}`, '203.0.113.23')));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses).toEqual(names.map((name) => (name === hostname ? 200 : 404)));
  });
});
