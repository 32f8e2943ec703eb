import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../../../support/programs';
import { api, register } from '../../../support/waymark';
import { GO_ENV, goMod } from '../../support/go-module';
import { underTest } from '../../support/under-test';

const LIBRARY = join(__dirname, '../../../../libs/clients/go');
const { product, languages } = underTest();
const go = languages.find(({ language }) => language === 'go');
const [WALK = ''] = [...readFileSync(join(LIBRARY, 'README.md'), 'utf8').matchAll(/```go\n([^]*?)```/g)].map(
  ([, text = '']) => text,
);
const env = { ...process.env, ...GO_ENV };

const suite = (): void => {
  let folder: string;
  const run = async (cwd: string, args: readonly string[], more = {}): Promise<string> => {
    const { stdout } = await promisify(execFile)('go', args, { cwd, env: { ...env, ...more } });
    return stdout;
  };

  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'waymark-go-'))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('keeps what its core promises', async () => {
    await run(LIBRARY, ['vet', './...']);
    expect(await run(LIBRARY, ['test', '-count=1', './...'])).toMatch(/^ok\s+waymark\.example\/waymark\s/m);
  });

  it('is formatted', async () => {
    const { stdout } = await promisify(execFile)('gofmt', ['-l', '.'], { cwd: LIBRARY });
    expect(stdout).toBe('');
  });

  it('has a README whose walk runs as it is written, in a module of its own', async () => {
    const { access_token } = await eventually(() => register(product));
    const { body } = await api(product, access_token).post<{ key: string }>('/v1/api-keys', {
      name: 'README',
      scope: 'Read + Write',
    });
    writeFileSync(join(folder, 'go.mod'), goMod('walk'));
    writeFileSync(join(folder, 'main.go'), WALK);
    const more = { WAYMARK_BASE_URL: product.url, WAYMARK_API_KEY: body.key };
    expect((await run(folder, ['run', '-buildvcs=false', '.'], more)).trim().split('\n')).toEqual([
      expect.stringMatching(/^created http/),
      'leads to https://example.com/summer',
      expect.stringMatching(/^listed http/),
      expect.stringMatching(/^refused: alias_taken of link_/),
    ]);
  });
};

if (go && go.skipped === undefined) describe('the Go library', suite);
else describe.skip(`the Go library, skipped: ${go?.skipped ?? 'CLIENTS leaves it out'}`, suite);
