import { answer, api } from '../../api/client';
import { asProblem, Problem, problemFrom } from '../../api/problem';
import type { Link } from '../../api/queries';
import { send } from './actions';

export type BulkStep =
  | { readonly name: 'tag' | 'untag'; readonly tag: string }
  | { readonly name: 'disable' | 'enable' | 'archive' | 'delete' | 'restore' };

export interface Failure {
  readonly link: Link;
  readonly problem: Problem;
}

export interface Progress {
  readonly done: number;
  readonly failures: readonly Failure[];
}

/** What one request takes. */
const BATCH = 100;
/** Requests at once, where each link takes one. */
const AT_ONCE = 4;

const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));

/** Waits for its turn where the limit of the workspace is reached. */
const patiently = async <T>(work: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const { code, retryAfter } = asProblem(error);
      if (code !== 'rate_limited' || retryAfter === null) throw error;
      await pause(retryAfter);
    }
  }
};

const withTag = ({ tags }: Link, { name, tag }: { readonly name: 'tag' | 'untag'; readonly tag: string }): string[] =>
  name === 'tag' ? [...new Set([...tags, tag])] : tags.filter((one) => one !== tag);

interface ItemResult {
  readonly index: number;
  readonly status: number;
  readonly error?: { readonly detail: string };
}

const failuresOf = (batch: readonly Link[], results: readonly ItemResult[]): readonly Failure[] =>
  results.flatMap(({ index, status, error }) => {
    const link = batch[index];
    return link && status >= 300 ? [{ link, problem: new Problem(error ?? { status: 500 }) }] : [];
  });

const sendBatch = async (batch: readonly Link[], step: BulkStep): Promise<readonly Failure[]> => {
  const params = { header: { 'Idempotency-Key': crypto.randomUUID() } };
  if (step.name === 'tag' || step.name === 'untag') {
    const body = batch.map((link) => ({ id: link.id, tags: withTag(link, step) }));
    const { data } = await answer(api.PATCH('/v1/links/bulk', { params, body }));
    return failuresOf(batch, data.data);
  }
  const path = step.name === 'delete' ? '/v1/links/bulk/delete' : '/v1/links/bulk/restore';
  const { data, error, response } = await api.POST(path, {
    params,
    body: batch.map(({ id }) => ({ id })),
  });
  if (!data) throw problemFrom(response, error);
  return failuresOf(batch, data.data);
};

/** Steps without a request for many take one for each. */
const sendEach = async (
  batch: readonly Link[],
  name: 'disable' | 'enable' | 'archive',
): Promise<readonly Failure[]> => {
  const failures: Failure[] = [];
  const queue = [...batch];
  const work = async (): Promise<void> => {
    for (let link = queue.shift(); link; link = queue.shift()) {
      const current = link;
      await patiently(() => send(name, current.id)).catch((error: unknown) =>
        failures.push({ link: current, problem: asProblem(error) }),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failures;
};

/** Does the same to many links, and tells how far it is after each hundred. */
export const doToMany = async (
  links: readonly Link[],
  step: BulkStep,
  tell: (progress: Progress) => void,
): Promise<readonly Failure[]> => {
  const failures: Failure[] = [];
  for (let first = 0; first < links.length; first += BATCH) {
    const batch = links.slice(first, first + BATCH);
    const failed =
      step.name === 'disable' || step.name === 'enable' || step.name === 'archive'
        ? sendEach(batch, step.name)
        : patiently(() => sendBatch(batch, step));
    failures.push(
      ...(await failed.catch((error: unknown) => batch.map((link) => ({ link, problem: asProblem(error) })))),
    );
    tell({ done: first + batch.length, failures });
  }
  return failures;
};
