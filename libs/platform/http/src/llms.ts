import type { Json } from './openapi-schema';

interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly scope: string;
  readonly tag: string;
  readonly raw: Json;
}

/**
 * The interface in short, in the form of https://llmstxt.org: what it is, how to authenticate, and each operation in a
 * line. @param document an OpenAPI document of one server
 */
export const llmsText = (document: Json): string =>
  [
    ...headOf(document),
    ...sectionsOf(document, (operation) => [lineOf(operation)]),
    '## Optional',
    '',
    `- [The same with parameters and fields](${serverOf(document)}/llms-full.txt)`,
    '',
  ].join('\n');

/** The same with parameters, bodies, answers and codes of each operation, and the fields of each schema. */
export const llmsFullText = (document: Json): string =>
  [
    ...headOf(document),
    ...sectionsOf(document, (operation) => detailsOf(document, operation)),
    ...schemasOf(document),
  ].join('\n');

const headOf = (document: Json): readonly string[] => {
  const { title, description } = document['info'] as { title: string; description: string };
  const [about = '', ...paragraphs] = description.split('\n\n').map((text) => text.replaceAll('\n', ' '));
  const server = serverOf(document);
  return [
    `# ${title}`,
    '',
    `> ${about}`,
    '',
    ...paragraphs.flatMap((text) => [text, '']),
    '## Documents',
    '',
    `- [OpenAPI 3.0 document](${server}/openapi.json)`,
    `- [Reference with samples in curl, TypeScript, Python, Go and PHP](${server}/docs)`,
    '',
  ];
};

const serverOf = (document: Json): string => (document['servers'] as readonly { url: string }[])[0]?.url ?? '';

const sectionsOf = (document: Json, textOf: (operation: Operation) => readonly string[]): readonly string[] => {
  const operations = operationsOf(document);
  const tags = document['tags'] as readonly { name: string; description?: string; 'x-displayName'?: string }[];
  return tags.flatMap(({ name, description = '', 'x-displayName': title = name }) => [
    `## ${title}`,
    '',
    ...(description ? [description, ''] : []),
    ...operations.filter(({ tag }) => tag === name).flatMap(textOf),
    '',
  ]);
};

const operationsOf = (document: Json): readonly Operation[] =>
  Object.entries(document['paths'] as Readonly<Record<string, Readonly<Record<string, Json>>>>).flatMap(
    ([path, item]) =>
      Object.entries(item).map(([method, raw]) => ({
        id: String(raw['operationId']),
        method: method.toUpperCase(),
        path,
        summary: String(raw['summary']),
        description: flat(raw['description']),
        scope: String(raw['x-required-scope']),
        tag: (raw['tags'] as readonly string[])[0] ?? '',
        raw,
      })),
  );

const lineOf = ({ method, path, summary, scope }: Operation): string =>
  `- \`${method} ${path}\`: ${summary} (${scope})`;

const detailsOf = (document: Json, operation: Operation): readonly string[] => {
  const { id, method, path, summary, description, scope, raw } = operation;
  const parameters = ((raw['parameters'] ?? []) as readonly Json[])
    .map((one) => resolved(document, one))
    .filter((one) => one['in'] !== 'header')
    .map(
      (one) =>
        `- ${String(one['in'])} \`${String(one['name'])}\`${one['required'] ? ', required' : ''}: ${flat(one['description'])}`,
    );
  const body = raw['requestBody'] as Json | undefined;
  const responses = Object.entries(raw['responses'] as Readonly<Record<string, Json>>);
  const answers = responses.map(([status, one]) => `${status} ${namesIn(resolved(document, one), status)}`.trim());
  return [
    `### ${method} ${path}`,
    '',
    `${summary} (operation \`${id}\`, scope \`${scope}\`). ${description}`.trim(),
    '',
    ...parameters,
    ...(body ? [`- body: ${namesIn(body, '')}`] : []),
    `- answers: ${answers.join('; ')}`,
    '',
  ];
};

/** What a body or an answer has: the names of its schemas, or the codes of a failure. */
const namesIn = (body: Json, status: string): string => {
  const { codes } = (body['x-waymark'] ?? {}) as { codes?: readonly string[] };
  if (codes) return codes.join(', ');
  const content = Object.entries((body['content'] ?? {}) as Readonly<Record<string, { schema: Json }>>);
  const named = content.map(([type, { schema }]) => (type === 'application/json' ? typeOf(schema) : type));
  return named.length > 0 ? named.join(' or ') : status === '' ? '' : 'without a body';
};

const schemasOf = (document: Json): readonly string[] => {
  const { schemas } = document['components'] as { schemas: Readonly<Record<string, Json>> };
  return [
    '## Schemas',
    '',
    ...Object.entries(schemas).flatMap(([name, schema]) => [
      `### ${name}`,
      '',
      flat(schema['description']),
      '',
      ...partsOf(schema),
      '',
    ]),
  ];
};

const partsOf = (schema: Json): readonly string[] => {
  const {
    enum: values,
    allOf = [],
    oneOf = [],
  } = schema as { enum?: readonly unknown[]; allOf?: Json[]; oneOf?: Json[] };
  if (values) return [`Values: ${values.map((value) => `\`${String(value)}\``).join(', ')}`];
  const required = (schema['required'] ?? []) as readonly string[];
  const fields = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Json>>);
  return [
    ...oneOf.map((part) => `- one of: ${typeOf(part)}`),
    ...allOf.flatMap((part) => (part['$ref'] === undefined ? partsOf(part) : [`- all fields of ${typeOf(part)}`])),
    ...fields.map(
      ([name, field]) =>
        `- \`${name}\` (${typeOf(field)}${field['nullable'] ? ' or null' : ''}${required.includes(name) ? ', required' : ''})` +
        `${field['description'] === undefined ? '' : `: ${flat(field['description'])}`}`,
    ),
  ];
};

const typeOf = (schema: Json): string => {
  const {
    $ref,
    items,
    allOf,
    anyOf,
    type = 'any',
  } = schema as {
    $ref?: string;
    items?: Json;
    allOf?: readonly Json[];
    anyOf?: readonly Json[];
    type?: string;
  };
  if ($ref) return $ref.slice($ref.lastIndexOf('/') + 1);
  if (items) return `list of ${typeOf(items)}`;
  const parts = allOf ?? anyOf;
  return parts ? parts.map(typeOf).join(anyOf ? ' or ' : ' and ') : type;
};

const resolved = (document: Json, value: Json): Json =>
  typeof value['$ref'] === 'string'
    ? (value['$ref']
        .split('/')
        .slice(1)
        .reduce<unknown>((part, step) => (part as Json)[step], document) as Json)
    : value;

const flat = (text: unknown): string => (typeof text === 'string' ? text : '').replace(/\s*\n\s*(- )?/g, ' ');
