import operations from '../api/operations.json';
import type { Shown } from './request-draft';

export const LANGUAGES = [
  ['curl', 'curl'],
  ['typescript', 'TypeScript'],
  ['python', 'Python'],
  ['go', 'Go'],
  ['php', 'PHP'],
] as const;
export type Language = (typeof LANGUAGES)[number][0];

interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Who may ask: `read`, `write`, or `owner`, who is a person. */
  readonly scope: string;
  /** Whether the clients walk through its pages. */
  readonly paged: boolean;
  /** Query parameters that are lists, and those that are numbers or booleans. */
  readonly lists: readonly string[];
  readonly literals: readonly string[];
}

export interface Call {
  readonly operation: Operation;
  readonly ids: readonly string[];
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** The name of a file that is sent as it is. */
  readonly file: string | null;
}

/** Bodies that are files, by their media types: what is sent is not shown. */
const FILES: Readonly<Record<string, string>> = { 'text/csv': 'links.csv', 'application/x-ndjson': 'links.ndjson' };
const fileOf = ({ headers }: Shown): string | null => FILES[headers['content-type'] ?? ''] ?? null;

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}$`);

const KNOWN = (operations as readonly Operation[])
  .map((operation) => ({ operation, pattern: patternOf(operation.path) }))
  // A fixed path goes before one with a parameter that it matches as well.
  .sort((a, b) => a.operation.path.split('{').length - b.operation.path.split('{').length);

const knownOf = ({ method, url }: Shown) => {
  const { pathname } = new URL(url, 'http://any');
  return KNOWN.find(({ operation, pattern }) => operation.method === method && pattern.test(pathname));
};

/** Whether a key is refused: only an owner who is signed in may do it. */
export const isForOwners = (request: Shown): boolean => knownOf(request)?.operation.scope === 'owner';

/** The values of a list. In filters of analytics a comma after a backslash is part of its value. */
const itemsOf = (path: string, text: string): readonly string[] =>
  path.startsWith('/v1/analytics/') ? (text.match(/(?:\\[^]|[^,\\])+/g) ?? []) : text.split(',');

const callOf = (request: Shown): Call | null => {
  const { url, body } = request;
  const { pathname, searchParams } = new URL(url, 'http://any');
  const found = knownOf(request);
  if (!found) return null;
  const { operation, pattern } = found;
  const value = (name: string, text: string): unknown => {
    if (operation.lists.includes(name)) return itemsOf(operation.path, text);
    return operation.literals.includes(name) ? (JSON.parse(text) as unknown) : text;
  };
  const paging = operation.paged ? ['page', 'limit', 'cursor'] : [];
  const query = [...searchParams].filter(([name]) => !paging.includes(name));
  return {
    operation,
    ids: (pattern.exec(pathname) ?? []).slice(1).map(decodeURIComponent),
    query: Object.fromEntries(query.map(([name, text]) => [name, value(name, text)])),
    body: body === null ? undefined : (JSON.parse(body) as unknown),
    file: fileOf(request),
  };
};

/** A call in a language; null where it has none. */
export type Writer = (call: Call) => string | null;

/**
 * The request as a program would send it, with a key of its own; null where a language has no call for it.
 * @param go is loaded when it is asked for
 */
export const snippet = (language: Language, request: Shown, go: Writer): string | null => {
  if (language === 'curl') return curl(request);
  const call = callOf(request);
  return call && { typescript, python, php, go }[language](call);
};

const curl = (request: Shown): string => {
  const { method, url, headers, body } = request;
  const file = fileOf(request);
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$WAYMARK_BASE_URL${decodeQuery(url)}"`,
    '--header "Authorization: Bearer $WAYMARK_API_KEY"',
    ...Object.entries(headers).map(([name, value]) => `--header '${canonical(name)}: ${value}'`),
    ...(file === null ? [] : [`--data-binary @${file}`]),
    ...(body === null ? [] : [`--data '${pretty(body).replaceAll("'", "'\\''")}'`]),
  ];
  return lines.join(' \\\n  ');
};

/** Commas read better than %2C, and mean the same in a query. */
const decodeQuery = (url: string): string => url.replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%2F', '/');
const canonical = (name: string): string => name.replace(/(^|-)\w/g, (letter) => letter.toUpperCase());

export const pretty = (json: string): string => {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
};

const partsOf = ({ operation }: Call): readonly [string, string] => {
  const [resource = '', method = ''] = operation.id.split('.');
  return [resource, method];
};
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const fieldsOf = ({ query, body }: Call): Readonly<Record<string, unknown>> => ({
  ...query,
  ...(isRecord(body) ? body : {}),
});

const literal = (value: unknown): string =>
  typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
    : JSON.stringify(value);

const ofTypescript = (value: unknown, indent = ''): string => {
  const deeper = `${indent}  `;
  if (Array.isArray(value)) return `[${value.map((one) => ofTypescript(one, deeper)).join(', ')}]`;
  if (!isRecord(value)) return literal(value);
  const lines = Object.entries(value).map(
    ([name, one]) => `${deeper}${/^\w+$/.test(name) ? name : literal(name)}: ${ofTypescript(one, deeper)},\n`,
  );
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indent}}`;
};

const typescript = (call: Call): string => {
  const [resource, method] = partsOf(call);
  const fields = fieldsOf(call);
  const last = Array.isArray(call.body) ? call.body : Object.keys(fields).length > 0 ? fields : undefined;
  const file = call.file === null ? [] : [`{ path: ${literal(call.file)} }`];
  const args = [...call.ids.map(literal), ...file, ...(last === undefined ? [] : [ofTypescript(last)])].join(', ');
  const expression = `waymark.${resource}.${method}(${args})`;
  return [
    "import { Waymark } from '@waymark/client';",
    '',
    'const waymark = new Waymark();',
    '',
    call.operation.paged
      ? `for await (const entry of ${expression}) {\n  console.log(entry);\n}`
      : `console.log(await ${expression});`,
  ].join('\n');
};

const ofPython = (value: unknown, indent: string): string => {
  const deeper = `${indent}    `;
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map((one) => ofPython(one, deeper)).join(', ')}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const lines = Object.entries(value).map(([name, one]) => `${deeper}"${name}": ${ofPython(one, deeper)},\n`);
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indent}}`;
};

const python = (call: Call): string => {
  const [resource, method] = partsOf(call);
  const named = Object.entries(fieldsOf(call)).map(([name, value]) => `${name}=${ofPython(value, '        ')}`);
  const list = Array.isArray(call.body) ? [ofPython(call.body, '        ')] : [];
  const file = call.file === null ? [] : [JSON.stringify(call.file)];
  const args = [...call.ids.map((id) => JSON.stringify(id)), ...file, ...list, ...named];
  const inside = args.length > 1 ? `\n${args.map((arg) => `        ${arg},\n`).join('')}    ` : args.join('');
  const expression = `waymark.${snake(resource)}.${snake(method)}(${inside})`;
  return [
    'from waymark import Waymark',
    '',
    'with Waymark() as waymark:',
    call.operation.paged ? `    for entry in ${expression}:\n        print(entry)` : `    print(${expression})`,
  ].join('\n');
};

const ofPhp = (value: unknown, indent = ''): string => {
  const deeper = `${indent}    `;
  if (Array.isArray(value)) return `[${value.map((one) => ofPhp(one, deeper)).join(', ')}]`;
  if (!isRecord(value)) return literal(value);
  const lines = Object.entries(value).map(([name, one]) => `${deeper}'${name}' => ${ofPhp(one, deeper)},\n`);
  return lines.length === 0 ? '[]' : `[\n${lines.join('')}${indent}]`;
};

const php = (call: Call): string => {
  const [resource, method] = partsOf(call);
  const fields = fieldsOf(call);
  const last = Array.isArray(call.body) ? call.body : Object.keys(fields).length > 0 ? fields : undefined;
  const file = call.file === null ? [] : [`Waymark\\Upload::fromPath(${literal(call.file)})`];
  const args = [...call.ids.map(literal), ...file, ...(last === undefined ? [] : [ofPhp(last)])].join(', ');
  const expression = `$waymark->${resource}->${method}(${args})`;
  return [
    '<?php',
    '',
    '$waymark = new Waymark\\Waymark();',
    call.operation.paged
      ? `foreach (${expression} as $entry) {\n    echo json_encode($entry), "\\n";\n}`
      : `echo json_encode(${expression}), "\\n";`,
  ].join('\n');
};
