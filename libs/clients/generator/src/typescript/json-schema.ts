import { type Api, type Field, type TypeRef, fieldsOf, modelOf } from '../api';
import { exampleText } from './models';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** What an input of a type must be, as JSON Schema without references: not every reader of tools follows them. */
export class JsonSchemas {
  constructor(private readonly api: Api) {}

  of(type: TypeRef): JsonSchema {
    switch (type.kind) {
      case 'string':
        return { type: 'string', ...(type.values ? { enum: type.values } : {}) };
      case 'integer':
      case 'number':
      case 'boolean':
        return { type: type.kind };
      case 'unknown':
        return {};
      case 'enum':
        return this.ofEnum(type.name);
      case 'model':
        return this.ofModel(type.name);
      case 'union':
        return { type: 'object' };
      case 'array':
        return { type: 'array', items: this.of(type.item) };
      case 'map':
        return { type: 'object', additionalProperties: this.of(type.value) };
      case 'either':
        return { anyOf: type.of.map((one) => this.of(one)) };
    }
  }

  /** An object of these arguments, and of no others. */
  ofFields(fields: readonly Field[]): JsonSchema {
    const required = fields.filter((field) => field.required).map(({ name }) => name);
    return {
      type: 'object',
      properties: Object.fromEntries(fields.map((field) => [field.name, this.ofField(field)])),
      ...(required.length > 0 ? { required } : {}),
      additionalProperties: false,
    };
  }

  private ofModel(name: string): JsonSchema {
    return this.ofFields(fieldsOf(this.api, modelOf(this.api, name)));
  }

  private ofEnum(name: string): JsonSchema {
    const { values = [] } = this.api.enums.find((one) => one.name === name) ?? {};
    return { type: typeof values[0] === 'number' ? 'integer' : 'string', enum: values };
  }

  private ofField({ type, nullable, description, example }: Field): JsonSchema {
    const schema = this.of(type);
    const text = [description, exampleText(example)].filter(Boolean).join(' ');
    return { ...(nullable ? nullableOf(schema) : schema), ...(text ? { description: text } : {}) };
  }
}

const nullableOf = (schema: JsonSchema): JsonSchema => {
  const { type, enum: values, anyOf } = schema;
  if (Array.isArray(anyOf)) return { ...schema, anyOf: [...(anyOf as JsonSchema[]), { type: 'null' }] };
  if (typeof type !== 'string') return schema;
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {}),
  };
};
