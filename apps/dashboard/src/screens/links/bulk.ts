import { answer, api } from '../../api/client';
import { asProblem, Problem, problemFrom } from '../../api/problem';
import type { Link } from '../../api/queries';
import { send } from './actions';
import { patiently } from './patiently';

export type BulkStep =
  { readonly name: 'tag' | 'untag'; readonly tag: string } | { readonly name: 'delete' | 'restore' | EachStep };

/** Steps without a request for many. */
type EachStep = 'disable' | 'enable' | 'archive' | 'unarchive';
const EACH: readonly string[] = ['disable', 'enable', 'archive', 'unarchive'];
const isEach = (step: BulkStep): step is { readonly name: EachStep } => EACH.includes(step.name);

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

const sendBatch = async (batch: readonly Link[], step: BulkStep, key: string): Promise<readonly Failure[]> => {
  const params = { header: { 'Idempotency-Key': key } };
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

/** One request for each. */
const sendEach = async (batch: readonly Link[], name: EachStep): Promise<readonly Failure[]> => {
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
    const key = crypto.randomUUID();
    const failed = isEach(step) ? sendEach(batch, step.name) : patiently(() => sendBatch(batch, step, key));
    failures.push(
      ...(await failed.catch((error: unknown) => batch.map((link) => ({ link, problem: asProblem(error) })))),
    );
    tell({ done: first + batch.length, failures });
  }
  return failures;
};
