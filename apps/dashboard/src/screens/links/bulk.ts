import { type Answered, answer, writes } from '../../api/client';
import { asProblem, Problem } from '../../api/problem';
import type { Link } from '../../api/queries';
import { readLink } from '../link/link-query';
import { send } from './actions';
import { retryWhenBusy } from './retry-when-busy';

export type BulkStep = TagStep | { readonly name: 'delete' | 'restore' | EachStep };

interface TagStep {
  readonly name: 'tag' | 'untag';
  readonly tag: string;
}

/** Steps without a request for many. */
type EachStep = 'disable' | 'enable' | 'archive' | 'unarchive';
const EACH: readonly string[] = ['disable', 'enable', 'archive', 'unarchive'];
const isEach = (step: BulkStep): step is { readonly name: EachStep } => EACH.includes(step.name);
const isTagging = (step: BulkStep): step is TagStep => step.name === 'tag' || step.name === 'untag';

export interface Failure {
  readonly link: Link;
  readonly problem: Problem;
}

export interface Outcome extends Pick<Answered<unknown>, 'pending'> {
  readonly failures: readonly Failure[];
}

export interface Progress {
  readonly done: number;
  readonly failures: readonly Failure[];
}

/** What one request takes. */
const BATCH = 100;
/** Requests at once, where each link takes one. */
const AT_ONCE = 4;

const withTag = ({ tags }: Link, { name, tag }: TagStep): string[] =>
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

const sendBatch = async (batch: readonly Link[], name: 'delete' | 'restore'): Promise<Outcome> => {
  const body = batch.map(({ id }) => ({ id }));
  const { data, pending } = await (name === 'delete'
    ? answer(writes.POST('/v1/links/bulk/delete', { body }))
    : answer(writes.POST('/v1/links/bulk/restore', { body })));
  return { failures: failuresOf(batch, data.data), pending };
};

/** A request for each, some at once. */
const forEach = async (batch: readonly Link[], work: (link: Link) => Promise<Answered<unknown>>): Promise<Outcome> => {
  const failures: Failure[] = [];
  let pending: string | null = null;
  const queue = [...batch];
  const take = async (): Promise<void> => {
    for (let link = queue.shift(); link; link = queue.shift()) {
      const current = link;
      await retryWhenBusy(() => work(current)).then(
        (answered) => void (pending ??= answered.pending),
        (error: unknown) => failures.push({ link: current, problem: asProblem(error) }),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
  return { failures, pending };
};

/** Reads each again first: a change sends all of a link's tags, and others may have tagged it since it was listed. */
const tagBatch = async (batch: readonly Link[], step: TagStep): Promise<Outcome> => {
  const tagged: { readonly id: string; readonly tags: string[] }[] = [];
  const unread = await forEach(batch, async ({ id }) => {
    const read = await readLink(id);
    tagged.push({ id, tags: withTag(read.data, step) });
    return read;
  });
  if (tagged.length === 0) return unread;
  const { data, pending } = await retryWhenBusy(() => answer(writes.PATCH('/v1/links/bulk', { body: tagged })));
  const links = tagged.flatMap(({ id }) => batch.filter((link) => link.id === id));
  return { failures: [...unread.failures, ...failuresOf(links, data.data)], pending };
};

const doToBatch = (batch: readonly Link[], step: BulkStep): Promise<Outcome> => {
  if (isTagging(step)) return tagBatch(batch, step);
  const { name } = step;
  return isEach(step)
    ? forEach(batch, ({ id }) => send(step.name, id))
    : retryWhenBusy(() => sendBatch(batch, name as 'delete' | 'restore'));
};

/** Does the same to many links, and tells how far it is after each hundred. */
export const doToMany = async (
  links: readonly Link[],
  step: BulkStep,
  tell: (progress: Progress) => void,
): Promise<Outcome> => {
  const failures: Failure[] = [];
  let pending: string | null = null;
  for (let first = 0; first < links.length; first += BATCH) {
    const batch = links.slice(first, first + BATCH);
    const outcome = await doToBatch(batch, step).catch((error: unknown) => ({
      failures: batch.map((link) => ({ link, problem: asProblem(error) })),
      pending: null,
    }));
    failures.push(...outcome.failures);
    pending ??= outcome.pending;
    tell({ done: first + batch.length, failures });
  }
  return { failures, pending };
};
