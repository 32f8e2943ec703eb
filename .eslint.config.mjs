// A dotfile, because the top level of the repository holds folders and no tool settings: eslint --config
// .eslint.config.mjs
import reactHooks from 'eslint-plugin-react-hooks';
import ts from 'typescript';
import tseslint from 'typescript-eslint';

const SPECS = ['**/*.spec.ts', '**/*.contract.ts', '**/*.contract-spec.ts'];

/** Revisions and positions are bigint; above 2^53 Number() would round one to its neighbour. */
const noNumberOnBigint = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { lossy: 'Number() of a bigint can round it; keep the bigint or write it as text.' },
  },
  create(context) {
    const services = context.sourceCode.parserServices;
    const isBigint = (node) => {
      const type = services.getTypeAtLocation(node);
      return (type.isUnion() ? type.types : [type]).some((part) => (part.flags & ts.TypeFlags.BigIntLike) !== 0);
    };
    return {
      'CallExpression[callee.name="Number"][arguments.length=1]'(node) {
        // A remainder is small: Number(value % 62n) loses nothing.
        const remainder = node.arguments[0].type === 'BinaryExpression' && node.arguments[0].operator === '%';
        if (!remainder && isBigint(node.arguments[0])) context.report({ node, messageId: 'lossy' });
      },
    };
  },
};

const focused = [
  {
    selector: 'MemberExpression[object.name=/^(describe|it|test)$/][property.name="only"]',
    message: 'A focused spec hides all others.',
  },
  { selector: 'MemberExpression[object.name=/^(it|test)$/][property.name="todo"]', message: 'Write it or leave it.' },
  {
    selector: 'CallExpression[callee.name=/^(fit|fdescribe|xit|xtest|xdescribe)$/]',
    message: 'No focused and no disabled specs.',
  },
];
const skipped = {
  selector: 'MemberExpression[object.name=/^(describe|it|test)$/][property.name="skip"]',
  message: 'Make it pass or remove it; only an adapter whose server is absent is skipped.',
};
const skippedWithoutReason = {
  selector:
    'CallExpression[callee.object.name=/^(describe|it|test)$/][callee.property.name="skip"]:not([arguments.0.value=/skipped/]):not([arguments.0.type="TemplateLiteral"])',
  message:
    'What is skipped says why in its title: describe.skip("EventStoreDB, skipped: EVENTSTORE_URL is not set", …).',
};

const impure = [
  {
    selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
    message: 'The clock is outside: take `now` from the command.',
  },
  { selector: 'CallExpression[callee.name="Date"]', message: 'The clock is outside: take `now` from the command.' },
  {
    selector: 'MemberExpression[object.name="Date"][property.name="now"]',
    message: 'The clock is outside: take `now` from the command.',
  },
  {
    selector:
      'CallExpression[callee.object.name="DateTime"]:matches([callee.property.name="now"], ' +
      '[callee.property.name=/^(local|utc)$/][arguments.length=0])',
    message: 'The clock is outside: take `now` from the command.',
  },
  {
    selector: 'MemberExpression[object.name="Math"][property.name="random"]',
    message: 'Chance is outside: take ids from the command.',
  },
];
const impureGlobals = [
  ['process', 'Configuration is outside: take it as an argument.'],
  ['Buffer', 'Bytes and encodings are outside: take a function.'],
  ...['crypto', 'performance'].map((name) => [name, 'Clock and chance are outside: take values from the command.']),
  ...['console', 'fetch', 'globalThis', 'require', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'].map(
    (name) => [name, 'Effects are outside.'],
  ),
].map(([name, message]) => ({ name, message }));

export default tseslint.config(
  { ignores: ['**/dist/**', 'data/**', '**/node_modules/**', '**/*.js', '**/*.cjs', '**/*.mjs', '**/openapi.d.ts'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: ['tsconfig.base.json', 'libs/clients/typescript/tsconfig.json', 'apps/dashboard/tsconfig.json'],
        tsconfigRootDir: process.cwd(),
      },
    },
    plugins: { waymark: { rules: { 'no-number-on-bigint': noNumberOnBigint } } },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'URL', property: 'canParse', message: 'Use parseUrl of @kernel.' },
      ],
      'no-restricted-syntax': ['error', ...focused, skipped],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'], location: 'start' }],
      'prefer-const': 'error',
      'waymark/no-number-on-bigint': 'error',
      '@typescript-eslint/ban-ts-comment': [
        'error',
        { 'ts-expect-error': true, 'ts-ignore': true, 'ts-nocheck': true, 'ts-check': true },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-non-null-assertion': 'warn',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/only-throw-error': 'error',
      // Parts are objects of closures as often as classes, and closures may be taken out.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // Ports are asynchronous also where one adapter has nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      // A Nest module is a class with nothing in it.
      '@typescript-eslint/no-extraneous-class': 'off',
    },
  },
  {
    // Longer with a reason: three are the flat list of what an object does, `startWaymark` is the order in which
    // everything starts, and the redirector is one closure because that is the hot path.
    files: [
      'apps/clicks/src/shared/block-rows.ts',
      'apps/redirector/src/redirector.ts',
      'apps/standalone/src/waymark.ts',
      'libs/platform/analytics-store/src/analytics-client.ts',
      'libs/platform/event-store/src/postgres/postgres-event-store.ts',
    ],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    files: ['apps/*/src/main.ts', 'apps/ops/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['libs/kernel/**/*.ts', 'libs/contexts/**/*.ts'],
    ignores: [...SPECS, 'libs/kernel/src/testing/**'],
    rules: {
      'no-restricted-syntax': ['error', ...impure],
      'no-restricted-globals': ['error', ...impureGlobals],
    },
  },
  {
    // A page: its functions are mostly markup, and what it throws may be a redirect of the router.
    files: ['apps/dashboard/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
      'no-restricted-properties': 'off',
      '@typescript-eslint/only-throw-error': 'off',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  {
    // A log in memory counts places in an array.
    files: ['**/memory-event-store.ts', 'test/support/eventstoredb-double/**'],
    rules: { 'waymark/no-number-on-bigint': 'off' },
  },
  {
    files: ['test/**/*.ts', 'libs/kernel/src/testing/**', ...SPECS],
    rules: {
      // A describe holds its examples.
      'max-lines-per-function': 'off',
      'no-console': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      // expect(port.method) only looks at the method.
      '@typescript-eslint/unbound-method': 'off',
      // Answers are parsed JSON and matchers are `any`; the expectation is the check.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    // What they need of the machine (a server, an account, a mount) may be absent.
    files: [
      'test/{browser,clients,contract,cluster,faults}/**/*.ts',
      'test/support/own-event-store.ts',
      'libs/platform/{engines,event-store}/**/*.spec.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', ...focused, skippedWithoutReason] },
  },
);
