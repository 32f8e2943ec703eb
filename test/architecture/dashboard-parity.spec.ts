import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './tools';

/** `GET /v1/links/{id}` */
type Operation = string;

interface Document {
  readonly paths: Readonly<Record<string, object>>;
}

/** Operations of the API that no screen uses, and why. */
const WITHOUT_A_SCREEN: Readonly<Record<Operation, string>> = {
  'GET /health/live': 'For what supervises processes.',
  'GET /health/ready': 'For what supervises processes.',
  'GET /health/tls': 'For a proxy that asks for certificates.',
  'GET /metrics': 'For Prometheus.',
  'GET /errors/{code}': 'A page of its own, about a code.',
  'GET /{alias}': 'For visitors of a link.',
  'POST /{alias}': 'For visitors of a link with a password.',
  'POST /api/urls': 'POST /v1/links does the same, and more.',
  'PUT /v1/links/by-external-id/{external_id}': 'For programs that keep ids of their own: a person edits the link.',
  'DELETE /v1/links/bulk': 'POST /v1/links/bulk/delete does the same.',
  'DELETE /v1/api-keys/{id}': 'POST /v1/api-keys/{id}/revoke does the same, and takes a reason.',
  'GET /v1/api-keys/current': 'For keys: a person has no key.',
  'GET /v1/analytics/tags/{name}': 'The overview filters by tag.',
  'GET /v1/analytics/domains/{id}': 'The overview filters by domain.',
  'GET /v1/analytics/events': 'For programs that read clicks page by page: people look at them live or export them.',
  'GET /v1/workspace/members/{id}': 'The list of members has all that is known of each.',
  'GET /v1/workspace/invitations/{id}': 'The list of invitations has all that is known of each.',
};

/** Ways in which the dashboard calls the API: the method, unless the pattern finds it, and the pattern of the call. */
const CALLS: readonly (readonly [method: string | undefined, call: RegExp])[] = [
  // The typed clients: api.GET('/v1/links', …
  [undefined, /\b(?:api|writes)\.(?<method>[A-Z]+)\(\s*(?<quote>['`])(?<path>.*?)\k<quote>/gs],
  // What has no session yet.
  ['POST', /\bpost(?:Of)?\(\s*(?<quote>['`])(?<path>.*?)\k<quote>/gs],
  ['GET', /\bnew Request\(\s*(?<quote>['`])(?<path>.*?)\k<quote>/gs],
  // What the browser saves.
  ['GET', /\bdownloadByTicket\(\s*(?<quote>['`])(?<path>.*?)\k<quote>/gs],
];

/** One name for an operation, however the parameters of its path are called and whether it has a query. */
const shapeOf = (operation: Operation): Operation => operation.replace(/\?.*$/s, '').replace(/\$?\{[^}]*\}/g, '{}');

const operationsOf = ({ paths }: Document): readonly Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );

const callsIn = (source: string): readonly Operation[] =>
  CALLS.flatMap(([method, call]) =>
    [...source.matchAll(call)].map(({ groups = {} }) => shapeOf(`${method ?? groups['method']} ${groups['path']}`)),
  );

/** What is wrong between a document, the sources of screens and the list of operations without one. */
const faultsOf = (
  document: Document,
  sources: readonly string[],
  excused: Readonly<Record<Operation, string>>,
): readonly string[] => {
  const there = operationsOf(document);
  const shapes = new Set(there.map(shapeOf));
  const called = new Set(sources.flatMap(callsIn));
  const isCalled = (operation: Operation): boolean => called.has(shapeOf(operation));
  const listed = Object.keys(excused);
  return [
    ...there.filter((one) => !isCalled(one) && !listed.includes(one)).map((one) => `no screen uses ${one}`),
    ...listed.filter(isCalled).map((one) => `a screen uses ${one}, which is listed as without one`),
    ...listed.filter((one) => !there.includes(one)).map((one) => `${one} is listed, and is no operation`),
    ...[...called].filter((one) => !shapes.has(one)).map((one) => `a screen calls ${one}, which is no operation`),
  ];
};

const sources = (): readonly string[] =>
  readdirSync(join(ROOT, 'apps/dashboard/src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .map((file) => readFileSync(join(ROOT, 'apps/dashboard/src', file), 'utf8'));

describe('every operation of the API', () => {
  it('has a screen of the dashboard that uses it, or a reason why none does', () => {
    const document = JSON.parse(readFileSync(join(ROOT, 'libs/clients/openapi.json'), 'utf8')) as Document;
    expect(operationsOf(document).length).toBeGreaterThan(100);
    expect(faultsOf(document, sources(), WITHOUT_A_SCREEN)).toEqual([]);
  });

  it('is caught that has neither, and so is a reason that no longer holds', () => {
    const document = { paths: { '/v1/a': { get: {}, post: {} }, '/v1/a/{id}': { get: {}, patch: {}, delete: {} } } };
    const screens = [
      "dataOf(api.GET('/v1/a', { signal })); jsonRequest('POST', '/v1/a', body);",
      "writes.PATCH(\n  '/v1/a/{id}',\n  { body });",
      'downloadByTicket(`/v1/a/${one.id}?format=${format}`, name); api.GET(`/v1/b`);',
    ];
    const excused = { 'DELETE /v1/a/{id}': 'Why.', 'PATCH /v1/a/{id}': 'Why.', 'GET /v1/c': 'Why.' };
    expect(faultsOf(document, screens, excused)).toEqual([
      'no screen uses POST /v1/a',
      'a screen uses PATCH /v1/a/{id}, which is listed as without one',
      'GET /v1/c is listed, and is no operation',
      'a screen calls GET /v1/b, which is no operation',
    ]);
  });
});
