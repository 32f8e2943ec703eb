import { type Api, type Field, type Operation, type Parameter, fieldsOf, modelOf } from '../api';
import { JsonSchemas } from './json-schema';
import { fileOf } from './text';

/** `tools.ts`: the operations that an assistant is offered, by the rules of `isOffered`. */
export const toolsFile = (api: Api): Promise<string> => {
  const schemas = new JsonSchemas(api);
  const tools = api.resources.flatMap(({ operations }) =>
    operations.filter(isOffered).map((one) => JSON.stringify(toolOf(api, schemas, one))),
  );
  return fileOf(
    `import type { Tool } from '../mcp/tool.js';`,
    `/** The operations that \`waymark mcp\` offers. */\nexport const tools: readonly Tool[] = [\n${tools.join(',\n')}\n];`,
  );
};

/** What another operation does as well, in a way that suits assistants better. */
const TWINS: readonly string[] = ['apiKeys.delete', 'links.deleteManyByPost', 'urls.create'];

/**
 * Public operations need no key, and some count visits; what reads by its scope and changes by its method is about the session
 * of a person; uploads, streams and exports have no bounds. Images have.
 */
const isOffered = ({ id, scope, method, body, answer }: Operation): boolean => {
  if (scope === 'public' || TWINS.includes(id)) return false;
  if (scope === 'read' && method !== 'GET') return false;
  if (body?.kind === 'upload') return false;
  if (answer.kind === 'file') return answer.mediaTypes.every((type) => type.startsWith('image/'));
  return answer.kind === 'json' || answer.kind === 'page' || answer.kind === 'none';
};

const toolOf = (api: Api, schemas: JsonSchemas, operation: Operation) => {
  const { id, summary, description, scope, answer, pathParameters, query, secrets } = operation;
  const shared = sharedIn(query);
  const described = query.map((one) => ({ ...one, description: withoutShared(one.description, shared) }));
  const { kind, fields } = bodyOf(api, operation);
  return {
    name: id.split('.').map(snake).join('_'),
    operation: id,
    title: summary,
    description: [`${summary}.`, description, ...shared].filter(Boolean).join(' '),
    scope,
    answer: answer.kind,
    ...(secrets.length > 0 ? { secrets } : {}),
    path: pathParameters.map(({ name }) => name),
    query: query.map(({ name }) => name),
    ...(kind ? { body: kind } : {}),
    inputSchema: schemas.ofFields([...[...pathParameters, ...described].map(fieldOf), ...fields]),
    annotations: annotationsOf(operation),
  };
};

/** A body's fields are arguments beside the others, unless one has a name of these; a list is one argument. */
const bodyOf = (
  api: Api,
  { body, pathParameters, query }: Operation,
): { readonly kind?: 'fields' | 'items' | 'body'; readonly fields: readonly Field[] } => {
  if (body?.kind !== 'json') return { fields: [] };
  const whole = (name: string): Field => fieldOf({ ...body, name, description: '' });
  if (body.type.kind === 'array') return { kind: 'items', fields: [whole('items')] };
  if (body.type.kind !== 'model') return { kind: 'body', fields: [whole('body')] };
  const fields = fieldsOf(api, modelOf(api, body.type.name));
  const taken = new Set([...pathParameters, ...query].map(({ name }) => name));
  return fields.some(({ name }) => taken.has(name))
    ? { kind: 'body', fields: [whole('body')] }
    : { kind: 'fields', fields };
};

const fieldOf = ({ name, type, required, description }: Omit<Parameter, 'example'>): Field => ({
  name,
  type,
  required,
  nullable: false,
  description,
  secret: false,
});

const OFTEN = 3;
const OF_URLS = 'A comma list or a repeated parameter.';

/** The sentences that most parameters have: a tool says them once. */
const sharedIn = (query: readonly Parameter[]): readonly string[] => {
  const counts = new Map<string, number>();
  for (const one of query.flatMap(({ description }) => sentencesOf(description)))
    counts.set(one, (counts.get(one) ?? 0) + 1);
  const most = Math.max(OFTEN, ...counts.values());
  return [...counts].filter(([, count]) => count === most).map(([sentence]) => sentence);
};

const withoutShared = (description: string, shared: readonly string[]): string =>
  sentencesOf(description)
    .filter((sentence) => !shared.includes(sentence))
    .join(' ');

const sentencesOf = (text: string): readonly string[] =>
  text.split(/(?<=[.!?]) (?=[A-Z`])/).filter((sentence) => sentence !== '' && sentence !== OF_URLS);

/** By the names of their methods: what takes nothing away, and what does more when it is done again. */
const ADDING = [
  'create',
  'createMany',
  'addLinks',
  'check',
  'restore',
  'restoreMany',
  'enable',
  'enableMany',
  'unarchive',
  'unarchiveMany',
  'verify',
  'test',
  'retryDelivery',
];
const REPEATING = ['create', 'createMany', 'rotate', 'rotateSecret', 'test', 'retryDelivery', 'replay'];

const annotationsOf = ({ name, method }: Operation) =>
  method === 'GET'
    ? { readOnlyHint: true, openWorldHint: false }
    : {
        readOnlyHint: false,
        destructiveHint: !(method === 'POST' && ADDING.includes(name)),
        idempotentHint: !(method === 'POST' && REPEATING.includes(name)),
      };

/** `apiKeys` makes `api_keys`. */
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
