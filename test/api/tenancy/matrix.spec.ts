import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWaymark } from '../../support/waymark';
import { productUnderTest } from '../support/product';
import { judgeIsolation, type Verdict } from './matrix';

const ROOT = join(__dirname, '..', '..', '..');

type Fault = (dist: string) => void;

/**
 * Edits compiled files.
 * @throws when there is nothing to edit: the fault would not be planted
 */
const edit = (files: readonly string[], pattern: RegExp, by: string): void => {
  let planted = 0;
  for (const file of files) {
    const code = readFileSync(file, 'utf8');
    const faulty = code.replace(pattern, () => {
      planted += 1;
      return by;
    });
    if (faulty !== code) writeFileSync(file, faulty);
  }
  if (planted === 0) throw new Error(`nothing matches ${pattern}`);
};

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
const judgeWith = async (...faults: readonly Fault[]): Promise<Verdict> => {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-faulty-'));
  try {
    cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    for (const plant of faults) plant(join(folder, 'dist'));
    const main = join(folder, 'dist', 'apps', 'standalone', 'src', 'main.js');
    const product = await startWaymark({
      main,
      patient: true,
      env: { SIGNUP: 'open', DEFAULT_PLAN: 'enterprise' },
    });
    try {
      return await judgeIsolation(product);
    } finally {
      await product.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
};

describe('tenant isolation', () => {
  it('answers a foreign id byte for byte like an unknown one, for every operation with an id', async () => {
    const { asked, violations } = await judgeIsolation(productUnderTest());
    expect(asked.length).toBeGreaterThanOrEqual(8);
    expect(violations).toEqual([]);
  });

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
