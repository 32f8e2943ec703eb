/** What the generator reads of an OpenAPI 3.0 document. */
export interface Document {
  readonly info: { readonly version: string };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
  readonly components: Readonly<Record<Section, Readonly<Record<string, unknown>>>>;
}
type Section = 'schemas' | 'parameters' | 'responses' | 'headers' | 'examples';

export interface DocumentOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly (DocumentParameter | Ref)[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, DocumentResponse | Ref>>;
  readonly 'x-required-scope': string;
  readonly 'x-waymark'?: {
    readonly paging?: 'cursor' | 'page';
    readonly stream?: 'file' | 'sse';
    readonly item?: string;
    readonly secret?: readonly string[];
    readonly retry?: 'never';
  };
}

export interface DocumentParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema: Schema | Ref;
}

export interface DocumentResponse {
  readonly description: string;
  readonly content?: Content;
}
export type Content = Readonly<Record<string, Media>>;

export interface Media {
  readonly schema: Schema | Ref;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Ref>>;
}

export interface Ref {
  readonly $ref: string;
}

export interface Schema {
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';
  readonly format?: string;
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly nullable?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly items?: Schema | Ref;
  readonly properties?: Readonly<Record<string, Schema | Ref>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema | Ref;
  readonly allOf?: readonly (Schema | Ref)[];
  readonly anyOf?: readonly (Schema | Ref)[];
  readonly oneOf?: readonly (Schema | Ref)[];
  readonly discriminator?: { readonly propertyName: string; readonly mapping: Readonly<Record<string, string>> };
  readonly 'x-waymark'?: { readonly secret?: boolean; readonly now?: string; readonly as_of?: string };
}

export const isRef = (value: object): value is Ref => '$ref' in value;

/** The last part of a reference: the name of the component. */
export const nameOf = ({ $ref }: Ref): string => $ref.slice($ref.lastIndexOf('/') + 1);

/** What a reference leads to, or the thing itself. @throws Error if there is no such component */
export const resolve = <T extends object>(document: Document, value: T | Ref): T => {
  if (!isRef(value)) return value;
  const [, , section, name] = value.$ref.split('/');
  const found = document.components[section as Section]?.[name ?? ''];
  if (!found) throw new Error(`${value.$ref} leads nowhere`);
  return found as T;
};
