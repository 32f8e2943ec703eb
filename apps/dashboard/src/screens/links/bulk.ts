import { answer, api } from '../../api/client';
import { newUuid } from '../../api/idempotency';
import { asProblem, Problem, problemFrom } from '../../api/problem';
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

const sendBatch = async (
  batch: readonly Link[],
  name: 'delete' | 'restore',
  key: string,
): Promise<readonly Failure[]> => {
  const { data, error, response } = await api.POST(`/v1/links/bulk/${name}`, {
    params: { header: { 'Idempotency-Key': key } },
    body: batch.map(({ id }) => ({ id })),
  });
  if (!data) throw problemFrom(response, error);
  return failuresOf(batch, data.data);
};

/** A request for each, some at once. */
const forEach = async (batch: readonly Link[], work: (link: Link) => Promise<unknown>): Promise<readonly Failure[]> => {
  const failures: Failure[] = [];
  const queue = [...batch];
  const take = async (): Promise<void> => {
    for (let link = queue.shift(); link; link = queue.shift()) {
      const current = link;
      await retryWhenBusy(() => work(current)).catch((error: unknown) =>
        failures.push({ link: current, problem: asProblem(error) }),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
  return failures;
};

/** Reads each again first: a change sends all of a link's tags, and others may have tagged it since it was listed. */
const tagBatch = async (batch: readonly Link[], step: TagStep, key: string): Promise<readonly Failure[]> => {
  const tagged: { readonly id: string; readonly tags: string[] }[] = [];
  const unread = await forEach(batch, async ({ id }) => {
    const { data } = await readLink(id);
    tagged.push({ id, tags: withTag(data, step) });
  });
  if (tagged.length === 0) return unread;
  const params = { header: { 'Idempotency-Key': key } };
  const { data } = await retryWhenBusy(() => answer(api.PATCH('/v1/links/bulk', { params, body: tagged })));
  const links = tagged.flatMap(({ id }) => batch.filter((link) => link.id === id));
  return [...unread, ...failuresOf(links, data.data)];
};

const doToBatch = (batch: readonly Link[], step: BulkStep): Promise<readonly Failure[]> => {
  const key = newUuid();
  if (isTagging(step)) return tagBatch(batch, step, key);
  const { name } = step;
  return isEach(step)
    ? forEach(batch, ({ id }) => send(step.name, id))
    : retryWhenBusy(() => sendBatch(batch, name as 'delete' | 'restore', key));
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
    failures.push(
      ...(await doToBatch(batch, step).catch((error: unknown) =>
        batch.map((link) => ({ link, problem: asProblem(error) })),
      )),
    );
    tell({ done: first + batch.length, failures });
  }
  return failures;
};
