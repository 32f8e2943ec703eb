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
  /** Resolves with refusals, too. */
  send<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<ApiResponse<T>>;
}

const TIMEOUT_MS = 30_000;
const ATTEMPTS = 10;

/**
 * Repeats a request that is answered 429 or 503, after `Retry-After`.
 * @throws Failure when no server answers or it refuses the key
 */
export const apiOf = (url: string, key: string): Api => {
  const send = async <T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<ApiResponse<T>> => {
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch((error: unknown) => {
        throw new Failure(
          `Nothing answers at ${url}. Start the product by "npm start" in another terminal, or say by --url ` +
            `where it is.`,
          { cause: error },
        );
      });
      const answer = { status: response.status, headers: response.headers, body: (await response.json()) as T };
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
  return { url, get, send };
};
