import { type Api, goOf } from '../../../../libs/clients/generator/src/samples/request';
import calls from '../api/calls.json';
import type { Call } from './snippets';

/** A call in Go, whose types have names for everything that is sent: they come with a table of the whole API. */
export const goSnippet = ({ operation, ids, query, body, file }: Call): string | null =>
  goOf(calls as unknown as Api, { id: operation.id, path: ids, query, body, ...(file !== null && { sends: file }) });
