import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldsOf } from '../../../../libs/clients/generator/src/api';
import { Examples, apiOf } from '../../support/api';
import { underTest } from '../../support/under-test';

const ROOT = join(__dirname, '../../../..');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const SOURCE = join(ROOT, 'libs/clients/typescript/src/index.js');

/** What the compiler says of a program; empty: nothing. */
const compiled = (lines: readonly string[]): Promise<string> => {
  // Below the repository, for the compiler looks for the types of Node from there.
  const folder = mkdtempSync(join(ROOT, '.cache', 'types-'));
  const file = join(folder, 'program.ts');
  writeFileSync(file, [`import type * as waymark from '${SOURCE}';`, ...lines].join('\n'));
  const options = [
    '--noEmit',
    '--strict',
    '--target',
    'ES2022',
    '--module',
    'NodeNext',
    '--types',
    'node',
    '--ignoreConfig',
  ];
  return new Promise((resolve) => {
    execFile(process.execPath, [TSC, ...options, file], { cwd: folder, maxBuffer: 1e8 }, (_error, stdout) => {
      rmSync(folder, { recursive: true, force: true });
      resolve(
        stdout
          .split('\n')
          .filter((line) => line.includes('error'))
          .join('\n'),
      );
    });
  });
};

describe('the types of the TypeScript library', () => {
  it('have every documented field, with its type', async () => {
    const api = await apiOf(underTest().product);
    const examples = new Examples(api);
    const lines = api.models.map(
      ({ name }, index) =>
        `export const one${index} = ${JSON.stringify(examples.ofModel(name))} satisfies waymark.${name};`,
    );
    expect(lines.length).toBeGreaterThan(100);
    // A field of no model, and a field of another type, show that the compiler looks.
    const wrong = [
      `export const more = { ...{}, "status": "ok", "colour": 1 } satisfies waymark.Alive;`,
      `export const other = { "count": "many" } satisfies waymark.LinkCount;`,
    ];
    expect(await compiled(lines)).toBe('');
    expect((await compiled(wrong)).split('\n')).toHaveLength(wrong.length);
    expect(api.models.flatMap((model) => fieldsOf(api, model)).length).toBeGreaterThan(500);
  });
});
