import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { type EventStore, EventStoreMismatch } from '@kernel';
import { pause } from '@platform/async';
import { asUnavailable } from '@platform/postgres';
import { type Mark, demandHistory } from '@platform/processing';
import { readMarks, takeBack } from './checkpoints';

type Checkpoint = Awaited<ReturnType<typeof readMarks>>[number];
type Compared = Pick<EventStore, 'read' | 'head' | 'identity' | 'identify'>;

/**
 * Compares all checkpoints in Postgres with the event store. A store without an id gets one where every checkpoint
 * fits: it is a new one, or one of an earlier version.
 *
 * A store that has all that was handled may be an earlier copy nevertheless, without later events that concern no
 * processor, such as heartbeats. A checkpoint beyond its end goes back to what was handled last, before anything is
 * appended there: else the next events would count as handled.
 * @throws EventStoreMismatch if a checkpoint belongs to another history
 */
export const demandFolded = async (store: Compared, pool: Pool): Promise<void> => {
  const checkpoints = await readMarks(pool).catch((error: unknown) => {
    throw asUnavailable(error);
  });
  const identity = await store.identity();
  const head = once(() => store.head());
  const same = { read: store.read.bind(store), head, identity: async () => identity };
  const judged = await Promise.allSettled(
    distinct(checkpoints).map(({ mark, position }) => demandHistory(same, mark, position)),
  );
  const failures = judged.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
  const [failure] = [...failures.filter((one) => one instanceof EventStoreMismatch), ...failures];
  if (failure) throw failure;
  if (identity === undefined) await store.identify(randomUUID());
  await takeBackBeyond(await head(), checkpoints, pool);
};

/**
 * Milliseconds until every process has heard that checkpoints went back. One that has not would take the next event for
 * handled, such as the revocation of a key.
 */
const HEARD_MS = 300;

const takeBackBeyond = async (end: bigint, checkpoints: readonly Checkpoint[], pool: Pool): Promise<void> => {
  const beyond = checkpoints.flatMap(({ processor, position, mark }) =>
    mark && position > end && position > mark.position ? [{ processor, from: position, to: mark.position }] : [],
  );
  if (beyond.length === 0) return;
  await takeBack(pool, beyond).catch((error: unknown) => {
    throw asUnavailable(error);
  });
  await pause(HEARD_MS);
};

/** Several processors have handled the same last event. */
const distinct = <C extends { readonly position: bigint; readonly mark: Mark | undefined }>(all: readonly C[]): C[] => [
  ...new Map(
    all.map((one) => [`${one.mark?.store}/${one.mark?.event?.id}/${one.mark?.position ?? one.position}`, one]),
  ).values(),
];

const once = <T>(ask: () => Promise<T>): (() => Promise<T>) => {
  let asked: Promise<T> | undefined;
  return () => (asked ??= ask());
};
