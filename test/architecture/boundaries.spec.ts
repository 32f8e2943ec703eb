import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plant, ROOT, runNode } from './tools';

interface Cruise {
  readonly summary: {
    readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[];
  };
}
interface Violation {
  readonly file: string;
  readonly rule: string;
}

const CONFIG = join(ROOT, '.dependency-cruiser.cjs');
const RULES = jest.requireActual<{ forbidden: readonly { name: string }[] }>(CONFIG).forbidden.map(({ name }) => name);
const TSCONFIG = readFileSync(join(ROOT, 'tsconfig.base.json'), 'utf8');

const cruise = async (folder: string): Promise<readonly Violation[]> => {
  const args = ['--config', CONFIG, '--output-type', 'json', 'apps', 'libs', 'test'];
  const { stdout } = await runNode('node_modules/dependency-cruiser/bin/dependency-cruise.mjs', args, folder);
  const { summary } = JSON.parse(stdout) as Cruise;
  return summary.violations.map(({ from, rule }) => ({ file: from, rule: rule.name }));
};

/** Its tree has a process, from which every other planted file would be unreachable. */
const NO_PROCESS = 'no-file-without-a-process';

const rulesOf = (violations: readonly Violation[], file: string) => [
  ...new Set(violations.filter((violation) => violation.file === file).map(({ rule }) => rule)),
];

/** Rule, the file that breaks it, and how. */
const PLANTED: readonly (readonly [rule: string, file: string, code: string])[] = [
  ['no-cycles', 'libs/contexts/links/src/circle-too.ts', "import './circle';"],
  ['no-unresolvable', 'apps/gateway/src/nowhere.ts', "import './nowhere-at-all';"],
  ['only-declared-packages', 'apps/gateway/src/by-chance.ts', "import 'undeclared';"],
  ['no-dev-packages-in-the-product', 'apps/gateway/src/for-development.ts', "import 'fast-check';"],
  ['no-test-code-in-the-product', 'apps/gateway/src/with-a-double.ts', "import '../../../test/double';"],
  ['no-test-code-in-the-product', 'apps/gateway/src/with-kernel-testing.ts', "import '@kernel/testing';"],
  ['kernel-imports-nothing', 'libs/kernel/src/with-node.ts', "import 'node:crypto';"],
  ['kernel-imports-nothing', 'libs/kernel/src/with-types-only.ts', "import type { luxon } from 'luxon';"],
  ['contexts-are-pure', 'libs/contexts/links/src/with-node.ts', "import 'node:crypto';"],
  ['contexts-are-pure', 'libs/contexts/links/src/with-nest.ts', "import '@nestjs/common';"],
  ['contexts-are-pure', 'libs/contexts/links/src/with-driver.ts', "import 'pg';"],
  ['contexts-are-pure', 'libs/contexts/links/src/with-platform.ts', "import '@platform/http';"],
  ['contexts-meet-at-published', 'libs/contexts/links/src/with-private.ts', "import '@contexts/keys';"],
  ['contexts-meet-at-published', 'libs/contexts/links/src/with-list.ts', "import '@contexts/aggregates';"],
  [
    'aggregates-only-list-descriptors',
    'libs/contexts/aggregates/src/with-private.ts',
    "import '../../keys/src/published';",
  ],
  ['aggregates-only-list-descriptors', 'libs/contexts/aggregates/src/with-package.ts', "import 'luxon';"],
  ['platform-knows-no-meaning', 'libs/platform/http/src/with-context.ts', "import '@contexts/keys';"],
  ['platform-knows-no-meaning', 'libs/platform/http/src/with-app.ts', "import '@apps/keys';"],
  ['platform-nest-only-in-nest-files', 'libs/platform/click-log/src/with-nest.ts', "import '@nestjs/common';"],
  ['platform-unlisted-no-packages', 'libs/platform/unlisted/src/with-driver.ts', "import 'pg';"],
  ['platform-front-door', 'libs/platform/http/src/with-private.ts', "import '../../config/src/private';"],
  ['apps-do-not-know-each-other', 'apps/gateway/src/with-app.ts', "import '@apps/keys';"],
  ['dashboard-is-a-client', 'apps/dashboard/src/with-kernel.tsx', "import '@kernel';"],
  ['dashboard-is-a-client', 'apps/dashboard/src/with-platform.ts', "import '@platform/http';"],
  ['dashboard-is-a-client', 'apps/dashboard/src/with-app.tsx', "import type { app } from '@apps/keys';"],
  [
    'dashboard-is-a-client',
    'apps/dashboard/src/with-generator.ts',
    "import '../../../libs/clients/generator/src/api';",
  ],
  ['dashboard-is-known-to-nobody', 'apps/gateway/src/with-page.ts', "import '../../dashboard/src/screen';"],
  ['standalone-by-the-front-door', 'apps/standalone/src/with-private.ts', "import '../../keys/src/private';"],
  ['apps-by-the-front-door', 'apps/gateway/src/with-private.ts', "import '../../../libs/platform/config/src/private';"],
  ['kernel-by-the-front-door', 'apps/gateway/src/with-kernel.ts', "import '../../../libs/kernel/src/private';"],
  ['apps-use-no-driver', 'apps/gateway/src/with-driver.ts', "import 'pg';"],
  ...RULES.flatMap((rule) => {
    const lib = /^platform-(.+)-own-drivers$/.exec(rule)?.[1];
    return lib ? [[rule, `libs/platform/${lib}/src/foreign.ts`, "import 'of-no-plug';"] as const] : [];
  }),
];

/** Similar imports that are allowed. */
const INNOCENT: Readonly<Record<string, string>> = {
  'libs/kernel/src/index.ts': "export * from './private';",
  'libs/kernel/src/private.ts': 'export const kernel = 1;',
  'libs/kernel/src/testing/index.ts': "import '../private';\nexport const testing = 1;",
  'libs/contexts/aggregates/src/index.ts': "import '@kernel';\nimport '@contexts/keys';\nexport const list = 1;",
  'libs/contexts/keys/src/index.ts': "import '@kernel';\nimport 'luxon';\nexport const keys = 1;",
  'libs/contexts/keys/src/published.ts': 'export const published = 1;',
  'libs/contexts/links/src/index.ts': "import '../../keys/src/published';\nexport const links = 1;",
  'libs/contexts/links/src/link.spec.ts':
    "import '@kernel/testing';\nimport 'fast-check';\nimport '../../../../test/double';",
  'libs/contexts/links/src/circle.ts': "import './circle-too';",
  'libs/platform/config/src/index.ts': "import '@kernel';\nexport const config = 1;",
  'libs/platform/config/src/private.ts': 'export const secret = 1;',
  'libs/platform/http/src/index.ts': "import '@platform/config';\nexport const http = 1;",
  'libs/platform/http/src/http.module.ts': "import '@nestjs/common';",
  'libs/platform/event-store/src/index.ts': "import 'pg';\nimport 'node:crypto';",
  'apps/keys/src/index.ts':
    "import '@kernel';\nimport '@contexts/keys';\nimport '@platform/http';\nimport '@nestjs/common';",
  'apps/keys/src/pool.ts': "import type { Pool } from 'pg';\nexport type Planted = Pool;",
  'apps/keys/src/private.ts': 'export const app = 1;',
  'apps/standalone/src/start.ts': "import '@apps/keys';",
  'apps/dashboard/src/screen.tsx': "import 'fast-check';\nexport const screen = 1;",
  'apps/dashboard/src/other.tsx': "import './screen';",
  'apps/dashboard/src/calls.ts': "import '../../../libs/clients/generator/src/samples/request';",
  'libs/clients/generator/src/samples/request.ts': "import '../api';",
  'libs/clients/generator/src/api.ts': 'export const api = 1;',
  'test/double.ts': "import 'node:net';\nexport const double = 1;",
};

const fakePackages = (names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => [
      [`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' })],
      [`node_modules/${name}/index.js`, 'exports.fake = 1;'],
    ]),
  );

it('a file that no process reaches is caught, be it forgotten in a list or dead', async () => {
  const { folder, remove } = plant({
    'tsconfig.base.json': TSCONFIG,
    'package.json': '{}',
    'apps/gateway/src/main.ts': "import './features';",
    'apps/gateway/src/features.ts': "import './links';",
    'apps/gateway/src/links.ts': 'export const links = 1;',
    'apps/gateway/src/forgotten.ts': "import './links';",
    'apps/gateway/src/forgotten.spec.ts': "import './forgotten';",
    'apps/clicks/src/child.ts': 'export const child = 1;',
    'libs/kernel/src/dead.ts': 'export const dead = 1;',
    'test/double.ts': 'export const double = 1;',
  });
  try {
    const found = (await cruise(folder)).map(({ file, rule }) => [rule, file]).sort();
    expect(found).toEqual([
      [NO_PROCESS, 'apps/gateway/src/forgotten.ts'],
      [NO_PROCESS, 'libs/kernel/src/dead.ts'],
    ]);
  } finally {
    remove();
  }
});

describe('boundaries', () => {
  const declared = ['@nestjs/common', 'luxon', 'of-no-plug', 'pg'];
  const { folder, remove } = plant({
    'tsconfig.base.json': TSCONFIG,
    'package.json': JSON.stringify({
      dependencies: Object.fromEntries(declared.map((name) => [name, '1.0.0'])),
      devDependencies: { 'fast-check': '1.0.0' },
    }),
    ...fakePackages([...declared, 'fast-check', 'undeclared']),
    ...INNOCENT,
    ...Object.fromEntries(PLANTED.map(([, file, code]) => [file, code])),
  });
  let violations: readonly Violation[] = [];
  beforeAll(async () => {
    violations = await cruise(folder);
  });
  afterAll(remove);

  it.each(PLANTED)('%s catches %s, and no other rule does', (rule, file) => {
    expect(rulesOf(violations, file)).toEqual([rule]);
  });

  it.each(Object.keys(INNOCENT))('allows %s', (file) => {
    expect(rulesOf(violations, file)).toEqual([]);
  });

  it('have a planted violation for every rule', () => {
    const planted = new Set([...PLANTED.map(([rule]) => rule), NO_PROCESS]);
    expect(RULES.filter((name) => !planted.has(name))).toEqual([]);
  });

  it('are kept by the current source tree', async () => {
    expect(await cruise(ROOT)).toEqual([]);
  });
});
