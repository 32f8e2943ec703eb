import type { Enum, TypeRef } from '../api';

const quoted = (value: string | number): string => (typeof value === 'number' ? String(value) : `'${value}'`);

/** The values that are known, and any other: a value that was added later is not an error. */
export const openUnion = (values: readonly (string | number)[]): string => {
  const base = typeof values[0] === 'number' ? 'number' : 'string';
  return [...values.map(quoted), `(${base} & Record<never, never>)`].join(' | ');
};

/** Just these values: what tells the members of a union apart. */
export const closedUnion = (values: readonly string[]): string => values.map(quoted).join(' | ');

export const enumType = ({ values }: Enum): string => openUnion(values);

/** A type as TypeScript writes it. @param sent whether clients send it: their arrays may be readonly then */
export const typeText = (type: TypeRef, sent: boolean): string => {
  switch (type.kind) {
    case 'string':
      return type.values ? openUnion(type.values) : 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'unknown':
      return 'unknown';
    case 'model':
    case 'enum':
    case 'union':
      return type.name;
    case 'array':
      return sent ? `readonly (${typeText(type.item, sent)})[]` : `(${typeText(type.item, sent)})[]`;
    case 'map':
      return `Record<string, ${typeText(type.value, sent)}>`;
    case 'either':
      return type.of.map((one) => typeText(one, sent)).join(' | ');
  }
};

/** The names that a type refers to. */
export const namesIn = (type: TypeRef): readonly string[] => {
  switch (type.kind) {
    case 'model':
    case 'enum':
    case 'union':
      return [type.name];
    case 'array':
      return namesIn(type.item);
    case 'map':
      return namesIn(type.value);
    case 'either':
      return type.of.flatMap(namesIn);
    default:
      return [];
  }
};
