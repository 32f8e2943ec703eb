import { type Decider, fold } from '../decider';
import type { Command, Event } from '../messages';
import { Rejection } from '../rejection';

/** Specs that read as prose: `given(decider, [created]).when(command).then([updated])`. */
export const given = <S, C extends Command, E extends Event>(decider: Decider<S, C, E>, history: readonly E[]) => ({
  when: (command: C) => {
    const decide = () => decider.decide(command, fold(decider, decider.initialState, history));
    return {
      /** These events and no others; an empty list says that the command had nothing left to do. */
      then: (expected: readonly E[]) => expect(decide()).toEqual(expected),
      thenNothing: () => expect(decide()).toEqual([]),
      thenRejected: (kind: Rejection['kind'], code: string) => {
        const refused = (() => {
          try {
            return decide();
          } catch (error) {
            return error;
          }
        })();
        expect(refused).toBeInstanceOf(Rejection);
        expect(refused).toMatchObject({ kind, code });
      },
    };
  },
});
