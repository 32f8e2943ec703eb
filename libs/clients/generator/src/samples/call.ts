import type { Answer, Operation, Parameter, TypeRef } from '../api';

/** A call of an operation. */
export interface Call {
  readonly operation: Operation;
  readonly path: readonly string[];
  readonly query: readonly { readonly parameter: Parameter; readonly value: unknown }[];
  /** Absent where there is none, or where it may be left out and is empty. */
  readonly body?: unknown;
  /** The file that is sent. */
  readonly sends?: string;
  /** The file in which the answer is kept. */
  readonly saves?: string;
  /** The field of the answer that is shown only once: that is what the caller wants. */
  readonly secret?: string;
}

/** Parameters that show what an operation is for; others are left to the reference. */
const TYPICAL = new Set([
  'tags',
  'range',
  'group_by',
  'format',
  'status',
  'short_url',
  'unused_for_days',
  'lineage',
  'health.tls.domain',
]);

/** The call of an operation with the examples of the document. @throws Error if one that is needed is absent */
export const callOf = (operation: Operation): Call => {
  const { id, pathParameters, body } = operation;
  const query = operation.query
    .filter(({ name, required }) => required || TYPICAL.has(name) || TYPICAL.has(`${id}.${name}`))
    .map((parameter) => ({ parameter, value: shownOf(id, parameter) }));
  return {
    operation,
    path: pathParameters.map((parameter) => String(shownOf(id, parameter))),
    query,
    ...bodyOf(operation),
    ...(body?.kind === 'upload' ? { sends: 'links.csv' } : {}),
    ...keptOf(operation, query),
  };
};

/** What the caller of an operation wants to keep of its answer. */
export const keptOf = (operation: Operation, query: Call['query']): Pick<Call, 'secret' | 'saves'> => {
  const { answer, secrets } = operation;
  const [secret] = secrets;
  const format = query.find(({ parameter }) => parameter.name === 'format')?.value;
  return {
    ...(secret !== undefined && answer.kind === 'json' && !answer.other ? { secret } : {}),
    ...(answer.kind === 'file' ? { saves: fileOf(operation, answer.mediaTypes[0] ?? '', format) } : {}),
  };
};

const shownOf = (id: string, { name, example }: Parameter): unknown => {
  if (example === undefined || example === null) throw new Error(`${name} of ${id} has no example`);
  return example;
};

const bodyOf = ({ id, body }: Operation): Pick<Call, 'body'> => {
  if (body?.kind !== 'json') return {};
  const { exampleBody, required } = body;
  if (exampleBody === undefined) throw new Error(`the body of ${id} has no example`);
  const isEmpty = typeof exampleBody === 'object' && exampleBody !== null && Object.keys(exampleBody).length === 0;
  return !required && isEmpty ? {} : { body: exampleBody };
};

const ENDINGS: Readonly<Record<string, string>> = { 'text/csv': 'csv', 'image/svg+xml': 'svg' };

/** `links.csv`: the resource, or what the file is of it. */
const fileOf = ({ id, name }: Operation, mediaType: string, format: unknown): string => {
  const [resource = ''] = id.split('.');
  const kind = mediaType.startsWith('image/') ? 'code' : name === 'errors' ? 'errors' : (NAMES[resource] ?? resource);
  return `${kind}.${typeof format === 'string' ? format : (ENDINGS[mediaType] ?? 'txt')}`;
};

const NAMES: Readonly<Record<string, string>> = { analytics: 'clicks' };

/** What a variable with the answer is called, in camel case; undefined where there is nothing to keep. */
export const variableOf = (answer: Answer): string | undefined => {
  switch (answer.kind) {
    case 'json':
      return nameOf(answer.type);
    case 'page':
    case 'events':
      return nameOf(answer.item);
    case 'text':
      return 'text';
    case 'file':
      return 'file';
    case 'redirect':
      return 'redirect';
    case 'none':
      return undefined;
  }
};

const nameOf = (type: TypeRef): string => {
  if (!('name' in type)) return 'answer';
  // A word that most languages keep for themselves.
  return type.name === 'Import' ? 'imported' : type.name.charAt(0).toLowerCase() + type.name.slice(1);
};
