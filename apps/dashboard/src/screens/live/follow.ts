import { api } from '../../api/client';
import type { components, operations } from '../../api/openapi';
import { asProblem, type Problem, problemFrom } from '../../api/problem';
import { eventsOf } from './sse';

export type Click = components['schemas']['Click'];
export type LiveQuery = NonNullable<operations['analytics.live']['parameters']['query']>;

export type LiveState =
  { readonly is: 'connecting' | 'live' } | { readonly is: 'waiting' | 'failed'; readonly problem: Problem };

interface Following {
  readonly query: LiveQuery;
  readonly signal: AbortSignal;
  /** What came last; the next stream begins after it. */
  readonly last: { id: string | null };
  readonly onClick: (click: Click) => void;
  readonly onState: (state: LiveState) => void;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });

/** One stream, to its end. The server ends each after a minute. @throws Problem */
const stream = async ({ query, signal, last, onClick, onState }: Following): Promise<string | null> => {
  const header = last.id === null ? {} : { 'Last-Event-ID': last.id };
  const { data, error, response } = await api.GET('/v1/analytics/live', {
    params: { query, header },
    parseAs: 'stream',
    signal,
  });
  if (!response.ok || !data) throw problemFrom(response, error);
  onState({ is: 'live' });
  for await (const { id, event, data: text } of eventsOf(data)) {
    if (event === 'end') return (JSON.parse(text) as { readonly reason?: string }).reason ?? null;
    if (id !== null) last.id = id;
    if (event === 'click') onClick(JSON.parse(text) as Click);
  }
  return null;
};

/** Whether another attempt may do better. */
const isPassing = ({ status }: Problem): boolean => status === 0 || status === 429 || status >= 500;

/** Follows the clicks until the signal, over as many streams as it takes, and without a gap between them. */
export const follow = async (following: Following): Promise<void> => {
  const { signal, last, onState } = following;
  onState({ is: 'connecting' });
  for (let failures = 0; !signal.aborted;) {
    try {
      const began = performance.now();
      await stream(following);
      // One that ends as soon as it has begun is not asked for again and again.
      if (performance.now() - began < FIRST_PAUSE_MS) await pause(FIRST_PAUSE_MS, signal);
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      const problem = asProblem(error);
      // The place to go on from is not known any more: go on from now.
      const isForgotten = problem.status === 400 && last.id !== null;
      if (isForgotten) last.id = null;
      if (!isForgotten && !isPassing(problem)) return onState({ is: 'failed', problem });
      onState({ is: 'waiting', problem });
      const wait = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
      failures += 1;
      await pause(Math.max(wait, (problem.retryAfter ?? 0) * 1_000), signal);
    }
  }
};
