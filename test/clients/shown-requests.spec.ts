import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Api, type Operation, fieldsOf, modelOf } from '../../libs/clients/generator/src/api';
import type { Document } from '../../libs/clients/generator/src/document';
import { readDocument } from '../../libs/clients/generator/src/read-document';
import { bareApiOf } from '../../libs/clients/generator/src/samples/bare';
import { goOf } from '../../libs/clients/generator/src/samples/request';
import { api as callsTo } from '../support/waymark';
import { AnsweringServer } from './support/answering';
import { Examples, operationsOf } from './support/api';
import { runGo, unformatted } from './support/go-programs';
import { LIMIT } from './support/output-of';
import { underTest } from './support/under-test';
import { CSV, type Request, answerOf, comparable, wireOf } from './support/wire';

const { product, languages } = underTest();
const skipped = languages.find(({ language }) => language === 'go')?.skipped;
const skips = languages.some(({ language }) => language === 'go') ? skipped : 'CLIENTS leaves it out';

/** Quotes, escapes, what looks like code, characters beyond the plane, and those that editors hide. */
const STRANGE = '"\'`\\ \\n\n\r\t\b\0\u001f\u007f\u2028\uFEFF %s ${x} fmt.Println() {{ }} /* // é 🙂 \\u0041';

type Row = readonly [name: string, id: string, request: Partial<Omit<Request, 'operation'>>];

/** What forms and filters send besides an example of everything. */
const ROWS: readonly Row[] = [
  ['strange', 'links.list', { query: { search: STRANGE, tags: ['a b', '"', '\\'] } }],
  ['strange', 'links.get', { path: ['a/b?c=d#e%41 "\\é🙂'] }],
  ['strange', 'links.create', { body: { destination_url: 'https://a.example', title: STRANGE, tags: [STRANGE] } }],
  ['code', 'links.delete', { path: ['fmt.Println'] }],
  ['past', 'webhooks.get', { path: ['a'], query: { as_of: '2026-11-22T17:04:31.482Z' } }],
  [
    'filters',
    'analytics.workspace',
    { query: { include_bots: false, group_by: ['country'], country: ['!AT', STRANGE] } },
  ],
  ['format', 'links.qrCode', { path: ['a'], query: { format: 'png', size: 512 } }],
  ['later', 'links.list', { query: { status: 'of_a_later_version' } }],
  ['later', 'links.update', { path: ['a'], body: { redirect_type: 399 } }],
  ['zero', 'links.update', { path: ['a'], body: { click_limit: 0, forward_query: false, title: '', tags: [] } }],
  ['empty', 'links.deleteManyByPost', { body: [] }],
  ['empty', 'links.update', { path: ['a'], body: {} }],
  [
    'nulls',
    'links.updateMany',
    {
      body: [
        { id: 'a', title: null, rules: null },
        { id: 'b', tags: null },
      ],
    },
  ],
  [
    'rules',
    'links.create',
    {
      body: {
        destination_url: 'https://a.example',
        rules: [
          { if: { device: 'mobile', country: ['AT', 'DE'] }, destination_url: 'https://b.example' },
          { if: { language: [], query: { ref: true, [STRANGE]: STRANGE } }, destination_url: 'https://c.example' },
        ],
        variants: [
          { destination_url: 'https://d.example', weight: 70 },
          { destination_url: 'https://e.example', weight: 30 },
        ],
        preview: { title: null, description: 'text' },
      },
    },
  ],
  [
    'keys',
    'domains.update',
    {
      path: ['a'],
      body: {
        apple_app_site_association: {
          a: 1,
          'é🙂': 1,
          ['b'.repeat(30)]: 1,
          ['ü'.repeat(25)]: 1,
          ['c'.repeat(60)]: { d: [1] },
          e: 'text '.repeat(30),
          ['f'.repeat(90)]: null,
        },
      },
    },
  ],
  [
    'json',
    'domains.update',
    {
      path: ['a'],
      body: {
        apple_app_site_association: {
          applinks: {
            apps: [],
            details: [{ appID: STRANGE, paths: ['*'], n: [0, -1, 0.5, 1e21, 2 ** 66, null, true] }],
          },
          [STRANGE]: {},
        },
        assetlinks: [null, 'text', { nested: [[], [1]] }],
      },
    },
  ],
];

let full: Api;
let bare: Api;
let requests: ReadonlyMap<string, Request>;

const operationOf = (id: string): Operation => {
  const found = operationsOf(full).find((one) => one.id === id);
  if (!found) throw new Error(`there is no ${id}`);
  return found;
};

/** The clients walk through pages by themselves. */
const shownOf = ({ query }: Operation) =>
  query.filter(({ name }) => !['page', 'limit', 'cursor'].includes(name) || query.every((one) => one.name !== 'page'));

/** An example of everything that it takes. */
const wholeOf = (examples: Examples, operation: Operation): Request => {
  const { pathParameters, body } = operation;
  return {
    operation,
    path: pathParameters.map(({ type, example }) => String(examples.of(type, example))),
    query: Object.fromEntries(shownOf(operation).map(({ name, type, example }) => [name, examples.of(type, example)])),
    ...(body?.kind === 'json' ? { body: examples.of(body.type) } : {}),
    ...(body?.kind === 'upload' ? { sends: 'links.csv' } : {}),
  };
};

/** Null wherever that is possible; what is required has its example. */
const nullsOf = (examples: Examples, operation: Operation): unknown => {
  const type = operation.body?.kind === 'json' ? operation.body.type : undefined;
  if (type?.kind !== 'model') return undefined;
  const fields = fieldsOf(full, modelOf(full, type.name)).filter((field) => field.required || field.nullable);
  return Object.fromEntries(
    fields.map((field) => [field.name, field.nullable ? null : examples.of(field.type, field.example)]),
  );
};

beforeAll(async () => {
  const { body: document } = await callsTo(product).get<Document>('/openapi.json');
  full = readDocument(document);
  bare = bareApiOf(document);
  const examples = new Examples(full);
  const each = operationsOf(full).map((operation) => ({ operation, whole: wholeOf(examples, operation) }));
  requests = new Map<string, Request>([
    ...each.map(({ operation, whole }) => [`${operation.id}.whole`, whole] as const),
    ...each.flatMap(({ operation, whole }) => {
      const body = nullsOf(examples, operation);
      return body === undefined ? [] : [[`${operation.id}.null`, { ...whole, query: {}, body }] as const];
    }),
    ...each.map(({ operation, whole }) => {
      const query = Object.entries(whole.query).filter(([name]) =>
        operation.query.some((one) => one.name === name && one.required),
      );
      return [`${operation.id}.unfiltered`, { ...whole, query: Object.fromEntries(query) }] as const;
    }),
    ...ROWS.map(([name, id, given]) => {
      const request = { path: [], query: {}, ...given, operation: operationOf(id) };
      return [`${id}.${name}`, request] as const;
    }),
  ]);
});

/** Of a name as of `links.get.whole`; the stream of clicks never ends by itself, and its end is an error. */
const failures = (failed: Readonly<Record<string, string>>) =>
  Object.entries(failed).filter(([name]) => !name.startsWith('analytics.live.'));

const goOfRequest = ({ operation, path, query, body, sends }: Request): string | null =>
  goOf(bare, { id: operation.id, path, query, body, ...(sends !== undefined && { sends }) });

const matches = ({ method, path }: Operation, sent: { readonly method: string; readonly path: string }): boolean =>
  method === sent.method && new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(sent.path);

const suite = (): void => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'waymark-shown-'));
    writeFileSync(join(folder, 'links.csv'), CSV);
    for (const [name, request] of requests) writeFileSync(join(folder, `${name}.go`), `${goOfRequest(request)}\n`);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('shows a request of the dashboard as gofmt leaves it', async () => expect(await unformatted(folder)).toBe(''));

  it(
    'shows a request of the dashboard by a program that compiles and sends the same',
    async () => {
      const examples = new Examples(full);
      const seen = new Set<Operation>();
      // A fixed path goes before one with a parameter that it matches as well.
      const known = operationsOf(full).toSorted((a, b) => a.path.split('{').length - b.path.split('{').length);
      const server = await new AnsweringServer((sent) => {
        const operation = known.find((one) => matches(one, sent));
        if (!operation) return undefined;
        const opened = seen.has(operation);
        seen.add(operation);
        return answerOf(examples, operation, opened);
      }).start();
      try {
        const env = { WAYMARK_BASE_URL: server.url, WAYMARK_API_KEY: 'svc_live_shown' };
        expect(failures(JSON.parse(await runGo(folder, env)) as Readonly<Record<string, string>>)).toEqual([]);
        const texts = (all: readonly Parameters<typeof comparable>[0][]) =>
          [...new Set(all.map((one) => stable(comparable(one))))].toSorted();
        expect(texts(server.sent)).toEqual(texts([...requests.values()].map(wireOf)));
      } finally {
        await server.close();
      }
    },
    LIMIT,
  );
};

/** As JSON with its names in order. */
const stable = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );

it('every request has a call', () => {
  expect([...requests].filter(([, request]) => goOfRequest(request) === null)).toEqual([]);
});

// The table of `npm run test:clients` has a column for each library.
if (skips === undefined) describe('go', suite);
else describe.skip(`go, skipped: ${skips}`, () => it('shows a request of the dashboard', () => undefined));
