import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { judgeIsolation, type Verdict } from '../api/tenancy/matrix';
import { edit, type Fault, withFaults } from '../support/faulty-product';

/** The first barrier: no query of the gateway names its workspace any more. */
const dropPredicates: Fault = (dist) => {
  const gateway = join(dist, 'apps', 'gateway', 'src');
  const files = readdirSync(gateway, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => join(gateway, file));
  edit(files, /(?:\w\.)?workspace_id = \$1\b/g, '$1::text IS NOT NULL');
};

/** The second barrier: row-level security lets every connection see every workspace. */
const openRowLevelSecurity: Fault = (dist) =>
  edit(
    [join(dist, 'libs', 'platform', 'read-store', 'src', 'in-workspace.js')],
    /\$\{[^}]*escapeLiteral\)\(workspaceId\)\}/,
    "'*'",
  );

/** Tests a product built with these faults. */
const judgeWith = (...faults: readonly Fault[]): Promise<Verdict> =>
  withFaults(faults, { SIGNUP: 'open', DEFAULT_PLAN: 'enterprise' }, judgeIsolation);

describe('tenant isolation', () => {
  it('holds by row-level security when the queries have no workspace condition', async () => {
    expect((await judgeWith(dropPredicates)).violations).toEqual([]);
  });

  it('holds by the queries when row-level security is off', async () => {
    expect((await judgeWith(openRowLevelSecurity)).violations).toEqual([]);
  });

  it('is broken when both are removed', async () => {
    const { violations } = await judgeWith(dropPredicates, openRowLevelSecurity);
    expect(violations).toEqual(
      expect.arrayContaining([
        'GET /v1/links/{id}',
        'GET /v1/api-keys/{id}',
        'GET /v1/workspace/members/{id}',
        'GET /v1/workspace/invitations/{id}',
      ]),
    );
  });
});
