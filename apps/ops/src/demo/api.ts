import { pause } from '@platform/async';
import { Failure } from '../failure';

export interface ApiResponse<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

/** Requests to a running product by an API key. */
export interface Api {
  readonly url: string;
  get<T>(path: string): Promise<T>;
  /** All items of a list. */
  list<T>(path: string): Promise<readonly T[]>;
  /** Resolves with refusals, too. A text is sent as CSV, everything else as JSON. */
  send<T>(method: Method, path: string, body?: unknown): Promise<ApiResponse<T>>;
}

export type Method = 'GET' | 'POST' | 'PATCH';

interface Page<T> {
  readonly data: readonly T[];
  readonly meta: { readonly total: number };
}

const TIMEOUT_MS = 30_000;
const ATTEMPTS = 10;
const PAGE = 100;

/**
 * Repeats a request that is answered 429 or 503, after `Retry-After`.
 * @throws Failure when no server answers or it refuses the key
 */
export const apiOf = (url: string, key: string): Api => {
  const send = async <T>(method: Method, path: string, body?: unknown): Promise<ApiResponse<T>> => {
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': typeOf(body) }) },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch((error: unknown) => {
        throw new Failure(
          `Nothing answers at ${url}. Start the product by "npm start" in another terminal, or say by --url ` +
            `where it is.`,
          { cause: error },
        );
      });
      const answer = {
        status: response.status,
        headers: response.headers,
        body: (response.status === 204 ? undefined : await response.json()) as T,
      };
      if (response.status === 401 || response.status === 403)
        throw new Failure(
          `${url} does not take the key for ${method} ${path}: it must be valid, with the scope Read + Write.`,
        );
      if (attempt === ATTEMPTS || (response.status !== 429 && response.status !== 503)) return answer;
      await pause(1_000 * Number(response.headers.get('retry-after') ?? 1));
    }
  };
  const get = async <T>(path: string): Promise<T> => {
    const { status, body } = await send<T>('GET', path);
    if (status !== 200) throw new Failure(`${url}${path} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  return { url, get, list: (path) => everyPage(get, path), send };
};

const everyPage = async <T>(get: Api['get'], path: string): Promise<readonly T[]> => {
  const found: T[] = [];
  for (let page = 1; ; page += 1) {
    const { data, meta } = await get<Page<T>>(`${path}?limit=${PAGE}&page=${page}`);
    found.push(...data);
    if (page * PAGE >= meta.total) return found;
  }
};

const typeOf = (body: unknown): string => (typeof body === 'string' ? 'text/csv' : 'application/json');
