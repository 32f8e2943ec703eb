import type { Answer, Body, JsonAnswer, Operation, Parameter, Resource } from './api';
import {
  type Content,
  type Document,
  type DocumentOperation,
  type DocumentParameter,
  type DocumentResponse,
  type Ref,
  type Schema,
  isRef,
  nameOf,
  resolve,
} from './document';
import type { Schemas } from './read-schemas';

/** The resources of a document with their operations, in the order of its paths. */
export const readResources = (document: Document, schemas: Schemas): readonly Resource[] => {
  const resources = new Map<string, Operation[]>();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const [resource = ''] = operation.operationId.split('.');
      const operations = resources.get(resource) ?? [];
      resources.set(resource, [...operations, readOperation(document, schemas, path, method, operation)]);
    }
  }
  return [...resources].map(([name, operations]) => ({ name, description: describe(document, name), operations }));
};

const describe = ({ tags = [] }: Document, name: string): string =>
  tags.find((tag) => tag.name.replace(/[-_ ]/g, '').toLowerCase() === name.toLowerCase())?.description ?? '';

const readOperation = (
  document: Document,
  schemas: Schemas,
  path: string,
  method: string,
  operation: DocumentOperation,
): Operation => {
  const { operationId: id, 'x-waymark': marks = {} } = operation;
  const parameters = (operation.parameters ?? []).map((one) => resolve<DocumentParameter>(document, one));
  const headers = parameters.filter((one) => one.in === 'header').map(({ name }) => name);
  const listed = (place: string): readonly Parameter[] =>
    parameters.filter((one) => one.in === place).map((one) => parameterOf(schemas, id, one));
  const body = bodyOf(document, schemas, id, operation);
  return {
    id,
    name: id.slice(id.indexOf('.') + 1),
    method: method.toUpperCase() as Operation['method'],
    path,
    summary: operation.summary,
    description: operation.description ?? '',
    scope: operation['x-required-scope'],
    pathParameters: listed('path').toSorted((a, b) => path.indexOf(`{${a.name}}`) - path.indexOf(`{${b.name}}`)),
    query: listed('query'),
    ...(body ? { body } : {}),
    answer: answerOf(document, schemas, id, operation),
    idempotent: headers.includes('Idempotency-Key'),
    conditional: headers.includes('If-Match'),
    retried: marks.retry !== 'never',
    secrets: marks.secret ?? [],
    statuses: Object.keys(operation.responses).map(Number),
  };
};

const parameterOf = (schemas: Schemas, id: string, parameter: DocumentParameter): Parameter => ({
  name: parameter.name,
  type: schemas.typeOf(parameter.schema, typeName(id, parameter.name)),
  required: parameter.required === true,
  description: parameter.description ?? '',
  ...(parameter.example === undefined ? {} : { example: parameter.example }),
});

const bodyOf = (
  document: Document,
  schemas: Schemas,
  id: string,
  { requestBody }: DocumentOperation,
): Body | undefined => {
  if (!requestBody) return undefined;
  const json = requestBody.content['application/json'];
  const [first] = Object.values(requestBody.content);
  const example = (json ?? first)?.example;
  const given = example === undefined ? {} : { example };
  if (!json) return { kind: 'upload', mediaTypes: Object.keys(requestBody.content), ...given };
  const type = schemas.typeOf(json.schema, typeName(id, 'body'));
  const [named] = Object.values(json.examples ?? {});
  const exampleBody = named ? resolve<{ value?: unknown }>(document, named).value : example;
  return {
    kind: 'json',
    type,
    required: requestBody.required === true,
    ...given,
    ...(exampleBody === undefined ? {} : { exampleBody }),
  };
};

const answerOf = (document: Document, schemas: Schemas, id: string, operation: DocumentOperation): Answer => {
  const { 'x-waymark': marks = {}, responses } = operation;
  const statuses = Object.keys(responses);
  if (statuses.some((status) => /^30[1-8]$/.test(status) && status !== '304')) return { kind: 'redirect' };
  const [first, second] = statuses.filter((status) => status.startsWith('2'));
  if (!first) throw new Error(`${id} has no answer of success`);
  const content = contentOf(document, operation, first);
  const json = content['application/json'];
  if (marks.stream === 'file') return { kind: 'file', mediaTypes: Object.keys(content) };
  if (marks.stream === 'sse') return { kind: 'events', item: schemas.typeOf(refTo(marks.item ?? ''), id) };
  if (!json) return Object.keys(content).length === 0 ? { kind: 'none' } : { kind: 'text' };
  if (marks.paging) return pageOf(document, schemas, id, marks.paging, json.schema);
  const answer = jsonAnswerOf(schemas, id, json);
  const other = second && contentOf(document, operation, second)['application/json'];
  const type = other && schemas.typeOf(other.schema, typeName(id, 'accepted'));
  return type && JSON.stringify(type) !== JSON.stringify(answer.type)
    ? { ...answer, other: { status: Number(second), type } }
    : answer;
};

const contentOf = (document: Document, { responses }: DocumentOperation, status: string): Content => {
  const response = responses[status];
  return (response && resolve<DocumentResponse>(document, response).content) ?? {};
};

const jsonAnswerOf = (schemas: Schemas, id: string, { schema, example }: Content[string]): JsonAnswer => {
  const views = isRef(schema) ? undefined : schema['x-waymark'];
  const type = views?.now ? schemas.typeOf(refTo(views.now), id) : schemas.typeOf(schema, typeName(id, 'answer'));
  return {
    kind: 'json',
    type,
    ...(views?.as_of ? { asOf: schemas.typeOf(refTo(views.as_of), id) } : {}),
    ...(example === undefined ? {} : { example }),
  };
};

const pageOf = (
  document: Document,
  schemas: Schemas,
  id: string,
  paging: 'cursor' | 'page',
  schema: Schema | Ref,
): Answer => {
  if (!isRef(schema)) throw new Error(`the page of ${id} has no name`);
  const { data } = resolve<Schema>(document, schema).properties ?? {};
  if (!data || isRef(data) || !data.items) throw new Error(`the page of ${id} has no data`);
  return { kind: 'page', paging, list: nameOf(schema), item: schemas.typeOf(data.items, id) };
};

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** `links.create` and `body` make `LinksCreateBody`. */
const typeName = (id: string, part: string): string =>
  [...id.split('.'), ...part.split('_')].map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
