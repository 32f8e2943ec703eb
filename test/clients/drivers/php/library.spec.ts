import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../../support/programs';
import { api, register } from '../../../support/waymark';
import { installForPhp } from '../../support/php-autoload';
import { underTest } from '../../support/under-test';

const LIBRARY = join(__dirname, '../../../../libs/clients/php');
const { product, languages } = underTest();
const php = languages.find(({ language }) => language === 'php');
const [WALK = ''] = [...readFileSync(join(LIBRARY, 'README.md'), 'utf8').matchAll(/```php\n([^]*?)```/g)].map(
  ([, text = '']) => text,
);

const suite = (): void => {
  let folder: string;
  let key: string;
  const run = (program: string): string => {
    writeFileSync(join(folder, 'program.php'), program);
    const env = { ...process.env, WAYMARK_BASE_URL: product.url, WAYMARK_API_KEY: key };
    const [command = ''] = php?.command ?? [];
    const { status, stdout, stderr } = spawnSync(command, ['-d', 'error_reporting=-1', 'program.php'], {
      cwd: folder,
      env,
    });
    expect([status, String(stderr)]).toEqual([0, '']);
    return String(stdout);
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waymark-php-'));
    installForPhp(folder);
    const { access_token } = await eventually(() => register(product));
    const made = await api(product, access_token).post<{ key: string }>('/v1/api-keys', {
      name: 'README',
      scope: 'Read + Write',
    });
    key = made.body.key;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has a README whose walk runs as it is written', () => {
    expect(run(WALK).trim().split('\n')).toEqual([
      expect.stringMatching(/^http/),
      '302 https://example.com/summer',
      'Summer',
      'exported',
      expect.stringMatching(/^alias_taken link_/),
    ]);
  });

  it('sends no id that would lead to another operation', () => {
    const printed = run(`<?php require 'vendor/autoload.php';
      foreach (['', '.', '..'] as $id) {
          try { (new Waymark\\Waymark())->campaigns->removeLink('cmp_1', $id); } catch (InvalidArgumentException $error) { echo $error->getMessage(); }
      }`);
    expect(printed).toBe("'' is not an id.'.' is not an id.'..' is not an id.");
  });

  it('shows no key where a client or its options are printed', () => {
    const printed = run(`<?php require 'vendor/autoload.php';
      $waymark = new Waymark\\Waymark();
      print_r($waymark); var_dump($waymark, new Waymark\\RequestOptions(apiKey: getenv('WAYMARK_API_KEY')));`);
    expect(printed).toContain(key.slice(0, 13));
    expect(printed).not.toContain(key);
  });
};

if (php && php.skipped === undefined) describe('the PHP library', suite);
else describe.skip(`the PHP library, skipped: ${php?.skipped ?? 'CLIENTS leaves it out'}`, suite);
