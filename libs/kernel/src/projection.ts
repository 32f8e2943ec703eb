import type { Event, Recorded } from './messages';

/**
 * A read model as a fold: which rows an event touches and what becomes of each. Pure, so that the live projector, a
 * rebuild and a point-in-time read all go through the same object.
 */
export interface Projection<R extends object, E extends Event> {
  /** Name of the read model, of its checkpoint and of its table. */
  readonly name: string;
  readonly categories: readonly string[];
  /** Keys of the rows this event touches; none if it does not concern this read model. */
  keys(recorded: Recorded<E>): readonly string[];
  /** The row after the event; null removes it. Total: an unknown event leaves the row as it was. */
  evolve(row: R | null, recorded: Recorded<E>, key: string): R | null;
}

/**
 * The keys of a projection for a stored event, checked. Data that a faulty release has stored may be of any shape.
 * @throws when the event lacks the id of a row. Passed over, it would be missing for good, mended or not
 */
export const rowKeysOf = <R extends object, E extends Event>(
  projection: Pick<Projection<R, E>, 'keys'>,
  recorded: Recorded<E>,
): readonly string[] => {
  const keys: readonly unknown[] = projection.keys(recorded);
  if (!keys.every((key) => typeof key === 'string' && key !== '')) throw new Error('the event lacks the id of its row');
  return keys as readonly string[];
};
