import { Resources } from '../api/client.js';
import { LONGEST_WAIT, type Limits, type Reading, attempt, textOf } from './attempts.js';
import { ConnectionError, SecretLost } from './errors.js';
import { FileAnswer } from './file.js';
import { live } from './live.js';
import type { Call, Operation } from './operation.js';
import { Pages } from './pages.js';
import { checkedBaseUrl, requestOf } from './request.js';
import { errorOf, infoOf, isJson } from './response.js';
import { variable } from './runtime.js';
import type { Answered, ClientOptions, ConditionalOptions, Redirect, ResponseInfo } from './options.js';
import type { Core } from './types.js';

const TIMEOUT_MS = 60_000;
const MAX_RETRIES = 2;

interface Outcome<T> {
  readonly data: T;
  readonly response: ResponseInfo;
}

/** Calls by the kind of their answers. @internal */
export class HttpCore implements Core {
  readonly #client: ClientOptions & { readonly baseUrl: string };

  /** @param longestWait milliseconds that a server may ask to wait before an attempt */
  constructor(
    client: ClientOptions,
    private readonly longestWait = LONGEST_WAIT,
  ) {
    this.#client = {
      ...client,
      apiKey: client.apiKey ?? variable('WAYMARK_API_KEY'),
      baseUrl: checkedBaseUrl(client.baseUrl ?? variable('WAYMARK_BASE_URL') ?? 'http://localhost:3000'),
    };
  }

  none(operation: Operation, call: Call, options?: ConditionalOptions): Answered<null> {
    const gone = operation.method === 'DELETE' ? { gone: (response: Response) => outcome(response, null) } : {};
    return answered(
      this.#send(operation, call, options, {
        isSuccess,
        read: async (response, deadline) => {
          await textOf(response, deadline);
          return outcome(response, null);
        },
        ...gone,
      }),
    );
  }

  text(operation: Operation, call: Call, options?: ConditionalOptions): Answered<string> {
    return answered(
      this.#send(operation, call, options, {
        isSuccess,
        read: async (response, deadline) => outcome(response, await textOf(response, deadline)),
      }),
    );
  }

  json<T>(operation: Operation, call: Call, options?: ConditionalOptions): Answered<T> {
    return answered(
      this.#send(operation, call, options, {
        isSuccess,
        read: async (response, deadline) => {
          const data = parsed(response, await textOf(response, deadline));
          demandSecrets(operation, response, data);
          return outcome(response, data as T);
        },
      }),
    );
  }

  page<Item, List>(operation: Operation, call: Call, options?: ConditionalOptions): Pages<Item, List> {
    const query = (call.query ?? {}) as Readonly<Record<string, unknown>>;
    return new Pages<Item, List>(query, operation.byCursor === true, (asked) =>
      this.json<List>(operation, { ...call, query: asked }, options),
    );
  }

  file(operation: Operation, call: Call, options?: ConditionalOptions): Answered<FileAnswer> {
    const file = this.#open(operation, call, options);
    return answered(file.then((data) => ({ data, response: data.response })));
  }

  events<T>(operation: Operation, call: Call, options: ConditionalOptions = {}): AsyncIterable<T> {
    const { maxRetries } = this.#limits(options);
    const open = (lastEventId: string | undefined) => {
      const headers: Readonly<Record<string, string>> =
        lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
      return this.#open(operation, call, { ...options, headers: { ...options.headers, ...headers } });
    };
    return live<T>({ event: operation.event ?? 'message', maxRetries, signal: options.signal, open });
  }

  redirect(operation: Operation, call: Call, options?: ConditionalOptions): Answered<Redirect> {
    return answered(
      this.#send(operation, call, options, {
        isSuccess: ({ status }) => status >= 200 && status < 400,
        read: async (response, deadline) => {
          await textOf(response, deadline);
          const { status, headers } = response;
          return outcome(response, { status, location: headers.get('location') });
        },
      }),
    );
  }

  #open(operation: Operation, call: Call, options?: ConditionalOptions): Promise<FileAnswer> {
    return this.#send(operation, call, options, {
      isSuccess,
      isStream: true,
      read: async (response, deadline) => new FileAnswer(response, deadline),
    });
  }

  async #send<T>(operation: Operation, call: Call, options: ConditionalOptions = {}, reading: Reading<T>): Promise<T> {
    return attempt(requestOf(operation, call, this.#client, options), this.#limits(options), reading);
  }

  #limits(options: ConditionalOptions): Limits {
    return {
      fetch: this.#client.fetch ?? fetch,
      timeout: options.timeout ?? this.#client.timeout ?? TIMEOUT_MS,
      maxRetries: options.maxRetries ?? this.#client.maxRetries ?? MAX_RETRIES,
      signal: options.signal,
      longestWait: this.longestWait,
    };
  }
}

/** No operation but that of a short URL answers with a page: it is that of a proxy, or of a network that asks to sign in. */
const isSuccess = ({ status, headers }: Response): boolean =>
  status >= 200 && status < 300 && !/^text\/html\b/i.test(headers.get('content-type') ?? '');

const outcome = <T>(response: Response, data: T): Outcome<T> => ({ data, response: infoOf(response) });

const answered = <T>(outcome: Promise<Outcome<T>>): Answered<T> => {
  const data = outcome.then((answer) => answer.data);
  const withResponse = (): Promise<Outcome<T>> => {
    // Its failure is that of the outcome, which the caller handles.
    data.catch(() => undefined);
    return outcome;
  };
  return Object.assign(data, { withResponse });
};

/** @throws ConnectionError if the JSON was cut off; APIError if it is none, but something of a proxy */
const parsed = (response: Response, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (!isJson(response)) throw errorOf(response, text);
    throw new ConnectionError('the answer is not complete JSON', { cause });
  }
};

const demandSecrets = ({ secrets = [] }: Operation, { headers }: Response, data: unknown): void => {
  if (headers.get('idempotent-replayed') !== 'true') return;
  const record = data as Readonly<Record<string, unknown>>;
  for (const field of secrets) if (typeof record[field] !== 'string') throw new SecretLost(field, record);
};

/**
 * A client of Waymark's API.
 *
 * ```ts
 * const waymark = new Waymark(); // WAYMARK_API_KEY, WAYMARK_BASE_URL
 * const link = await waymark.links.create({ destination_url: 'https://example.com/' });
 * ```
 */
export class Waymark extends Resources {
  constructor(options: ClientOptions = {}) {
    super(new HttpCore(options));
  }
}
