import { type Address, api } from '../../support/waymark';

/** An operation of the running product, from its OpenAPI document. */
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

interface Told {
  readonly 'x-required-scope': string;
  readonly requestBody?: unknown;
  readonly parameters?: readonly { readonly in?: string; readonly name?: string }[];
}

export const operationsOf = async (product: Address): Promise<readonly Operation[]> => {
  const { body } = await api(product).get<{ paths: Record<string, Record<string, Told>> }>('/openapi.json');
  return Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, told]) => ({
      method: method.toUpperCase(),
      path,
      scope: told['x-required-scope'],
      takesBody: told.requestBody !== undefined,
      query: (told.parameters ?? []).flatMap((parameter) =>
        parameter.in === 'query' && parameter.name ? [parameter.name] : [],
      ),
    })),
  );
};
