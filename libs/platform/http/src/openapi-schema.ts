import { z } from 'zod';

export type Json = Record<string, unknown>;
/** Whether a schema says what callers send, or what they get. */
export type Direction = 'input' | 'output';

const described = new WeakMap<object, z.ZodType>();

/** Describes one schema in the document as another one. @returns the schema */
export const describedAs = <S extends z.ZodType>(schema: S, as: z.ZodType): S => {
  described.set(schema, as);
  return schema;
};

/** The schemas with a name, `.meta({ id })`, in the dialect of OpenAPI 3.0. They refer to each other by name. */
export class Schemas {
  readonly byName: Record<string, Json> = {};

  /** @throws Error as {@link add} */
  of(schema: z.ZodType, direction: Direction): Json {
    const made = z.toJSONSchema(schema, {
      target: 'openapi-3.0',
      io: direction,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        const as = described.get(zodSchema);
        if (as) replace(jsonSchema, this.of(as, direction));
      },
    });
    const text = JSON.stringify(made).replaceAll('"#/definitions/', '"#/components/schemas/');
    const { definitions = {}, ...root } = JSON.parse(text) as Json & { definitions?: Record<string, Json> };
    for (const [name, definition] of Object.entries(definitions)) this.add(name, tidied(definition, direction));
    return tidied(root, direction);
  }

  /** Adds the type that `nullable` needs beside a reference; all named schemas must be known. @returns the schema */
  completed<S extends Json>(schema: S): S {
    for (const part of partsOf(schema)) this.completed(part);
    if (schema['nullable'] && !('type' in schema)) Object.assign(schema, { type: this.typeOf(schema) });
    return schema;
  }

  private typeOf(schema: Json): unknown {
    const { type, allOf = [] } = this.resolved(schema) as { type?: unknown; allOf?: readonly Json[] };
    return type ?? allOf.map((part) => this.typeOf(part)).find((one) => one !== undefined);
  }

  /** The schema itself where there is a reference to it. */
  resolved(schema: Json): Json {
    const name = nameOf(schema);
    return name === undefined ? schema : this.resolved(this.byName[name] ?? {});
  }

  /** What a schema says of itself, or the named one that it refers to. */
  descriptionOf(schema: Json): string | undefined {
    const { description, allOf = [] } = this.resolved(schema) as { description?: string; allOf?: readonly Json[] };
    return description ?? allOf.map((part) => this.descriptionOf(part)).find((text) => text !== undefined);
  }

  /** The fields of an object, of all parts of an `allOf`. */
  fieldsOf(schema: Json): Readonly<Record<string, Json>> {
    const { allOf = [], properties = {} } = this.resolved(schema) as { allOf?: Json[]; properties?: Json };
    return Object.assign({}, ...allOf.map((part) => this.fieldsOf(part)), properties) as Record<string, Json>;
  }

  /** The example of a schema, or one made of the examples of its parts; undefined where it has none. */
  exampleOf(schema: Json): unknown {
    if ('example' in schema) return schema['example'];
    if (nameOf(schema) !== undefined) return this.exampleOf(this.resolved(schema));
    const { allOf, anyOf, enum: values, items, properties } = schema as Parts;
    if (properties ?? this.isObject(allOf)) return this.objectOf(schema);
    if (allOf ?? anyOf) return (allOf ?? anyOf)?.map((part) => this.exampleOf(part)).find((one) => one !== undefined);
    if (values) return values[0];
    return items && this.listOf(this.exampleOf(items));
  }

  private isObject(parts: readonly Json[] = []): true | undefined {
    return parts.some((part) => Object.keys(this.fieldsOf(part)).length > 0) || undefined;
  }

  private listOf(item: unknown): unknown[] | undefined {
    return item === undefined ? undefined : [item];
  }

  private objectOf(schema: Json): Json {
    const fields = Object.entries(this.fieldsOf(schema)).map(([name, field]) => [name, this.exampleOf(field)]);
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as Json;
  }

  /** @throws Error when another schema has this name, since one of them would be described wrongly */
  add(name: string, schema: Json): void {
    const known = this.byName[name];
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`two schemas have the name ${name}`);
    this.byName[name] = schema;
  }
}

/** The example of an answer with this schema, to be used in the example of another one. */
export const exampleOf = (schema: z.ZodType): unknown => {
  const schemas = new Schemas();
  return schemas.exampleOf(schemas.of(schema, 'output'));
};

interface Parts {
  readonly allOf?: readonly Json[];
  readonly anyOf?: readonly Json[];
  readonly enum?: readonly unknown[];
  readonly items?: Json;
  readonly properties?: Json;
}

const REFERENCE = '#/components/schemas/';

/** The name of the schema that this one refers to; undefined where it is not a reference. */
export const nameOf = ({ $ref }: Json): string | undefined =>
  typeof $ref === 'string' ? $ref.slice(REFERENCE.length) : undefined;

/**
 * A schema without what misleads readers and generators: the bounds of JavaScript's integers, the pattern beside
 * `date-time`, and, in answers, the promise that no field will ever be added.
 */
const tidied = (schema: Json, direction: Direction): Json => {
  const entries = Object.entries(schema).filter(
    ([key, value]) =>
      !(key === 'pattern' && schema['format'] === 'date-time') &&
      !(key === 'additionalProperties' && value === false && direction === 'output') &&
      !((key === 'minimum' || key === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER),
  );
  const tidy = Object.fromEntries(entries.map(([key, value]) => [key, tidiedPart(key, value, direction)]));
  if (isInteger(tidy)) Object.assign(tidy, { type: 'integer', format: 'maximum' in tidy ? 'int32' : 'int64' });
  if (tidy['nullable'] && Array.isArray(tidy['enum']))
    tidy['enum'] = [...new Set([...(tidy['enum'] as unknown[]), null])];
  return withoutLoneAllOf(tidy);
};

/** An `allOf` of one part and nothing else is this part. */
export const withoutLoneAllOf = (schema: Json): Json => {
  const [only, ...others] = Object.keys(schema).length === 1 ? ((schema['allOf'] as Json[] | undefined) ?? []) : [];
  return only && others.length === 0 ? only : schema;
};

/** The schemas directly within a schema. */
const partsOf = (schema: Json): readonly Json[] => {
  const { properties = {}, allOf = [], anyOf = [], oneOf = [], items, additionalProperties, not } = schema;
  return [
    ...Object.values(properties as Json),
    ...[allOf, anyOf, oneOf].flat(),
    ...[items, additionalProperties, not],
  ].filter((part): part is Json => typeof part === 'object' && part !== null);
};

const replace = (schema: object, by: Json): void => {
  for (const key of Object.keys(schema)) Reflect.deleteProperty(schema, key);
  Object.assign(schema, by);
};

const isInteger = ({ type, enum: values }: Json): boolean =>
  type === 'integer' || (type === 'number' && Array.isArray(values) && values.every(Number.isInteger));

const tidiedPart = (key: string, value: unknown, direction: Direction): unknown => {
  const each = (part: unknown) => tidied(part as Json, direction);
  if (key === 'allOf' || key === 'anyOf' || key === 'oneOf') return (value as unknown[]).map(each);
  if (key === 'properties')
    return Object.fromEntries(Object.entries(value as Json).map(([name, field]) => [name, each(field)]));
  const holdsSchema = key === 'items' || key === 'additionalProperties' || key === 'not';
  return holdsSchema && typeof value === 'object' ? each(value) : value;
};
