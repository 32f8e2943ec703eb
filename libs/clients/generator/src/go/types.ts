import type { Field, TypeRef } from '../api';
import { exported } from './names';

/** How Go writes a type. Whole numbers that are sent are `int`, since literals are; those received are `int64`. */
export const goType = (type: TypeRef, input: boolean): string => {
  switch (type.kind) {
    case 'string':
      return 'string';
    case 'integer':
      return input ? 'int' : 'int64';
    case 'number':
      return 'float64';
    case 'boolean':
      return 'bool';
    case 'unknown':
      return 'any';
    case 'model':
    case 'enum':
    case 'union':
      return exported(type.name);
    case 'array':
      return `[]${goType(type.item, input)}`;
    case 'map':
      return `map[string]${goType(type.value, input)}`;
    case 'either':
      return eitherType(type.of);
    default:
      return type satisfies never;
  }
};

/** Types of which a value has one; they are written by hand in `either.go`. */
const EITHERS: Readonly<Record<string, string>> = { '[]string|string': 'TextOrTexts', 'bool|string': 'TextOrBool' };

const eitherType = (of: readonly TypeRef[]): string => {
  const key = of
    .map((type) => goType(type, false))
    .toSorted()
    .join('|');
  const type = EITHERS[key];
  if (!type) throw new Error(`libs/clients/go/either.go has no type for ${key}`);
  return type;
};

/** Whether Go has nil for a type, so that nil can mean null or absent. */
const hasNil = ({ kind }: TypeRef): boolean => kind === 'array' || kind === 'map' || kind === 'unknown';

/**
 * How Go writes the type of a field. In an input what may be absent or null is an `Opt`. In an answer null is nil, what
 * may be absent is the zero value then, and only what may be both is an `Opt`.
 */
export const fieldType = ({ type, required, nullable }: Field, input: boolean): string => {
  const plain = goType(type, input);
  if (input) return required && !nullable ? plain : `Opt[${plain}]`;
  if (nullable && !required) return `Opt[${plain}]`;
  if (nullable) return hasNil(type) ? plain : `*${plain}`;
  return !required && type.kind === 'model' ? `*${plain}` : plain;
};
