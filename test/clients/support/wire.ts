import type { Operation } from '../../../libs/clients/generator/src/api';
import { type Examples, successOf } from './api';
import type { Sent, Success } from './answering';

/** The file that samples send. */
export const CSV = 'destination_url\nhttps://example.com/\n';

/** A request by the names of the document. */
export interface Request {
  readonly operation: Operation;
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly sends?: string;
}

/** What a request is on the wire. */
export const wireOf = ({ operation, path, query, body, sends }: Request): Sent => {
  const segments = [...path];
  const texts = Object.entries(query).map(([name, value]) => [name, [value].flat().join(',')]);
  return {
    method: operation.method,
    path: operation.path.replace(/\{\w+\}/g, () => encodeURIComponent(segments.shift() ?? '')),
    query: Object.fromEntries(texts) as Sent['query'],
    body: sends ? CSV : body === undefined ? '' : JSON.stringify(body),
    authorized: operation.scope !== 'public',
  };
};

/** What may differ: the order of fields, a body that may be left out or be empty, and the cursor of a first page. */
export const comparable = ({ body, query, ...sent }: Sent) => ({
  ...sent,
  query: Object.fromEntries(Object.entries(query).filter(([name, value]) => name !== 'cursor' || value !== '')),
  body: /^[[{]/.test(body) ? emptied(JSON.parse(body) as object) : body,
});
const emptied = (body: object): unknown => (Object.keys(body).length === 0 ? '' : body);

/**
 * A stream of clicks ends when its key is not accepted any more.
 * @param opened whether the stream was opened before: some libraries open it again, and the key is still not accepted
 */
export const answerOf = (examples: Examples, operation: Operation, opened: boolean): Success => {
  const success = successOf(examples, operation);
  // The file that is imported has the name of one that is exported.
  if (operation.answer.kind === 'file') return { ...success, body: CSV };
  if (operation.answer.kind !== 'events') return success;
  if (opened) return { status: 401, body: { status: 401, code: 'unauthorized' } };
  return { ...success, body: `${String(success.body)}event: end\ndata: {"reason":"unauthorized"}\n\n` };
};
