import type { components } from './openapi';

type Body = components['schemas']['Problem'];
export type ProblemDetail = components['schemas']['ProblemDetail'];

/** A failure as the API answers it: `application/problem+json`, with its code and the id of the request. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  readonly errors: readonly ProblemDetail[];
  /** By the clock of the page, in milliseconds since 1970. */
  readonly receivedAt = Date.now();

  constructor(
    readonly body: Partial<Body>,
    /** Seconds after which a repeat has a chance. */
    readonly retryAfter: number | null = null,
  ) {
    super(body.detail ?? body.title ?? 'The request failed.');
    this.status = body.status ?? 0;
    this.code = body.code ?? 'unreachable';
    this.requestId = body.request_id ?? null;
    this.errors = body.errors ?? [];
  }

  /** What the API says about one place of the request, such as `body.alias`; within it counts as well. */
  at(location: string): string | undefined {
    const found = this.errors.filter(
      (error) =>
        error.location === location ||
        error.location.startsWith(`${location}.`) ||
        error.location.startsWith(`${location}[`),
    );
    return found.length > 0 ? found.map(({ message }) => sentence(message)).join(' ') : undefined;
  }
}

/** Messages are written to follow the name of their field: `must be a URL`. */
const sentence = (message: string): string =>
  `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? '' : '.'}`;

/** Whether the same request has no chance later either. */
export const isRefusal = ({ status }: Problem): boolean => status >= 400 && status < 500 && status !== 429;

export const unreachable = (cause: unknown): Problem => {
  const problem = new Problem({
    status: 0,
    title: 'No answer',
    detail: navigator.onLine
      ? 'The server did not answer. What you typed is still here.'
      : 'You are offline. What you typed is still here.',
  });
  problem.cause = cause;
  return problem;
};

/** @param body of the response, as it was read; anything but a problem counts as none */
export const problemFrom = (response: Response, body: unknown): Problem => {
  const retryAfter = Number(response.headers.get('retry-after'));
  const answered = typeof body === 'object' && body !== null ? (body as Partial<Body>) : {};
  return new Problem(
    { status: response.status, title: response.statusText, ...answered },
    retryAfter > 0 ? retryAfter : null,
  );
};

export const problemOf = async (response: Response): Promise<Problem> =>
  problemFrom(response, await response.json().catch(() => null));

export const asProblem = (error: unknown): Problem => (error instanceof Problem ? error : unreachable(error));

/** What stopped a request, if anything did. */
export const problemIn = (error: Error | null): Problem | null => (error ? asProblem(error) : null);
