import { type Answered, answer, api, writes } from '../../api/client';
import { asProblem, Problem } from '../../api/problem';
import type { Link } from '../../api/queries';
import type { Step } from './actions';
import { retryItemsWhenBusy } from './retry-when-busy';

export type BulkStep = TagStep | { readonly name: Step };

interface TagStep {
  readonly name: 'tag' | 'untag';
  readonly tag: string;
}

const isTagging = (step: BulkStep): step is TagStep => step.name === 'tag' || step.name === 'untag';

export interface Failure {
  readonly link: Link;
  readonly problem: Problem;
}

export interface Outcome extends Pick<Answered<unknown>, 'pending'> {
  readonly failures: readonly Failure[];
  /** Those that were already as they should be. */
  readonly unchanged: readonly Link[];
}

export interface Progress {
  readonly done: number;
  readonly failures: readonly Failure[];
}

/** What one request takes. */
const BATCH = 100;

const needs = ({ tags }: Link, { name, tag }: TagStep): boolean => tags.includes(tag) === (name === 'untag');

const withStep = ({ tags }: Link, { name, tag }: TagStep): string[] =>
  name === 'tag' ? [...tags, tag] : tags.filter((one) => one !== tag);

interface ItemResult {
  readonly index: number;
  readonly status: number;
  readonly error?: { readonly detail: string };
  readonly link?: Pick<Link, 'updated_at'>;
}

const failuresOf = (batch: readonly Link[], results: readonly ItemResult[]): readonly Failure[] =>
  results.flatMap(({ index, status, error }) => {
    const link = batch[index];
    return link && status >= 300 ? [{ link, problem: new Problem(error ?? { status: 500 }) }] : [];
  });

const unchangedOf = (batch: readonly Link[], results: readonly ItemResult[]): readonly Link[] =>
  results.flatMap(({ index, link }) => {
    const before = batch[index];
    return before && link?.updated_at === before.updated_at ? [before] : [];
  });

const sendBatch = async (batch: readonly Link[], name: Step): Promise<Outcome> => {
  const sent = { body: batch.map(({ id }) => ({ id })) };
  const requests: Readonly<Record<Step, () => Promise<Answered<{ readonly data: readonly ItemResult[] }>>>> = {
    disable: () => answer(writes.POST('/v1/links/bulk/disable', sent)),
    enable: () => answer(writes.POST('/v1/links/bulk/enable', sent)),
    archive: () => answer(writes.POST('/v1/links/bulk/archive', sent)),
    unarchive: () => answer(writes.POST('/v1/links/bulk/unarchive', sent)),
    restore: () => answer(writes.POST('/v1/links/bulk/restore', sent)),
    delete: () => answer(writes.POST('/v1/links/bulk/delete', sent)),
  };
  const { data, pending } = await retryItemsWhenBusy(requests[name]);
  return { failures: failuresOf(batch, data.data), unchanged: unchangedOf(batch, data.data), pending };
};

/**
 * Reads them again first: a change sends all of a link's tags, and others may have tagged it since it was listed. An
 * item without a change is answered with its link as it is.
 */
const tagBatch = async (batch: readonly Link[], step: TagStep): Promise<Outcome> => {
  const unchanged = batch.map(({ id }) => ({ id }));
  const { data: read } = await retryItemsWhenBusy(() => answer(api.PATCH('/v1/links/bulk', { body: unchanged })));
  const unread = failuresOf(batch, read.data);
  const links = read.data.flatMap(({ link }) => (link && needs(link, step) ? [link] : []));
  if (links.length === 0) return { failures: unread, unchanged: [], pending: null };
  const body = links.map((link) => ({ id: link.id, tags: withStep(link, step) }));
  const { data, pending } = await retryItemsWhenBusy(() => answer(writes.PATCH('/v1/links/bulk', { body })));
  return { failures: [...unread, ...failuresOf(links, data.data)], unchanged: [], pending };
};

const doToBatch = (batch: readonly Link[], step: BulkStep): Promise<Outcome> =>
  isTagging(step) ? tagBatch(batch, step) : sendBatch(batch, step.name);

/** Does the same to many links, and tells how far it is after each hundred. */
export const doToMany = async (
  links: readonly Link[],
  step: BulkStep,
  tell: (progress: Progress) => void,
): Promise<Outcome> => {
  const failures: Failure[] = [];
  const unchanged: Link[] = [];
  let pending: string | null = null;
  for (let first = 0; first < links.length; first += BATCH) {
    const batch = links.slice(first, first + BATCH);
    const outcome = await doToBatch(batch, step).catch((error: unknown) => ({
      failures: batch.map((link) => ({ link, problem: asProblem(error) })),
      unchanged: [],
      pending: null,
    }));
    failures.push(...outcome.failures);
    unchanged.push(...outcome.unchanged);
    pending ??= outcome.pending;
    tell({ done: first + batch.length, failures });
  }
  return { failures, unchanged, pending };
};
