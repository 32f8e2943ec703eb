import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Api } from '../../libs/clients/generator/src/api';
import { type Call, callOf } from '../../libs/clients/generator/src/samples/call';
import { api as callsTo } from '../support/waymark';
import { AnsweringServer, type Sent } from './support/answering';
import { Examples, apiOf, operationsOf } from './support/api';
import { runGo, unformatted } from './support/go-programs';
import { LIMIT, outputOf } from './support/output-of';
import { type Language, underTest } from './support/under-test';
import { CSV, answerOf, comparable, wireOf } from './support/wire';

const ROOT = join(__dirname, '../..');
const RUNNERS = join(__dirname, 'samples');
const TITLE = 'has samples in the reference that run, and send what it documents';
const { product, languages } = underTest();

interface Sample {
  readonly label: string;
  readonly source: string;
}
type Documented = Readonly<Record<string, { readonly operationId: string; readonly 'x-codeSamples'?: Sample[] }>>;

/** What makes a language's samples run, all in one process. */
interface Runner {
  readonly label: string;
  /** Of the files of samples. */
  readonly ending: string;
  /** Why it cannot be run here. */
  readonly skipped?: string | undefined;
  /** Looks at the files before they run. @returns what is wrong with them */
  readonly check?: (folder: string) => Promise<string>;
  /** @returns what each that failed threw, by its id, as JSON */
  readonly run: (folder: string, env: NodeJS.ProcessEnv) => Promise<string>;
}

const of = (name: string): Pick<Language, 'command' | 'env' | 'skipped'> =>
  languages.find(({ language }) => language === name) ?? { command: [], env: {}, skipped: 'CLIENTS leaves it out' };

const curl: Runner = {
  label: 'curl',
  ending: 'sh',
  skipped: spawnSync('curl', ['--version']).status === 0 ? undefined : 'curl is not installed',
  run: (folder, env) => outputOf('bash', [join(RUNNERS, 'run.sh')], folder, env),
};

const typescript: Runner = {
  label: 'TypeScript',
  ending: 'mts',
  skipped: of('typescript').skipped,
  check: async (folder) => {
    const compilerOptions = {
      noEmit: true,
      strict: true,
      skipLibCheck: true,
      target: 'ES2022',
      module: 'NodeNext',
      types: ['node'],
      paths: { '@waymark/client': [join(ROOT, 'libs/clients/typescript/src/index.ts')] },
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.mts'] }));
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    return outputOf(process.execPath, [compiler, '-p', '.'], folder).catch((error: { stdout: string }) => error.stdout);
  },
  run: (folder, env) => {
    const program = ['-r', join(ROOT, 'test/support/typescript.cjs'), join(RUNNERS, 'run.cjs')];
    return outputOf(process.execPath, program, folder, { ...env, ...of('typescript').env });
  },
};

const python: Runner = {
  label: 'Python',
  ending: 'py',
  skipped: of('python').skipped,
  run: (folder, env) =>
    outputOf(of('python').command[0] ?? '', [join(RUNNERS, 'run.py')], folder, { ...env, ...of('python').env }),
};

const php: Runner = {
  label: 'PHP',
  ending: 'php',
  skipped: of('php').skipped,
  run: (folder, env) => {
    mkdirSync(join(folder, 'vendor'));
    const sources = JSON.stringify(join(ROOT, 'libs/clients/php/src/'));
    const load = `spl_autoload_register(fn ($name) => require_once ${sources} . strtr(substr($name, 8), '\\\\', '/') . '.php');`;
    writeFileSync(join(folder, 'vendor/autoload.php'), `<?php\n\n${load}\n`);
    return outputOf('php', ['-d', 'include_path=.', join(RUNNERS, 'run.php')], folder, env);
  },
};

const go: Runner = { label: 'Go', ending: 'go', skipped: of('go').skipped, check: unformatted, run: runGo };

/** What a call is on the wire. */
const wireOfCall = ({ query, ...call }: Call): Sent =>
  wireOf({ ...call, query: Object.fromEntries(query.map(({ parameter, value }) => [parameter.name, value])) });

const keyOf = ({ method, path }: Pick<Sent, 'method' | 'path'>): string => `${method} ${path}`;

let api: Api;
let sources: ReadonlyMap<string, readonly Sample[]>;
let calls: ReadonlyMap<string, Call>;
beforeAll(async () => {
  api = await apiOf(product);
  calls = new Map(operationsOf(api).map((operation) => [keyOf(wireOfCall(callOf(operation))), callOf(operation)]));
  const { body } = await callsTo(product).get<{ paths: Record<string, Documented> }>('/docs/openapi.json');
  const documented = Object.values(body.paths).flatMap((item) => Object.values(item));
  sources = new Map(documented.map((one) => [one.operationId, one['x-codeSamples'] ?? []]));
});

it('every operation has a sample in each language, in the document of the reference', () => {
  expect([...sources.keys()].toSorted()).toEqual(
    operationsOf(api)
      .map(({ id }) => id)
      .toSorted(),
  );
  expect(calls.size).toBe(sources.size);
  for (const [id, samples] of sources)
    expect([id, samples.map(({ label }) => label)]).toEqual([id, ['curl', 'TypeScript', 'Python', 'Go', 'PHP']]);
});

const suite = ({ label, ending, check, run }: Runner): void => {
  let folder: string;
  beforeAll(() => {
    // Below the repository, for the compiler looks for the types of Node from there.
    mkdirSync(join(ROOT, '.cache'), { recursive: true });
    folder = mkdtempSync(
      label === 'TypeScript' ? join(ROOT, '.cache', 'samples-') : join(tmpdir(), 'waymark-samples-'),
    );
    writeFileSync(join(folder, 'links.csv'), CSV);
    for (const [id, samples] of sources) {
      const source = samples.find((one) => one.label === label)?.source ?? '';
      writeFileSync(join(folder, `${id}.${ending}`), `${source}\n`);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  if (check)
    it('has samples in the reference without a fault', async () => expect(await check(folder)).toBe(''), LIMIT);

  it(
    TITLE,
    async () => {
      const examples = new Examples(api);
      const seen = new Set<string>();
      const server = await new AnsweringServer((sent) => {
        const key = keyOf(sent);
        const opened = seen.has(key);
        seen.add(key);
        const call = calls.get(key);
        return call && answerOf(examples, call.operation, opened);
      }).start();
      try {
        const env = { WAYMARK_BASE_URL: server.url, WAYMARK_API_KEY: 'svc_live_sample' };
        const failed = JSON.parse(await run(folder, env)) as Readonly<Record<string, string>>;
        // The stream of clicks never ends by itself. When it is ended, some libraries report that as an error.
        expect({ ...failed, 'analytics.live': undefined }).toEqual({});
        // By what was asked: a busy machine may make a library ask twice.
        const sent = new Map(server.sent.map((one) => [keyOf(one), comparable(one)]));
        const wanted = new Map([...calls].map(([key, call]) => [key, comparable(wireOfCall(call))]));
        expect(Object.fromEntries(sent)).toEqual(Object.fromEntries(wanted));
      } finally {
        await server.close();
      }
    },
    LIMIT,
  );
};

for (const runner of [curl, typescript, python, go, php]) {
  // The table of `npm run test:clients` has a column for each library.
  const title = runner === curl ? 'samples of curl' : runner.label.toLowerCase();
  if (runner.skipped === undefined) describe(title, () => suite(runner));
  else describe.skip(`${title}, skipped: ${runner.skipped}`, () => it(TITLE, () => undefined));
}
