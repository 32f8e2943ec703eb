import createClient from 'openapi-fetch';
import { underKey } from './idempotency';
import type { paths } from './openapi';
import { problemFrom, problemOf, unreachable } from './problem';
import { nameOf, record } from './recorder';
import { accessToken, renew } from './session';

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

const attempt = async (request: Request, token: string): Promise<Response> => {
  const sent = new Request(request.clone());
  sent.headers.set('authorization', `Bearer ${token}`);
  return fetch(sent).catch((error: unknown) => {
    throw isAbort(error) ? error : unreachable(error);
  });
};

/** A wrong password is a 401 as well, and another token makes it no better: it would only count twice. */
const isRefused = async (response: Response): Promise<boolean> =>
  response.status === 401 && (await problemOf(response.clone())).code !== 'invalid_credentials';

/** Sends a request with the session's token, and once more with another one if that has just expired. */
const send = async (request: Request): Promise<Response> => {
  const token = await accessToken();
  const done = await record(request);
  try {
    const response = await attempt(request, token);
    const last = (await isRefused(response)) ? await attempt(request, await renew(token)) : response;
    done(last);
    return last;
  } catch (error) {
    done(isAbort(error) ? undefined : null);
    throw error;
  }
};

/** Knows which query it is of: a request of the browser has another signal than the one it was made with. */
class QueryRequest extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(input, init);
    nameOf(init?.signal, this);
  }
}

const OPTIONS = {
  Request: QueryRequest,
  baseUrl: location.origin,
  querySerializer: { array: { style: 'form', explode: false } },
} as const;

/** The API, as its document describes it. */
export const api = createClient<paths>({ ...OPTIONS, fetch: send });

/** The same for what changes something: each request has an Idempotency-Key, the same until it is answered. */
export const writes = createClient<paths>({ ...OPTIONS, fetch: (request) => underKey(request, send) });

/** The header of a change. @param etag of what was edited; null: whatever it is like now */
export const ifMatch = (etag: string | null): { readonly 'If-Match'?: string } =>
  etag === null ? {} : { 'If-Match': etag };

/** Sends a file as a write does. @param name stands for its content */
export const sendFile =
  (name: unknown) =>
  (request: Request): Promise<Response> =>
    underKey(request, send, name);

export interface Answered<T> {
  readonly data: T;
  readonly etag: string | null;
  /** The processor that has yet to apply what was written. */
  readonly pending: string | null;
}

/** Of something that was written: which processor has yet to apply it, if one has. */
export const pendingNote = ({ pending }: Pick<Answered<unknown>, 'pending'>): { readonly description?: string } =>
  pending === null ? {} : { description: `${pending} still applies it.` };

interface Sent<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** @throws Problem for any answer that is no success */
export const answer = async <T>(sent: Promise<Sent<T>>): Promise<Answered<T>> => {
  const { data, error, response } = await sent;
  if (!response.ok) throw problemFrom(response, error);
  return { data: data as T, etag: response.headers.get('etag'), pending: response.headers.get('waymark-pending') };
};

export const dataOf = async <T>(sent: Promise<Sent<T>>): Promise<T> => (await answer(sent)).data;
