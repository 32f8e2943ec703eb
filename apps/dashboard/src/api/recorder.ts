import { createStore } from './store';

/** A request that the page sent, as it can be shown: without credentials. */
export interface Recorded {
  readonly id: number;
  readonly method: string;
  /** With its query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly status: number | null;
  readonly requestId: string | null;
  readonly milliseconds: number | null;
  readonly response: string | null;
  /** The query that it answers, by its hash. */
  readonly query?: string | undefined;
}

const KEPT = 30;
/** Characters of a response that are worth showing. */
const SHOWN = 20_000;

let lastId = 0;
export const recorded = createStore<readonly Recorded[]>([]);

const queries = new WeakMap<object, string>();
/** What the queries of the cache were answered by. */
const answers = new Map<string, readonly Recorded[]>();

/** Requests that are made with a signal are those of a query. */
export const nameRequests = (signal: AbortSignal, query: string): void => void queries.set(signal, query);

export const nameOf = (signal: AbortSignal | null | undefined, request: Request): void => {
  const query = signal && queries.get(signal);
  if (query) queries.set(request, query);
};

/** A screen asks for what is known: its requests are those of before. */
export const showAgain = (query: string): void => answers.get(query)?.forEach(put);

export const forgetQuery = (query: string): void => void answers.delete(query);

const NDJSON = 'application/x-ndjson';
const SHOWN_HEADERS = ['idempotency-key', 'if-match', 'content-type', 'last-event-id'];

const SECRET_FIELDS = /"((?:current_|new_|access_|refresh_)?(?:password|token))":\s*"(?:[^"\\]|\\.)*"/g;
const SECRETS = /\b(?:svc_live_\w{49}|whsec_[\w+/=]{20,}|(?:invite|signup|refresh|ticket)_[\w-]{20,})/g;

/** What is shown on a screen may be seen by others: passwords, tokens and keys are not in it. */
export const withoutSecrets = (text: string): string => text.replace(SECRET_FIELDS, '"$1": "…"').replace(SECRETS, '…');

/** @returns what takes the answer: null if there was none, undefined if the request was abandoned */
export const record = async (request: Request): Promise<(response: Response | null | undefined) => void> => {
  const began = performance.now();
  const id = (lastId += 1);
  const url = new URL(request.url);
  const headers = Object.fromEntries([...request.headers].filter(([name]) => SHOWN_HEADERS.includes(name)));
  // A file is not read into the page just to be shown.
  const isJson = /json$/.test(headers['content-type'] ?? '') && headers['content-type'] !== NDJSON;
  const body = request.body === null || !isJson ? null : withoutSecrets(await request.clone().text());
  const query = queries.get(request);
  const entry = { id, method: request.method, url: url.pathname + url.search, headers, body, query };
  put({ ...entry, status: null, requestId: null, milliseconds: null, response: null });
  return (response) => {
    if (response === undefined) return remove(id);
    const milliseconds = Math.round(performance.now() - began);
    const requestId = response?.headers.get('x-request-id') ?? null;
    put({ ...entry, status: response?.status ?? 0, requestId, milliseconds, response: null });
    void textOf(response).then(
      (text) => keep({ ...entry, status: response?.status ?? 0, requestId, milliseconds, response: text }),
      // The screen was left while the body was on its way.
      () => remove(id),
    );
  };
};

/** The same request of the same query is shown once. */
const withEntry = (entries: readonly Recorded[], entry: Recorded): readonly Recorded[] => {
  const isSame = ({ id, query, url }: Recorded): boolean =>
    id === entry.id || (query !== undefined && query === entry.query && url === entry.url);
  return [...entries.filter((other) => !isSame(other)), entry].sort((a, b) => a.id - b.id).slice(-KEPT);
};

const put = (entry: Recorded): void => recorded.set((entries) => withEntry(entries, entry));

const keep = (entry: Recorded): void => {
  put(entry);
  if (entry.query !== undefined) answers.set(entry.query, withEntry(answers.get(entry.query) ?? [], entry));
};

const textOf = async (response: Response | null): Promise<string | null> => {
  if (!response || !/json/.test(response.headers.get('content-type') ?? '')) return null;
  // What waits for the answer says that it was cut.
  const text = await response
    .clone()
    .text()
    .then(withoutSecrets)
    .catch(() => null);
  return text !== null && text.length > SHOWN ? `${text.slice(0, SHOWN)}\n…` : text;
};

/** An abandoned request is not shown. */
const remove = (id: number): void => recorded.set((entries) => entries.filter((entry) => entry.id !== id));

/** The requests of another screen are of no interest on this one. */
export const forgetRecorded = (): void => recorded.set(() => []);
