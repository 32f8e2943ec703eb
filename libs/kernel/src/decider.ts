import type { Command, Event, Metadata, Recorded } from './messages';
import { unfoldable } from './unfoldable-event';

/** An event together with its envelope: what a fold needs, whether it was just decided or read from a store. */
export interface Enveloped<E extends Event = Event> {
  readonly event: E;
  readonly metadata: Metadata;
}

/**
 * An aggregate: its state and its decisions, as pure functions. `decide` returns events or throws a Rejection. It
 * returns none if nothing is left to change. `evolve` is total and ignores unknown events. The time, the actor and the
 * workspace of an event are in its envelope only, so that they are stored once.
 */
export interface Decider<S, C extends Command, E extends Event> {
  readonly initialState: S;
  evolve(state: S, event: E, metadata: Metadata): S;
  decide(command: C, state: S): readonly E[];
  /**
   * For a stream that holds several resources: whether an event is about one that the command names. Only these are
   * folded, so a command costs as much as its own resources have events. Absent: every event is.
   */
  about?(command: C, event: E): boolean;
  /**
   * Whether an event is a new version of the command's resource: its version is the revision of the last such event.
   * Only asked for events that are about it. Absent: every event is.
   */
  concerns?(command: C, event: E): boolean;
}

/** @throws UnfoldableEvent when `evolve` throws on an event that a store has returned */
export const fold = <S, E extends Event>(
  decider: Pick<Decider<S, never, E>, 'evolve'>,
  state: S,
  history: Iterable<Enveloped<E>>,
): S => {
  let folded = state;
  for (const enveloped of history) {
    try {
      folded = decider.evolve(folded, enveloped.event, enveloped.metadata);
    } catch (error) {
      throw isRecorded(enveloped) ? unfoldable(enveloped, error) : error;
    }
  }
  return folded;
};

const isRecorded = (enveloped: Enveloped): enveloped is Recorded => 'position' in enveloped;

/** Data of those commands of a union that may have a type. */
type DataOf<C extends Command, T extends string> = C extends unknown
  ? T extends C['type']
    ? C['data']
    : never
  : never;

/** A function for each command of an aggregate. */
export type Decisions<S, C extends Command, E extends Event> = {
  readonly [T in C['type']]: (data: DataOf<C, T>, state: S) => readonly E[];
};

/** The `decide` of a decider with one function for each command. */
export const decideBy =
  <S, C extends Command, E extends Event>(decisions: Decisions<S, C, E>): Decider<S, C, E>['decide'] =>
  ({ type, data }, state) =>
    decisions[type as C['type']](data as DataOf<C, C['type']>, state);
