import { type Api, type Operation, type TypeRef, fieldsOf, modelOf } from '../../../libs/clients/generator/src/api';
import type { Document } from '../../../libs/clients/generator/src/document';
import { readDocument } from '../../../libs/clients/generator/src/read-document';
import { type Address, api } from '../../support/waymark';
import type { Success } from './answering';

/** The interface that a running product describes. */
export const apiOf = async (product: Address): Promise<Api> =>
  readDocument((await api(product).get<Document>('/openapi.json')).body);

export const operationsOf = ({ resources }: Api): readonly Operation[] =>
  resources.flatMap(({ operations }) => operations);

/** Examples by the types of an interface. */
export class Examples {
  constructor(private readonly api: Api) {}

  /** A value with every field that a type knows, and none that is null. */
  of(type: TypeRef, example?: unknown): unknown {
    if (example !== undefined && example !== null) return example;
    switch (type.kind) {
      case 'string':
        return type.values?.[0] ?? (type.format === 'date-time' ? '2026-11-22T17:04:31.482Z' : 'a text');
      case 'integer':
        return 7;
      case 'number':
        return 0.5;
      case 'boolean':
        return true;
      case 'unknown':
        return { any: ['thing', 1, null] };
      case 'enum':
        return this.api.enums.find(({ name }) => name === type.name)?.values[0];
      case 'model':
        return this.ofModel(type.name);
      case 'union':
        return this.ofModel(this.api.unions.find(({ name }) => name === type.name)?.members[0]?.model ?? '');
      case 'array':
        return [this.of(type.item)];
      case 'map':
        return { key: this.of(type.value) };
      case 'either':
        return this.of(type.of[0] ?? { kind: 'unknown' });
    }
  }

  /** Arrays and models are made of their parts: their examples leave fields out. */
  ofModel(name: string): Readonly<Record<string, unknown>> {
    return Object.fromEntries(
      fieldsOf(this.api, modelOf(this.api, name)).map(({ name: field, type, example }) => [
        field,
        this.of(type, hasModel(type) ? undefined : example),
      ]),
    );
  }

  /** Without what may be absent, and with null where that is possible. */
  leastOf(name: string): Readonly<Record<string, unknown>> {
    const required = fieldsOf(this.api, modelOf(this.api, name)).filter((field) => field.required);
    return Object.fromEntries(
      required.map(({ name: field, type, nullable, example }) => [
        field,
        nullable
          ? null
          : type.kind === 'model'
            ? this.leastOf(type.name)
            : this.of(type, hasModel(type) ? emptyOf(type) : example),
      ]),
    );
  }

  /** The value of a model with a field that no type knows in every object. The names of maps are data, not fields. */
  extendedOf(name: string, value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const fields = fieldsOf(this.api, modelOf(this.api, name)).filter((field) => field.name in value);
    const extended = fields.map((field) => [field.name, this.extended(field.type, value[field.name])]);
    return { ...Object.fromEntries(extended), of_a_later_version: { any: [1, null] } };
  }

  private extended(type: TypeRef, value: unknown): unknown {
    if (type.kind === 'array' && Array.isArray(value)) return value.map((one) => this.extended(type.item, one));
    if (!isRecord(value)) return value;
    if (type.kind === 'model') return this.extendedOf(type.name, value);
    if (type.kind !== 'map') return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.extended(type.value, one)]));
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const emptyOf = (type: TypeRef): unknown => (type.kind === 'map' ? {} : []);

const hasModel = (type: TypeRef): boolean =>
  type.kind === 'model' ||
  type.kind === 'union' ||
  (type.kind === 'array' && hasModel(type.item)) ||
  (type.kind === 'map' && hasModel(type.value));

/** An answer of success to an operation, as the document has it. */
export const successOf = (examples: Examples, { answer, statuses }: Operation): Success => {
  const status = statuses.find((one) => one >= 200 && one < 300) ?? 200;
  switch (answer.kind) {
    case 'none':
      return { status: 204 };
    case 'json':
      return { status, body: examples.of(answer.type) };
    case 'page':
      return {
        status,
        body: { data: [examples.of(answer.item)], meta: { total: 1, page: 1, limit: 1, next_cursor: null } },
      };
    case 'redirect':
      return { status: 302, headers: { location: 'https://example.com/' } };
    case 'events': {
      const body = `id: a-1\nevent: click\ndata: ${JSON.stringify(examples.of(answer.item))}\n\n`;
      return { status, headers: { 'content-type': 'text/event-stream' }, body };
    }
    default:
      return { status, headers: { 'content-type': 'text/plain' }, body: 'as it is' };
  }
};
