import type { Model, TypeRef } from '../api';
import { literal } from './text';

/** The type of a value that the server sends. */
export const outputType = (type: TypeRef): string => typeText(type, 'list', 'dict');

/** The type of a value that the client sends: whatever can be read like one. */
export const inputType = (type: TypeRef): string => typeText(type, 'Sequence', 'Mapping');

const typeText = (type: TypeRef, list: string, map: string): string => {
  switch (type.kind) {
    case 'string':
      return type.values ? `${literals(type.values)} | str` : 'str';
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'unknown':
      return 'Any';
    case 'array':
      return `${list}[${typeText(type.item, list, map)}]`;
    case 'map':
      return `${map}[str, ${typeText(type.value, list, map)}]`;
    case 'either':
      return type.of.map((one) => typeText(one, list, map)).join(' | ');
    default:
      return type.name;
  }
};

/** The values that are known: `Literal["a", "b"]`. */
export const literals = (values: readonly (string | number)[]): string => `Literal[${values.map(literal).join(', ')}]`;

/** What reads a value from JSON, or nothing where it stays as it is. */
export const readerOf = (type: TypeRef): string | undefined => {
  if (type.kind === 'model') return `${type.name}.from_json`;
  if (type.kind === 'union') return unionReader(type.name);
  const inner = type.kind === 'array' ? type.item : type.kind === 'map' ? type.value : undefined;
  const read = inner && readerOf(inner);
  return read && `${type.kind === 'array' ? 'each' : 'entries'}(${read})`;
};

/** `WebhookEvent` is read by `read_webhook_event`. */
export const unionReader = (name: string): string =>
  `read${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;

/** The names of models, enums and unions that a type refers to. */
export const namesIn = (type: TypeRef): readonly string[] => {
  switch (type.kind) {
    case 'array':
      return namesIn(type.item);
    case 'map':
      return namesIn(type.value);
    case 'either':
      return type.of.flatMap(namesIn);
    case 'model':
    case 'enum':
    case 'union':
      return [type.name];
    default:
      return [];
  }
};

/** Models in an order in which each comes after those that it extends or has. @throws Error if they go in a circle */
export const inOrder = (models: readonly Model[]): readonly Model[] => {
  const wanted = new Map(models.map((model) => [model.name, model]));
  const ordered = new Map<string, Model>();
  const visit = (model: Model, path: readonly string[]): void => {
    if (ordered.has(model.name)) return;
    if (path.includes(model.name)) throw new Error(`models go in a circle: ${[...path, model.name].join(', ')}`);
    const needed = [...model.extends, ...model.fields.flatMap(({ type }) => namesIn(type))];
    for (const name of needed) {
      const other = wanted.get(name);
      if (other) visit(other, [...path, model.name]);
    }
    ordered.set(model.name, model);
  };
  for (const model of models) visit(model, []);
  return [...ordered.values()];
};
