import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../../../../support/programs';
import { api, register } from '../../../../support/waymark';
import { underTest } from '../../../support/under-test';

const PROGRAM = join(__dirname, 'program.php');
const { product, languages } = underTest();
const php = languages.find(({ language }) => language === 'php');
const [command = 'php'] = php?.command ?? [];

/** Guzzle as the system's packages install it; Composer's would do as well, from a network. */
const hasGuzzle = (): boolean => {
  const asked = "echo stream_resolve_include_path('GuzzleHttp/autoload.php') === false ? 'no' : 'yes';";
  return php?.skipped === undefined && String(spawnSync(command, ['-r', asked]).stdout) === 'yes';
};

const suite = (client: 'minimal' | 'guzzle') => (): void => {
  it('does all kinds of calls against the product', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'waymark-psr18-'));
    try {
      const { access_token: owner } = await eventually(() => register(product));
      const { body } = await eventually(() =>
        api(product, owner).post<{ key: string }>('/v1/api-keys', { name: client, scope: 'Read + Write' }),
      );
      const env = { ...process.env, WAYMARK_BASE_URL: product.url, WAYMARK_API_KEY: body.key };
      const args = ['-d', 'error_reporting=-1', '-d', 'display_errors=stderr', PROGRAM, client];
      const { stdout, stderr } = await promisify(execFile)(command, args, { cwd: folder, env });
      expect(stderr).toBe('');
      expect(JSON.parse(stdout)).toEqual({
        tags: ['psr', client],
        title: 'Été',
        imported: 2,
        listed: 3,
        visit: [302, 'https://example.com/psr'],
        exported: 3,
        gone: 'not_found',
        unreachable: true,
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
};

const skipped = php ? php.skipped : 'CLIENTS leaves it out';
if (skipped === undefined) describe('PHP by a client of PSR-18: the smallest', suite('minimal'));
else describe.skip(`PHP by a client of PSR-18, skipped: ${skipped}`, suite('minimal'));

if (hasGuzzle()) describe('PHP by a client of PSR-18: Guzzle', suite('guzzle'));
else describe.skip('PHP by a client of PSR-18: Guzzle, skipped: it is not installed', suite('guzzle'));
