import { type Address, api } from '../../support/waymark';

/** An operation of the running product, from its OpenAPI document; without those of short URLs. */
export interface Operation {
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
  /** `x-required-scope`. */
  readonly scope: string;
  readonly takesBody: boolean;
  /** Names of its query parameters. */
  readonly query: readonly string[];
}

interface Parameter {
  readonly in?: string;
  readonly name?: string;
  readonly $ref?: string;
}

interface Declared {
  readonly 'x-required-scope': string;
  readonly requestBody?: unknown;
  /** Where another server answers: short URLs. */
  readonly servers?: unknown;
  readonly parameters?: readonly Parameter[];
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Declared>>>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

export const operationsOf = async (product: Address): Promise<readonly Operation[]> => {
  const { paths, components } = (await api(product).get<Document>('/openapi.json')).body;
  const resolved = (parameter: Parameter) =>
    parameter.$ref ? (components.parameters[parameter.$ref.split('/').at(-1) ?? ''] ?? {}) : parameter;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { servers }]) => servers === undefined)
      .map(([method, declared]) => ({
        method: method.toUpperCase(),
        path,
        scope: declared['x-required-scope'],
        takesBody: declared.requestBody !== undefined,
        query: (declared.parameters ?? [])
          .map(resolved)
          .flatMap(({ in: where, name }) => (where === 'query' && name ? [name] : [])),
      })),
  );
};
