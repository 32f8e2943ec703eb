/**
 * The interface as the emitters of all languages see it: the OpenAPI document without its syntax. Names are as in the
 * document (`ApiKey`, `apiKeys`, `created_at`); each emitter turns them into those of its language.
 */
export interface Api {
  /** SemVer version of the interface. */
  readonly version: string;
  readonly resources: readonly Resource[];
  readonly enums: readonly Enum[];
  readonly models: readonly Model[];
  readonly unions: readonly Union[];
}

/** The operations of one kind of thing: `links`, `apiKeys`. */
export interface Resource {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}

export interface Operation {
  /** `links.create`: the resource and the name of the method. */
  readonly id: string;
  /** `create`. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With its parameters in braces: `/v1/links/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** What a credential needs: `read`, `write`, `keys`, `owner`; `public` operations need none. */
  readonly scope: string;
  /** Path parameters, in the order of the path. */
  readonly pathParameters: readonly Parameter[];
  /** Query parameters; an array is sent as one text with commas. */
  readonly query: readonly Parameter[];
  readonly body?: Body;
  readonly answer: Answer;
  /** Takes an Idempotency-Key. */
  readonly idempotent: boolean;
  /** Takes If-Match. */
  readonly conditional: boolean;
  /** May be sent again after a failure. */
  readonly retried: boolean;
  /** Fields of the answer that are shown once. */
  readonly secrets: readonly string[];
  /** Every status that it may answer. */
  readonly statuses: readonly number[];
}

export interface Parameter {
  readonly name: string;
  readonly type: TypeRef;
  readonly required: boolean;
  readonly description: string;
  readonly example?: unknown;
}

export type Body =
  | {
      readonly kind: 'json';
      readonly type: TypeRef;
      readonly required: boolean;
      readonly example?: unknown;
      /** A typical body, as the document shows it. */
      readonly exampleBody?: unknown;
    }
  /** A file that is sent as it is; the first media type is the default. */
  | { readonly kind: 'upload'; readonly mediaTypes: readonly string[]; readonly example?: unknown };

export type Answer =
  | { readonly kind: 'none' }
  | { readonly kind: 'text' }
  | JsonAnswer
  /** `list` is the model of a page; its `data` has the items. */
  | { readonly kind: 'page'; readonly paging: 'cursor' | 'page'; readonly list: string; readonly item: TypeRef }
  | { readonly kind: 'file'; readonly mediaTypes: readonly string[] }
  /** Server-sent events. */
  | { readonly kind: 'events'; readonly item: TypeRef }
  /** A redirect of a short URL, which is an answer here and is not followed. */
  | { readonly kind: 'redirect' };

export interface JsonAnswer {
  readonly kind: 'json';
  readonly type: TypeRef;
  /** The model of an answer to a question with `as_of`, where that is another one. */
  readonly asOf?: TypeRef;
  /** A second status of success with another model: a sign-up that waits for its mail. */
  readonly other?: { readonly status: number; readonly type: TypeRef };
  readonly example?: unknown;
}

/** A set of texts or numbers that may grow: a value that is not in it is not an error. */
export interface Enum {
  readonly name: string;
  readonly description: string;
  readonly values: readonly (string | number)[];
}

export interface Model {
  readonly name: string;
  readonly description: string;
  /** Models whose fields it has, too. */
  readonly extends: readonly string[];
  /** Its own fields, without those of `extends`. */
  readonly fields: readonly Field[];
  /** Whether clients send it. What they receive only is open: fields may be added. */
  readonly input: boolean;
  readonly example?: unknown;
}

export interface Field {
  readonly name: string;
  readonly type: TypeRef;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly description: string;
  readonly secret: boolean;
  readonly example?: unknown;
}

/** One of several models, told apart by a field. More may be added. */
export interface Union {
  readonly name: string;
  readonly description: string;
  /** The field: `type`. */
  readonly discriminator: string;
  readonly members: readonly { readonly model: string; readonly values: readonly string[] }[];
}

export type TypeRef =
  /** `values`, where there are some, are those known; there may be others. */
  | { readonly kind: 'string'; readonly format?: string; readonly values?: readonly string[] }
  | { readonly kind: 'integer' }
  | { readonly kind: 'number' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'unknown' }
  /** A model, an enum or a union by its name. */
  | { readonly kind: 'model' | 'enum' | 'union'; readonly name: string }
  | { readonly kind: 'array'; readonly item: TypeRef }
  | { readonly kind: 'map'; readonly value: TypeRef }
  /** One text or a list of texts; a text or `true`. */
  | { readonly kind: 'either'; readonly of: readonly TypeRef[] };

/** All fields of a model, those of `extends` first; a field of its own replaces one of the same name. */
export const fieldsOf = (api: Api, { name, extends: parents, fields }: Model): readonly Field[] => {
  const all = new Map<string, Field>();
  for (const parent of parents) {
    for (const field of fieldsOf(api, modelOf(api, parent))) all.set(field.name, field);
  }
  for (const field of fields) all.set(field.name, field);
  if (all.size === 0 && parents.length > 0) throw new Error(`${name} has no fields`);
  return [...all.values()];
};

/** @throws Error if there is no such model */
export const modelOf = (api: Api, name: string): Model => {
  const model = api.models.find((candidate) => candidate.name === name);
  if (!model) throw new Error(`there is no model ${name}`);
  return model;
};
