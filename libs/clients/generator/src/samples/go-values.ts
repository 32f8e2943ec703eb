import { type Api, type Field, type TypeRef, fieldsOf, modelOf } from '../api';
import { exported } from '../go/names';
import { goType } from '../go/types';
import type { Group, Item } from './layout';

export const PACKAGE = 'waymark';

/** What the types of the library have no place for, so that a program in Go cannot say it. */
export class NotInGo extends Error {}

/** A value of a type. The name of an enum's constant says its type where a literal would not. */
export const literal = (api: Api, type: TypeRef, value: unknown): string | Group => {
  switch (type.kind) {
    case 'model':
      return structOf(api, type.name, recordOf(value));
    case 'enum':
      return enumOf(api, type.name, value);
    case 'array':
      return braced(
        typeIn(type),
        listOf(value).map((one) => ({ key: '', value: element(api, type.item, one) })),
      );
    case 'map':
      return braced(
        typeIn(type),
        named(recordOf(value), (one) => element(api, type.value, one)),
      );
    case 'either':
      return eitherOf(goType(type, true), value);
    case 'unknown':
      return anyOf(value);
    case 'union':
      throw new NotInGo(`nobody sends a ${type.name}`);
    default:
      return scalarOf(type.kind, value);
  }
};

export const valued = (given: string | Group): string | Group =>
  typeof given === 'string'
    ? `${PACKAGE}.Value(${given})`
    : { ...given, open: `${PACKAGE}.Value(${given.open}`, close: `${given.close})` };

/** A text as JSON has it, without a byte order mark, which no source in Go may have, and half a surrogate pair. */
export const quoted = (text: string): string => {
  if (/\p{Surrogate}/u.test(text)) throw new NotInGo('no text of Go has half a surrogate pair');
  return JSON.stringify(text).replaceAll('\uFEFF', '\\ufeff');
};

const scalarOf = (kind: 'string' | 'integer' | 'number' | 'boolean', value: unknown): string => {
  if (kind === 'string' && typeof value === 'string') return quoted(value);
  if (kind === 'integer' && Number.isSafeInteger(value)) return String(value);
  if (kind === 'number' && typeof value === 'number') return floatOf(value);
  if (kind === 'boolean' && typeof value === 'boolean') return String(value);
  throw new NotInGo(`${JSON.stringify(value)} is no ${kind}`);
};

/** A whole number is an `int` without its point. */
const floatOf = (value: number): string => JSON.stringify(value).replace(/^-?\d+$/, '$&.0');

const anyOf = (value: unknown): string | Group => {
  if (value === null) return 'nil';
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : floatOf(value);
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value))
    return braced(
      '[]any',
      value.map((one) => ({ key: '', value: anyOf(one) })),
    );
  return braced('map[string]any', named(recordOf(value), anyOf));
};

/** By the functions of `either.go`. */
const eitherOf = (type: string, value: unknown): string | Group => {
  if (type === 'TextOrTexts') {
    if (typeof value === 'string') return `${PACKAGE}.Text(${quoted(value)})`;
    const items = listOf(value).map((one) => ({ key: '', value: scalarOf('string', one) }));
    return { open: `${PACKAGE}.Texts(`, items, close: ')' };
  }
  return value === true ? `${PACKAGE}.Present()` : `${PACKAGE}.Equals(${scalarOf('string', value)})`;
};

/** One that the library does not know is a text or a number of the type. */
const enumOf = (api: Api, name: string, value: unknown): string => {
  const known = api.enums.find((one) => one.name === name)?.values ?? [];
  const type = `${PACKAGE}.${exported(name)}`;
  if (known.includes(value as string)) return type + exported(String(value));
  const isNumber = known.every((one) => typeof one === 'number');
  return `${type}(${scalarOf(isNumber ? 'integer' : 'string', value)})`;
};

/** Within a list its type need not be said again. */
const element = (api: Api, type: TypeRef, value: unknown): string | Group => {
  const made = literal(api, type, value);
  return type.kind === 'model' && typeof made !== 'string' ? { ...made, open: '{' } : made;
};

const structOf = (api: Api, name: string, value: Readonly<Record<string, unknown>>): Group => {
  const fields = fieldsOf(api, modelOf(api, name));
  const unknown = Object.keys(value).find((key) => fields.every((field) => field.name !== key));
  if (unknown !== undefined) throw new NotInGo(`${name} has no ${unknown}`);
  const given = fields.filter((field) => field.name in value);
  const items = given.map((field): Item => ({
    key: `${exported(field.name)}: `,
    value: fieldValue(api, field, value[field.name]),
  }));
  return braced(`${PACKAGE}.${exported(name)}`, items);
};

const fieldValue = (api: Api, { type, required, nullable }: Field, value: unknown): string | Group => {
  const isOpt = !required || nullable;
  if (isOpt && value === null) return `${PACKAGE}.Null[${typeIn(type)}]()`;
  const made = literal(api, type, value);
  return isOpt ? valued(made) : made;
};

const braced = (type: string, items: readonly Item[]): Group => ({ open: `${type}{`, items, close: '}' });

const named = (value: Readonly<Record<string, unknown>>, made: (one: unknown) => string | Group): readonly Item[] =>
  Object.entries(value).map(([name, one]) => ({ key: `${quoted(name)}: `, value: made(one) }));

const recordOf = (value: unknown): Readonly<Record<string, unknown>> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new NotInGo(`${JSON.stringify(value)} has no fields`);
  return value as Readonly<Record<string, unknown>>;
};

const listOf = (value: unknown): readonly unknown[] => {
  if (!Array.isArray(value)) throw new NotInGo(`${JSON.stringify(value)} is no list`);
  return value;
};

/** As a program outside of the library names it. */
const typeIn = (type: TypeRef): string => goType(type, true).replace(/\b[A-Z]\w*/g, (name) => `${PACKAGE}.${name}`);
