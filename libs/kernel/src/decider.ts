import type { Command, Event, Metadata } from './messages';

/** An event together with its envelope: what a fold needs, whether it was just decided or read from a store. */
export interface Enveloped<E extends Event = Event> {
  readonly event: E;
  readonly metadata: Metadata;
}

/**
 * An aggregate: what it remembers and how it decides. Pure: `decide` returns events or throws a Rejection, and a command
 * whose wish is already fulfilled yields none; `evolve` is total and ignores what it does not know. When, by whom and in
 * which workspace something happened is read from the envelope, so that it stands in one place only.
 */
export interface Decider<S, C extends Command, E extends Event> {
  readonly initialState: S;
  evolve(state: S, event: E, metadata: Metadata): S;
  decide(command: C, state: S): readonly E[];
  /**
   * Whether an event is about the thing the command is about, where a stream holds several: the version of that thing is
   * the revision of the last such event. Absent: every event is.
   */
  concerns?(command: C, event: E): boolean;
}

export const fold = <S, E extends Event>(
  decider: Pick<Decider<S, never, E>, 'evolve'>,
  state: S,
  history: Iterable<Enveloped<E>>,
): S => {
  let folded = state;
  for (const { event, metadata } of history) folded = decider.evolve(folded, event, metadata);
  return folded;
};
