import type { Command, Event } from './messages';

/**
 * An aggregate: what it remembers and how it decides. Pure: `decide` returns events or throws a Rejection, and a command
 * whose wish is already fulfilled yields none; `evolve` is total and ignores what it does not know.
 */
export interface Decider<S, C extends Command, E extends Event> {
  readonly initialState: S;
  evolve(state: S, event: E): S;
  decide(command: C, state: S): readonly E[];
}

export const fold = <S, E extends Event>(decider: Pick<Decider<S, never, E>, 'evolve'>, state: S, events: Iterable<E>): S => {
  let folded = state;
  for (const event of events) folded = decider.evolve(folded, event);
  return folded;
};
