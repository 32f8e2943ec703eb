import { readFileSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { plant, ROOT, runNode } from './tools';

interface Linted {
  readonly filePath: string;
  readonly messages: readonly { readonly ruleId: string | null; readonly message: string }[];
}

const SYNTAX = 'no-restricted-syntax';
const GLOBALS = 'no-restricted-globals';

/** Rule and a line that breaks it in a context; each is in a separate file. */
const IMPURE: readonly (readonly [rule: string, code: string])[] = [
  [SYNTAX, 'export const planted = new Date();'],
  [SYNTAX, 'export const planted = Date();'],
  [SYNTAX, 'export const planted = Date.now();'],
  [SYNTAX, 'export const planted = Math.random();'],
  [SYNTAX, "import { DateTime } from 'luxon';\nexport const planted = DateTime.now();"],
  [SYNTAX, "import { DateTime } from 'luxon';\nexport const planted = DateTime.utc();"],
  [GLOBALS, 'export const planted = process.env.PORT;'],
  [GLOBALS, 'export const planted = crypto.randomUUID();'],
  [GLOBALS, 'export const planted = performance.now();'],
  [GLOBALS, "export const planted = Buffer.from('a');"],
  [GLOBALS, 'export const planted = setTimeout(() => undefined, 1);'],
  [GLOBALS, "export const planted = () => fetch('http://localhost');"],
];

/** Rule, file and a line that breaks it there. */
const CARELESS: readonly (readonly [rule: string, file: string, code: string])[] = [
  [
    '@typescript-eslint/no-explicit-any',
    'apps/gateway/src/any.ts',
    'export const planted = (value: any) => void value;',
  ],
  [
    '@typescript-eslint/ban-ts-comment',
    'apps/gateway/src/ignore.ts',
    "// @ts-expect-error: planted\nexport const planted: number = '';",
  ],
  [
    '@typescript-eslint/no-floating-promises',
    'apps/gateway/src/floating.ts',
    'export const planted = () => {\n  Promise.resolve();\n};',
  ],
  [
    '@typescript-eslint/no-misused-promises',
    'apps/gateway/src/misused.ts',
    '[1].forEach(async () => Promise.resolve());',
  ],
  ['@typescript-eslint/no-unused-vars', 'apps/gateway/src/unused.ts', 'const planted = 1;\nexport {};'],
  [
    '@typescript-eslint/consistent-type-imports',
    'apps/gateway/src/types.ts',
    "import { Pool } from 'pg';\nexport type Planted = Pool;",
  ],
  ['eqeqeq', 'apps/gateway/src/equal.ts', 'export const planted = (a: number, b: number) => a == b;'],
  ['no-console', 'apps/gateway/src/console.ts', "console.log('planted');"],
  [
    'max-lines-per-function',
    'apps/gateway/src/long.ts',
    `export const planted = (log: (n: number) => void): void => {\n${'  log(1);\n'.repeat(40)}};`,
  ],
  ['no-warning-comments', 'apps/gateway/src/later.ts', '// TODO planted\nexport {};'],
  [
    'waymark/no-number-on-bigint',
    'apps/gateway/src/revision.ts',
    'export const planted = (revision: bigint | null) => Number(revision);',
  ],
  [SYNTAX, 'libs/kernel/src/only.spec.ts', "it.only('planted', () => undefined);"],
  [SYNTAX, 'libs/kernel/src/skip.spec.ts', "it.skip('planted', () => undefined);"],
  [SYNTAX, 'libs/kernel/src/skipped-suite.spec.ts', "describe.skip('planted, skipped: no server', () => undefined);"],
  [SYNTAX, 'test/contract/no-reason.spec.ts', "describe.skip('planted', () => undefined);"],
];

const INNOCENT: Readonly<Record<string, string>> = {
  'libs/contexts/links/src/pure.ts': "export const planted = [new Date('2026-01-01T00:00:00.000Z'), Math.max(1, 2)];",
  'libs/contexts/links/src/pure.spec.ts':
    "it('may look at the clock', () => expect(new Date().getTime()).toBeGreaterThan(0));",
  'test/contract/reason.spec.ts': "describe.skip('EventStoreDB, skipped: EVENTSTORE_URL is not set', () => undefined);",
  'apps/gateway/src/remainder.ts': 'export const planted = (value: bigint) => Number(value % 62n);',
  'apps/gateway/src/main.ts': "console.log('ready');",
};

describe('lint', () => {
  const impure = IMPURE.map(
    ([rule, code], index) => [rule, `libs/contexts/links/src/impure-${index}.ts`, code] as const,
  );
  const planted = [...impure, ...CARELESS];
  const { folder, remove } = plant({
    'tsconfig.base.json': readFileSync(join(ROOT, 'tsconfig.base.json'), 'utf8'),
    ...INNOCENT,
    ...Object.fromEntries(planted.map(([, file, code]) => [file, `${code}\n`])),
  });
  let linted = new Map<string, Linted['messages']>();
  beforeAll(async () => {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
    const args = ['--config', join(ROOT, '.eslint.config.mjs'), '--format', 'json', 'apps', 'libs', 'test'];
    const { stdout } = await runNode('node_modules/eslint/bin/eslint.js', args, folder);
    linted = new Map(
      (JSON.parse(stdout) as Linted[]).map(({ filePath, messages }) => [relative(folder, filePath), messages]),
    );
  });
  afterAll(remove);

  it.each(planted)('%s catches %s', (rule, file) => {
    expect(linted.get(file)?.map(({ ruleId }) => ruleId)).toContain(rule);
  });

  it.each(Object.keys(INNOCENT))('allows %s', (file) => {
    expect(linted.get(file)).toEqual([]);
  });
});
