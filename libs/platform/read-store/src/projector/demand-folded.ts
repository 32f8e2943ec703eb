import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { type EventStore, EventStoreMismatch } from '@kernel';
import { asUnavailable } from '@platform/postgres';
import { type Mark, demandHistory } from '@platform/processing';
import { readMarks } from './checkpoints';

type Compared = Pick<EventStore, 'read' | 'head' | 'identity' | 'identify'>;

/**
 * Compares all checkpoints in Postgres with the event store. A store without an id gets one where every checkpoint
 * fits: it is a new one, or one of an earlier version.
 * @throws EventStoreMismatch if a checkpoint belongs to another history
 */
export const demandFolded = async (store: Compared, pool: Pool): Promise<void> => {
  const checkpoints = await readMarks(pool).catch((error: unknown) => {
    throw asUnavailable(error);
  });
  const identity = await store.identity();
  const same = { read: store.read.bind(store), head: once(() => store.head()), identity: async () => identity };
  const judged = await Promise.allSettled(
    distinct(checkpoints).map(({ mark, position }) => demandHistory(same, mark, position)),
  );
  const failures = judged.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
  const [failure] = [...failures.filter((one) => one instanceof EventStoreMismatch), ...failures];
  if (failure) throw failure;
  if (identity === undefined) await store.identify(randomUUID());
};

/** Several processors have handled the same last event. */
const distinct = <C extends { readonly position: bigint; readonly mark: Mark | undefined }>(all: readonly C[]): C[] => [
  ...new Map(
    all.map((one) => [`${one.mark?.store}/${one.mark?.event?.id ?? one.mark?.position ?? one.position}`, one]),
  ).values(),
];

const once = <T>(ask: () => Promise<T>): (() => Promise<T>) => {
  let asked: Promise<T> | undefined;
  return () => (asked ??= ask());
};
