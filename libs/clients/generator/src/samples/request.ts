import type { Api } from '../api';
import { type Call, keptOf } from './call';
import { goSample } from './go';
import { NotInGo } from './go-values';

export type { Api };

/** A request that somebody made, by the names of the document. */
export interface Asked {
  /** Of the operation. */
  readonly id: string;
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** The file that is sent. */
  readonly sends?: string;
}

/** A request as a program in Go; null where the library has no call that sends the same. */
export const goOf = (api: Api, asked: Asked): string | null => {
  try {
    return goSample(api, callOf(api, asked));
  } catch (error) {
    if (error instanceof NotInGo) return null;
    throw error;
  }
};

const callOf = (api: Api, { id, path, query, body, sends }: Asked): Call => {
  const operation = api.resources.flatMap(({ operations }) => operations).find((one) => one.id === id);
  if (!operation) throw new NotInGo(`there is no ${id}`);
  const given = Object.entries(query).map(([name, value]) => {
    const parameter = operation.query.find((one) => one.name === name);
    if (!parameter) throw new NotInGo(`${id} has no ${name}`);
    return { parameter, value };
  });
  const takes = sends !== undefined ? 'upload' : body !== undefined ? 'json' : undefined;
  if (takes !== operation.body?.kind && (takes !== undefined || operation.body?.kind === 'upload'))
    throw new NotInGo(`${id} takes another body`);
  return {
    operation,
    path,
    query: given,
    ...(body === undefined ? {} : { body }),
    ...(sends === undefined ? {} : { sends }),
    ...keptOf(operation, given),
  };
};
