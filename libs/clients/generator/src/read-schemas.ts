import type { Enum, Field, Model, TypeRef, Union } from './api';
import { type Document, type Ref, type Schema, isRef, nameOf, resolve } from './document';

export interface Schemas {
  readonly enums: readonly Enum[];
  readonly models: readonly Model[];
  readonly unions: readonly Union[];
  /** The type of a schema within an operation. */
  typeOf(schema: Schema | Ref, owner: string): TypeRef;
}

/**
 * The named schemas of a document. A schema of an object that has no name gets that of its place: the items of
 * `Problem.workspaces` become `ProblemWorkspaces`.
 */
export class SchemaReader implements Schemas {
  readonly enums: Enum[] = [];
  readonly models: Model[] = [];
  readonly unions: Union[] = [];

  constructor(
    private readonly document: Document,
    private readonly inputs: ReadonlySet<string>,
  ) {
    for (const [name, schema] of Object.entries(document.components.schemas)) this.add(name, schema as Schema);
  }

  typeOf(schema: Schema | Ref, owner: string): TypeRef {
    if (isRef(schema)) return this.typeOfName(nameOf(schema));
    const { allOf, anyOf, items, additionalProperties: others } = schema;
    if (allOf?.length === 1 && allOf[0]) return this.typeOf(allOf[0], owner);
    if (anyOf) return { kind: 'either', of: anyOf.map((part) => this.typeOf(part, owner)) };
    if (schema.type === 'array')
      return { kind: 'array', item: items ? this.typeOf(items, owner) : { kind: 'unknown' } };
    if (schema.properties || allOf) return this.addInline(owner, schema);
    if (schema.type === 'object') {
      return { kind: 'map', value: typeof others === 'object' ? this.typeOf(others, owner) : { kind: 'unknown' } };
    }
    return scalarOf(schema);
  }

  /** @returns a type with the name of a component; arrays and maps have no type of their own */
  private typeOfName(name: string): TypeRef {
    const schema = resolve<Schema>(this.document, { $ref: `#/components/schemas/${name}` });
    if (schema.enum) return { kind: 'enum', name };
    if (schema.oneOf) return { kind: 'union', name };
    if (schema.properties || (schema.allOf && schema.allOf.length > 1)) return { kind: 'model', name };
    return this.typeOf(schema, name);
  }

  private add(name: string, schema: Schema): void {
    const description = schema.description ?? '';
    if (schema.enum) this.enums.push({ name, description, values: known(schema.enum) });
    else if (schema.oneOf) this.unions.push(unionOf(name, schema));
    else if (this.typeOfName(name).kind === 'model') this.addModel(name, schema);
  }

  private addInline(owner: string, schema: Schema): TypeRef {
    if (!this.models.some(({ name }) => name === owner)) this.addModel(owner, schema);
    return { kind: 'model', name: owner };
  }

  private addModel(name: string, schema: Schema): void {
    const parts = schema.allOf ?? [schema];
    const own = parts.filter((part): part is Schema => !isRef(part));
    const fields = own.flatMap((part) =>
      Object.entries(part.properties ?? {}).map(([field, value]) =>
        this.fieldOf(name, field, value, part.required ?? []),
      ),
    );
    this.models.push({
      name,
      description: schema.description ?? '',
      extends: parts.filter(isRef).map(nameOf),
      fields,
      input: this.inputs.has(name),
      ...(schema.example === undefined ? {} : { example: schema.example }),
    });
  }

  private fieldOf(owner: string, name: string, value: Schema | Ref, required: readonly string[]): Field {
    const schema = isRef(value) ? resolve<Schema>(this.document, value) : value;
    return {
      name,
      type: this.typeOf(value, owner + pascal(name)),
      required: required.includes(name),
      nullable: !isRef(value) && value.nullable === true,
      description: schema.description ?? '',
      secret: schema['x-waymark']?.secret === true,
      ...(schema.example === undefined ? {} : { example: schema.example }),
    };
  }
}

const scalarOf = ({ type, format, enum: values }: Schema): TypeRef => {
  if (type === 'string') {
    const texts = known(values ?? []).map(String);
    return { kind: 'string', ...(format ? { format } : {}), ...(texts.length > 0 ? { values: texts } : {}) };
  }
  return type === 'integer' || type === 'number' || type === 'boolean' ? { kind: type } : { kind: 'unknown' };
};

const known = (values: readonly unknown[]): (string | number)[] =>
  values.filter((value): value is string | number => typeof value === 'string' || typeof value === 'number');

const unionOf = (name: string, { description = '', discriminator, oneOf = [] }: Schema): Union => {
  if (!discriminator) throw new Error(`${name} has no discriminator`);
  const mapping = Object.entries(discriminator.mapping);
  return {
    name,
    description,
    discriminator: discriminator.propertyName,
    members: oneOf.filter(isRef).map((member) => ({
      model: nameOf(member),
      values: mapping.filter(([, target]) => target === member.$ref).map(([value]) => value),
    })),
  };
};

const pascal = (name: string): string =>
  name.replace(/(?:^|_)([a-z0-9])/g, (_whole, letter: string) => letter.toUpperCase());
