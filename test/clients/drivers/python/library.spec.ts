import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api, register } from '../../../support/waymark';
import { eventually } from '../../../support/programs';
import { underTest } from '../../support/under-test';

const LIBRARY = join(__dirname, '../../../../libs/clients/python');
const { product, languages } = underTest();
const python = languages.find(({ language }) => language === 'python');
const README = readFileSync(join(LIBRARY, 'README.md'), 'utf8');
const SAMPLES = [...README.matchAll(/```python\n([^]*?)```/g)].map(([, text = '']) => text);

/** @returns what it printed; throws it where the program fails */
const run = async (args: readonly string[], env: Readonly<Record<string, string>>, folder: string): Promise<string> => {
  const [command = ''] = python?.command ?? [];
  const child = spawn(command, args, { cwd: folder, env: { ...process.env, ...python?.env, ...env } });
  let printed = '';
  child.stdout.on('data', (part: Buffer) => (printed += part.toString()));
  child.stderr.on('data', (part: Buffer) => (printed += part.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(printed);
  return printed;
};

const suite = (): void => {
  let folder: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waymark-python-'));
    const { access_token: owner } = await eventually(() => register(product));
    const { body } = await eventually(() =>
      api(product, owner).post<{ key: string }>('/v1/api-keys', { name: 'README', scope: 'Read + Write' }),
    );
    env = { WAYMARK_BASE_URL: product.url, WAYMARK_API_KEY: body.key };
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('keeps what its core promises', async () => {
    const printed = await run(['-m', 'unittest', 'discover', '-s', join(LIBRARY, 'tests')], {}, folder);
    expect(printed).toMatch(/Ran [1-9]\d* tests[^]*\nOK/);
  });

  it('has a README whose samples run as they are written', async () => {
    const printed: string[] = [];
    for (const [index, sample] of SAMPLES.entries()) {
      writeFileSync(join(folder, `sample${index}.py`), sample);
      printed.push(await run([`sample${index}.py`], env, folder));
    }
    expect(printed.map((text) => text.trim().split('\n'))).toEqual([
      [
        expect.stringContaining(product.url),
        expect.stringMatching(/ 0$/),
        'Launch day',
        expect.stringMatching(/^\d+ bytes$/),
      ],
      [expect.stringMatching(/ 0$/)],
      [expect.stringContaining('body.alias')],
      ['someone else was faster'],
      [''],
    ]);
  });
};

if (python && python.skipped === undefined) describe('the Python library', suite);
else describe.skip(`the Python library, skipped: ${python?.skipped ?? 'CLIENTS leaves it out'}`, suite);
