import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { type Address, api } from '../../support/waymark';

export type Json = { readonly [name: string]: unknown };

export interface Schema extends Json {
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema: Schema;
}

export interface Media {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly $ref: string }>>;
}

export interface Body {
  readonly description?: string;
  readonly content?: Readonly<Record<string, Media>>;
}

export interface DocumentedOperation {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly scope: string;
  readonly extension: { readonly stream?: string };
  /** References are resolved. */
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Body;
  /** By status; references are resolved. */
  readonly responses: Readonly<Record<string, Body>>;
}

interface Served {
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

/** The OpenAPI document of a product, with its references resolved where a test reads them. */
export class OpenApiDocument {
  readonly operations: readonly DocumentedOperation[];
  readonly schemas: Readonly<Record<string, Schema>>;
  private readonly ajv = addFormats(new Ajv2020({ strict: false, allErrors: true }));
  private readonly validators = new Map<string, ValidateFunction>();

  constructor(readonly served: Served) {
    this.schemas = served.components['schemas'] as Readonly<Record<string, Schema>>;
    this.operations = Object.entries(served.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => this.operationOf(method.toUpperCase(), path, operation)),
    );
    const schemas = Object.entries(this.schemas).map(([name, schema]) => [name, this.jsonSchemaOf(schema, false)]);
    this.ajv.addSchema({ $id: 'document', components: { schemas: Object.fromEntries(schemas) } });
  }

  /** What is there instead of a reference. */
  resolved<T extends object>(value: T): T {
    const { $ref } = value as { $ref?: string };
    const found = $ref
      ?.split('/')
      .slice(1)
      .reduce<unknown>((part, step) => (part as Json)[step], this.served);
    return (found ?? value) as T;
  }

  /** The fields of an object, of all parts of an `allOf`. */
  fieldsOf(schema: Schema): Readonly<Record<string, Schema>> {
    const { allOf = [], properties = {} } = this.resolved(schema);
    return Object.assign({}, ...allOf.map((part) => this.fieldsOf(part)), properties) as Record<string, Schema>;
  }

  /** The example of a body; undefined where there is none. */
  exampleOf({ example, examples = {} }: Media): unknown {
    const [named] = Object.values(examples);
    return named ? (this.resolved(named) as { value?: unknown }).value : example;
  }

  /** Why a value does not meet a schema. A field that the schema does not have is a problem, too. */
  problemsWith(schema: Schema, value: unknown): readonly string[] {
    const key = JSON.stringify(schema);
    const validate = this.validators.get(key) ?? this.ajv.compile(this.jsonSchemaOf(schema, true));
    this.validators.set(key, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      [instancePath, message, JSON.stringify(params)].join(' '),
    );
  }

  private operationOf(method: string, path: string, operation: Json): DocumentedOperation {
    const { parameters, responses, ...rest } = operation as { parameters: object[]; responses: Record<string, object> };
    const resolvedResponses = Object.entries(responses).map(([status, answer]) => [status, this.resolved(answer)]);
    return {
      ...rest,
      method,
      path,
      scope: operation['x-required-scope'],
      extension: operation['x-waymark'] ?? {},
      parameters: parameters.map((parameter) => this.resolved(parameter)),
      responses: Object.fromEntries(resolvedResponses) as Record<string, Body>,
    } as unknown as DocumentedOperation;
  }

  /** In the dialect of JSON Schema. @param closed whether fields that it does not have are refused */
  private jsonSchemaOf(schema: Schema, closed: boolean): Json {
    const { nullable, properties, items, allOf, anyOf, oneOf, additionalProperties, $ref, enum: values } = schema;
    const each = (parts: readonly Schema[]) => parts.map((part) => this.jsonSchemaOf(part, true));
    const isObject = properties !== undefined || allOf !== undefined || $ref !== undefined;
    const isOpen = additionalProperties !== undefined && additionalProperties !== false;
    const made = {
      ...(schema['type'] !== undefined && { type: schema['type'] }),
      ...(schema['format'] !== undefined && { format: schema['format'] }),
      ...(values && { enum: values.filter((value) => value !== null) }),
      ...($ref !== undefined && { $ref: `document${$ref}` }),
      ...(properties && { properties: this.eachOf(properties) }),
      ...(schema.required && { required: schema.required }),
      ...(items && { items: this.jsonSchemaOf(items, true) }),
      ...(allOf && { allOf: allOf.map((part) => this.jsonSchemaOf(part, false)) }),
      ...(anyOf && { anyOf: each(anyOf) }),
      ...(oneOf && { oneOf: each(oneOf) }),
      ...(typeof additionalProperties === 'object' && {
        additionalProperties: this.jsonSchemaOf(additionalProperties as Schema, true),
      }),
      ...(closed && isObject && !isOpen && { unevaluatedProperties: false }),
    };
    return nullable ? { anyOf: [made, { type: 'null' }] } : made;
  }

  private eachOf(properties: Readonly<Record<string, Schema>>): Json {
    return Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, this.jsonSchemaOf(property, true)]),
    );
  }
}

export const documentOf = async (product: Address): Promise<OpenApiDocument> =>
  new OpenApiDocument((await api(product).get<Served>('/openapi.json')).body);
