import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../../../support/programs';
import { api, register } from '../../../support/waymark';
import { underTest } from '../../support/under-test';

const LIBRARY = join(__dirname, '../../../../libs/clients/php');
const { product, languages } = underTest();
const php = languages.find(({ language }) => language === 'php');
const [command = 'php'] = php?.command ?? [];

const CALLED = `<?php
require 'vendor/autoload.php';
$waymark = new Waymark\\Waymark();
$link = $waymark->links->create(['destination_url' => 'https://example.com/packed', 'tags' => ['packed']]);
$listed = [];
foreach ($waymark->links->list(['tags' => ['packed']]) as $one) $listed[] = $one->id;
try {
    $waymark->links->get('link_none');
} catch (Waymark\\Exception\\NotFoundException $error) {
    $refused = $error->errorCode;
}
echo json_encode([
    'listed' => $listed === [$link->id],
    'refused' => $refused,
    'version' => Composer\\InstalledVersions::getPrettyVersion('waymark/waymark'),
    'within' => str_starts_with((new ReflectionClass($waymark))->getFileName(), getcwd() . '/vendor/waymark/waymark/'),
]);`;

const suite = (): void => {
  let folder: string;
  let env: NodeJS.ProcessEnv;
  const run = async (program: string, args: readonly string[], cwd: string): Promise<string> =>
    (await promisify(execFile)(program, args, { cwd, env })).stdout;
  const composer = (cwd: string, ...args: readonly string[]) =>
    run('composer', ['--no-interaction', '--quiet', ...args], cwd);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waymark-php-package-'));
    const { access_token: owner } = await eventually(() => register(product));
    const { body } = await eventually(() =>
      api(product, owner).post<{ key: string }>('/v1/api-keys', { name: 'packed', scope: 'Read + Write' }),
    );
    env = {
      PATH: process.env['PATH'],
      HOME: folder,
      COMPOSER_HOME: join(folder, 'composer'),
      COMPOSER_ALLOW_SUPERUSER: '1',
      COMPOSER_DISABLE_NETWORK: '1',
      WAYMARK_BASE_URL: product.url,
      WAYMARK_API_KEY: body.key,
    };
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is installed by Composer from its archive in an empty project, and works', async () => {
    const [copy, built, project] = ['copy', 'built', 'project'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    cpSync(LIBRARY, copy, { recursive: true });
    mkdirSync(project);
    await composer(copy, 'archive', '--format=tar', `--dir=${built}`);
    const [archive = 'none'] = readdirSync(built);
    // What a registry says of it.
    const described = { ...(JSON.parse(readFileSync(join(LIBRARY, 'composer.json'), 'utf8')) as object) };
    const repository = { type: 'package', package: { ...described, dist: { type: 'tar', url: join(built, archive) } } };
    const repositories = [repository, { 'packagist.org': false }];
    writeFileSync(join(project, 'composer.json'), JSON.stringify({ repositories }));
    await composer(project, 'require', 'waymark/waymark');
    writeFileSync(join(project, 'called.php'), CALLED);
    expect(JSON.parse(await run(command, ['-d', 'error_reporting=-1', 'called.php'], project))).toEqual({
      listed: true,
      refused: 'not_found',
      version: '1.0.0',
      within: true,
    });
  });
};

const skipped = (): string | undefined => {
  if (!php) return 'CLIENTS leaves it out';
  if (php.skipped !== undefined) return php.skipped;
  return spawnSync('composer', ['--version']).status === 0 ? undefined : 'composer is not installed';
};

const reason = skipped();
if (reason === undefined) describe('the package of the PHP library', suite);
else describe.skip(`the package of the PHP library, skipped: ${reason}`, suite);
