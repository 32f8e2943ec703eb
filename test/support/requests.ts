import { randomBytes } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';

/** How long a patient caller goes on asking. */
const PATIENCE_MS = 60_000;

/** The address of a running product; enough to send requests. */
export interface Address {
  /** Origin by the first short host, without a slash at its end: `http://localhost:<port>`. */
  readonly url: string;
  readonly port: number;
  /** Whether requests there are patient: one that a busy machine has shed is sent again, as the contract advises. */
  readonly patient?: boolean;
}

export interface Answer<T = unknown> {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Parsed if the answer is JSON, else the text; undefined when empty. */
  readonly body: T;
  /** As received. */
  readonly text: string;
}

export interface SendOptions {
  readonly headers?: OutgoingHttpHeaders;
  /** Text and bytes are sent unchanged; anything else as JSON. */
  readonly body?: unknown;
  /** Milliseconds before it is aborted. */
  readonly timeout?: number;
}

const agent = new Agent({ keepAlive: true });

/** Health says what is the case: its 503 is an answer and no request that was shed. */
const isHealth = (path: string): boolean => path.startsWith('/health/');

const isShed = ({ status, body }: Answer): boolean =>
  status === 503 && (body as { readonly code?: string } | undefined)?.code === 'unavailable';

/**
 * One request, or several to a patient address. Follows no redirect, and adds no header except Host, and Content-Type
 * for a body that it turned into JSON.
 */
export const send = async <T = unknown>(
  address: Address,
  method: string,
  path: string,
  options: SendOptions = {},
): Promise<Answer<T>> => {
  for (const until = performance.now() + PATIENCE_MS; ;) {
    const answer = await sendOnce<T>(address, method, path, options);
    if (!address.patient || isHealth(path) || !isShed(answer) || performance.now() > until) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

const sendOnce = <T>(
  { port }: Address,
  method: string,
  path: string,
  { headers = {}, body, timeout = 120_000 }: SendOptions,
): Promise<Answer<T>> =>
  new Promise((resolve, reject) => {
    const raw = typeof body === 'string' || Buffer.isBuffer(body);
    const payload = body === undefined || raw ? body : JSON.stringify(body);
    const sent = request({
      agent,
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: {
        host: `localhost:${port}`,
        ...(payload !== undefined && !raw && { 'content-type': 'application/json' }),
        ...(payload !== undefined && { 'content-length': Buffer.byteLength(payload) }),
        ...headers,
      },
      signal: AbortSignal.timeout(timeout),
    });
    sent.on('error', reject);
    sent.once('response', (response) => {
      // A stream of events has no end: its headers are the answer.
      if (response.headers['content-type'] === 'text/event-stream') {
        sent.destroy();
        return resolve({ status: response.statusCode ?? 0, headers: response.headers, text: '', body: undefined as T });
      }
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const json = /[/+]json/.test(response.headers['content-type'] ?? '') && text !== '';
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          body: (json ? JSON.parse(text) : text || undefined) as T,
        });
      });
    });
    sent.end(payload);
  });

export interface Client {
  get<T = unknown>(path: string, headers?: OutgoingHttpHeaders): Promise<Answer<T>>;
  post<T = unknown>(path: string, body?: unknown, headers?: OutgoingHttpHeaders): Promise<Answer<T>>;
  patch<T = unknown>(path: string, body?: unknown, headers?: OutgoingHttpHeaders): Promise<Answer<T>>;
  delete<T = unknown>(path: string, headers?: OutgoingHttpHeaders): Promise<Answer<T>>;
}

/** Requests with a credential, an API key or an access token, or with none. */
export const api = (address: Address, credential?: string): Client => {
  const all = (headers: OutgoingHttpHeaders = {}) => ({
    ...(credential !== undefined && { authorization: `Bearer ${credential}` }),
    ...headers,
  });
  return {
    get: (path, headers) => send(address, 'GET', path, { headers: all(headers) }),
    post: (path, body, headers) => send(address, 'POST', path, { body, headers: all(headers) }),
    patch: (path, body, headers) => send(address, 'PATCH', path, { body, headers: all(headers) }),
    delete: (path, headers) => send(address, 'DELETE', path, { headers: all(headers) }),
  };
};

export interface Registered {
  readonly email: string;
  readonly password: string;
  readonly access_token: string;
  readonly refresh_token: string;
  readonly user: { readonly id: string };
  readonly workspace: { readonly id: string; readonly name: string; readonly plan: string };
}

export const PASSWORD = 'correct horse battery';

/** A fresh user with a workspace of their own, from an address of their own; needs SIGNUP=open. */
export const register = async (address: Address): Promise<Registered> => {
  for (const until = performance.now() + PATIENCE_MS; ;) {
    const email = `${randomBytes(8).toString('hex')}@example.com`;
    const answer = await api(address).post<Omit<Registered, 'email' | 'password'>>(
      '/v1/auth/register',
      { email, password: PASSWORD },
      { 'x-forwarded-for': [10, ...randomBytes(3)].join('.') },
    );
    const { status, body, text } = answer;
    if (status === 201) return { ...body, email, password: PASSWORD };
    // Another address at the next attempt: a busy machine may have shed the first one after it made an account.
    if (!isShed(answer) || performance.now() > until) throw new Error(`registering answered ${status}: ${text}`);
  }
};
