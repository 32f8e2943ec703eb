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
}

const KEPT = 30;
/** Characters of a response that are worth showing. */
const SHOWN = 20_000;

let lastId = 0;
export const recorded = createStore<readonly Recorded[]>([]);

const SHOWN_HEADERS = ['idempotency-key', 'if-match', 'content-type'];

/** Returns what is told the answer: null if there was none, undefined if nobody waited for it. */
export const record = async (request: Request): Promise<(response: Response | null | undefined) => void> => {
  const began = performance.now();
  const id = (lastId += 1);
  const url = new URL(request.url);
  const headers = Object.fromEntries([...request.headers].filter(([name]) => SHOWN_HEADERS.includes(name)));
  const body = request.body === null ? null : withoutSecrets(await request.clone().text());
  const entry = { id, method: request.method, url: url.pathname + url.search, headers, body };
  put({ ...entry, status: null, requestId: null, milliseconds: null, response: null });
  return (response) => {
    if (response === undefined) return remove(id);
    const milliseconds = Math.round(performance.now() - began);
    const requestId = response?.headers.get('x-request-id') ?? null;
    put({ ...entry, status: response?.status ?? 0, requestId, milliseconds, response: null });
    void textOf(response).then((text) =>
      put({ ...entry, status: response?.status ?? 0, requestId, milliseconds, response: text }),
    );
  };
};

/** Nothing on the screen gives a password away, nor what is shown once. */
const withoutSecrets = (body: string): string => body.replace(/"password":"(?:[^"\\]|\\.)*"/g, '"password":"…"');

const put = (entry: Recorded): void =>
  recorded.set((entries) => {
    const others = entries.filter(({ id }) => id !== entry.id);
    return [...others, entry].sort((a, b) => a.id - b.id).slice(-KEPT);
  });

const textOf = async (response: Response | null): Promise<string | null> => {
  if (!response || !/json/.test(response.headers.get('content-type') ?? '')) return null;
  // An answer that was cut is told by whoever waits for it.
  const text = await response
    .clone()
    .text()
    .catch(() => null);
  const shown = text?.replace(/\b(svc_live_\w{4}|whsec_)[\w+/=]+/g, '$1…') ?? null;
  return shown !== null && shown.length > SHOWN ? `${shown.slice(0, SHOWN)}\n…` : shown;
};

/** Nobody waited for its answer, so it never was. */
const remove = (id: number): void => recorded.set((entries) => entries.filter((entry) => entry.id !== id));

/** The requests of another screen are of no interest on this one. */
export const forgetRecorded = (): void => recorded.set(() => []);
