import { type Decider, fold } from '../decider';
import type { Command, Event, Metadata, Recorded } from '../messages';
import { Rejection } from '../rejection';

/** A fixed envelope for examples. */
export const someMetadata = (overrides: Partial<Metadata> = {}): Metadata => ({
  schema_version: 1,
  at: '2026-01-01T00:00:00.000Z',
  actor: { type: 'user', id: 'usr_1' },
  request_id: 'req_1',
  command_id: '00000000-0000-7000-8000-000000000001',
  correlation_id: 'req_1',
  causation_id: 'req_1',
  workspace_id: 'ws_1',
  ...overrides,
});

/** An event as the nth of its stream and of the store. */
export const someRecorded = <E extends Event>(
  event: E,
  index = 0,
  overrides: Partial<Recorded<E>> = {},
): Recorded<E> => ({
  id: `${index}`,
  event,
  stream: 'some-1',
  revision: BigInt(index),
  position: BigInt(index),
  metadata: someMetadata(),
  ...overrides,
});

/** Specs that read as prose: `given(decider, [created]).when(command).then([updated])`. */
export const given = <S, C extends Command, E extends Event>(
  decider: Decider<S, C, E>,
  history: readonly E[],
  metadata: Metadata = someMetadata(),
) => ({
  when: (command: C) => {
    const state = fold(
      decider,
      decider.initialState,
      history.map((event) => ({ event, metadata })),
    );
    const decide = () => decider.decide(command, state);
    return {
      then: (expected: readonly E[]) => expect(decide()).toEqual(expected),
      /** The command had nothing left to do. */
      thenNothing: () => expect(decide()).toEqual([]),
      thenRejected: (kind: Rejection['kind'], code: string) => {
        const refused = caught(decide);
        expect(refused).toBeInstanceOf(Rejection);
        expect(refused).toMatchObject({ kind, code });
      },
    };
  },
});

const caught = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return error;
  }
};
