import { Deadline, pause } from './deadline.js';
import { APIError, ConnectionError, RateLimited, TimeoutError } from './errors.js';
import type { Request } from './request.js';
import { errorOf } from './response.js';
import type { Fetch, Signal } from './options.js';

/** Milliseconds. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8_000;
export const LONGEST_WAIT = 61_000;

export interface Limits {
  readonly fetch: Fetch;
  readonly timeout: number;
  readonly maxRetries: number;
  readonly signal: Signal | undefined;
  /** Milliseconds. A server that asks for a longer pause is not waited for. */
  readonly longestWait: number;
}

/** Reads an answer of success. What it throws as `ConnectionError` is tried again. */
export type Read<T> = (response: Response, deadline: Deadline) => Promise<T>;

export interface Reading<T> {
  readonly read: Read<T>;
  /** Whether an answer is what was asked for. */
  readonly isSuccess: (response: Response) => boolean;
  /** Whether the answer is read later: then its reader ends the deadline. */
  readonly isStream?: boolean;
  /** What it means that something to be deleted is not there any more, where an attempt before may have done it. */
  readonly gone?: (response: Response) => T;
}

/** Sends a request until it is answered, or until another attempt would not help. */
export const attempt = async <T>(request: Request, limits: Limits, reading: Reading<T>): Promise<T> => {
  let mayBeDone = false;
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await once(request, limits, reading, { repeats, mayBeDone });
    } catch (error) {
      // What is over a rate limit was not done.
      mayBeDone ||= !(error instanceof RateLimited);
      if (limits.signal?.aborted) throw limits.signal.reason;
      if (!request.repeatable || repeats >= limits.maxRetries || !mayPass(error)) throw error;
      const wait = waitAfter(error, repeats);
      if (wait > limits.longestWait) throw error;
      await pause(wait, limits.signal);
      if (limits.signal?.aborted) throw limits.signal.reason;
    }
  }
};

interface Attempt {
  /** Attempts before it. */
  readonly repeats: number;
  /** Whether one of them may have done what was asked for. */
  readonly mayBeDone: boolean;
}

const once = async <T>(
  request: Request,
  limits: Limits,
  reading: Reading<T>,
  { repeats, mayBeDone }: Attempt,
): Promise<T> => {
  const deadline = new Deadline(limits.timeout, limits.signal);
  let isOver = true;
  try {
    const response = await send(request, limits.fetch, deadline, repeats);
    if (reading.isSuccess(response)) {
      const value = await reading.read(response, deadline);
      isOver = reading.isStream !== true;
      return value;
    }
    const error = errorOf(response, await textOf(response, deadline));
    if (mayBeDone && error.status === 404 && error.problem && reading.gone) return reading.gone(response);
    throw error;
  } finally {
    if (isOver) deadline.end();
  }
};

const send = async ({ method, url, headers, body }: Request, fetch: Fetch, deadline: Deadline, repeats: number) => {
  const content = await body?.();
  try {
    return (await fetch(url, {
      method,
      headers: { ...headers, ...(repeats > 0 ? { 'x-waymark-retry': String(repeats) } : {}) },
      ...(content === undefined ? {} : { body: renewing(content, deadline), duplex: 'half' }),
      redirect: 'manual',
      signal: deadline.signal,
    })) as Response;
  } catch (error) {
    throw transportError(error, deadline);
  }
};

/** An upload in parts: each part that is taken renews the time-out, and so does the end, for the answer. */
const renewing = (content: string | Uint8Array | AsyncIterable<Uint8Array>, deadline: Deadline) =>
  typeof content === 'object' && Symbol.asyncIterator in content ? renewedBy(content, deadline) : content;

async function* renewedBy(parts: AsyncIterable<Uint8Array>, deadline: Deadline): AsyncGenerator<Uint8Array> {
  for await (const part of parts) {
    deadline.renew();
    yield part;
  }
  deadline.renew();
}

/** The whole body. @throws ConnectionError if it is cut off */
export const textOf = async (response: Response, deadline: Deadline): Promise<string> => {
  try {
    return await response.text();
  } catch (error) {
    throw transportError(error, deadline);
  }
};

/** What a failure of the transport means: the time-out, the end of the caller's signal, or a lost connection. */
export const transportError = (error: unknown, { signal }: Deadline): unknown => {
  if (signal.aborted) return signal.reason;
  return new ConnectionError(`the connection failed: ${reasonOf(error)}`, { cause: error });
};

export const reasonOf = (error: unknown): string => {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } };
  return [message, cause?.code ?? cause?.message].filter(Boolean).join(', ');
};

const mayPass = (error: unknown): boolean => {
  if (error instanceof APIError)
    return (
      error.status === 408 || error.status === 429 || error.status >= 500 || error.code === 'idempotency_in_progress'
    );
  return error instanceof ConnectionError || error instanceof TimeoutError;
};

/** What the server asks for, or else a pause. */
const waitAfter = (error: unknown, repeats: number): number => {
  if (error instanceof APIError && error.retryAfter !== null) return Math.ceil(error.retryAfter * 1_000);
  return pauseAfter(repeats);
};

/** Milliseconds, longer each time up to 8 s; less up to a quarter, so that clients do not return together. */
export const pauseAfter = (repeats: number): number =>
  Math.min(FIRST_PAUSE * 2 ** repeats, LONGEST_PAUSE) * (1 - Math.random() / 4);
