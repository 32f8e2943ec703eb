import { type Api, type Field, type Model, type Parameter, type TypeRef, fieldsOf, modelOf } from '../api';

/** The type that PHP checks. Enums are texts, for values may be added. */
export const nativeType = (api: Api, type: TypeRef): string => {
  switch (type.kind) {
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'string':
      return 'string';
    case 'enum':
      return isNumeric(api, type.name) ? 'int' : 'string';
    case 'model':
      return type.name;
    case 'array':
    case 'map':
      return 'array';
    case 'union':
    case 'unknown':
    case 'either':
      return 'mixed';
  }
};

/** The type as documentation says it; a model that is sent is the shape of an array. */
export const documentedType = (api: Api, type: TypeRef, sent: boolean): string => {
  switch (type.kind) {
    case 'array':
      return `list<${documentedType(api, type.item, sent)}>`;
    case 'map':
      return `array<string, ${documentedType(api, type.value, sent)}>`;
    case 'either':
      return type.of.map((part) => documentedType(api, part, sent)).join('|');
    case 'model':
      return sent ? shapeOf(api, fieldsOf(api, modelOf(api, type.name))) : type.name;
    case 'enum':
      return sent ? valuesOf(api, type.name) : nativeType(api, type);
    default:
      return nativeType(api, type);
  }
};

/** `array{destination_url: string, alias?: string|null}`. */
export const shapeOf = (api: Api, fields: readonly (Field | Parameter)[]): string => {
  const parts = fields.map((field) => {
    const type = documentedType(api, field.type, true);
    const nullable = 'nullable' in field && field.nullable && type !== 'mixed';
    return `${field.name}${field.required ? '' : '?'}: ${type}${nullable ? '|null' : ''}`;
  });
  return `array{${parts.join(', ')}}`;
};

const enumOf = (api: Api, name: string) => api.enums.find((one) => one.name === name)?.values ?? [];
const isNumeric = (api: Api, name: string): boolean => enumOf(api, name).every((value) => typeof value === 'number');
const valuesOf = (api: Api, name: string): string =>
  enumOf(api, name)
    .map((value) => (typeof value === 'number' ? String(value) : `'${value}'`))
    .join('|');

/** The models that answers and webhooks' bodies have: those that become classes. */
export const answeredModels = (api: Api): readonly Model[] => {
  const found = new Set<string>(['Problem']);
  const walk = (type: TypeRef): void => {
    if (type.kind === 'array') walk(type.item);
    if (type.kind === 'map') walk(type.value);
    if (type.kind === 'either') type.of.forEach(walk);
    if (type.kind === 'model') addModel(type.name);
  };
  const addModel = (name: string): void => {
    if (found.has(name) && name !== 'Problem') return;
    found.add(name);
    for (const field of fieldsOf(api, modelOf(api, name))) walk(field.type);
  };
  addModel('Problem');
  for (const { members } of api.unions) members.forEach(({ model }) => addModel(model));
  for (const { answer } of api.resources.flatMap(({ operations }) => operations)) {
    if (answer.kind === 'json') [answer.type, answer.asOf, answer.other?.type].forEach((type) => type && walk(type));
    if (answer.kind === 'page') addModel(answer.list);
    if (answer.kind === 'events') walk(answer.item);
  }
  return api.models.filter(({ name }) => found.has(name));
};
