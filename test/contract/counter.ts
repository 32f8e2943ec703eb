import { randomUUID } from 'node:crypto';
import { type Command, type CommandMetadata, type Decider, type Event, Rejection } from '@kernel';
import { DispatchCommand } from '@platform/commands';

type Added = Event<'Added', { readonly n: number; readonly note?: string }>;
export type Add = Command<'Add', { readonly n: number; readonly note?: string }>;

/** A sum, with the notes that came with it. */
export interface Sum {
  readonly sum: number;
  readonly notes: Readonly<Record<string, number>>;
}

export const COUNTER_CATEGORY = 'counter';

/** Adds positive numbers up to a hundred. */
export const counterDecider: Decider<Sum | null, Add, Added> = {
  initialState: null,
  evolve: (state, { data: { n, note } }) => ({
    sum: (state?.sum ?? 0) + n,
    notes: { ...state?.notes, ...(note !== undefined && { [note]: n }) },
  }),
  decide: ({ data }, state) => {
    if (data.n < 0) {
      throw new Rejection('invalid', 'negative', 'No negative numbers.', { limit: 0, deep: { list: [null, 'ü'] } }, [
        { location: 'body.n', message: 'is negative' },
      ]);
    }
    if (Number.isNaN(data.n * 1) || typeof data.n !== 'number') throw new TypeError('n is not a number');
    return (state?.sum ?? 0) + data.n > 100 ? [] : [{ type: 'Added', data }];
  },
};

export const newStream = (): string => `${COUNTER_CATEGORY}-${randomUUID()}`;

const METADATA: Omit<CommandMetadata, 'command_id'> = {
  now: '2026-01-01T00:00:00.000Z',
  actor: { type: 'user', id: 'usr_1' },
  request_id: 'req_1',
  correlation_id: 'req_1',
  causation_id: 'req_1',
  workspace_id: 'ws_1',
};

export interface AddOptions {
  readonly note?: string;
  readonly commandId?: string;
  readonly expected?: readonly bigint[];
  readonly fresh?: boolean;
}

export const add = (
  stream: string,
  n: number,
  { note, commandId = randomUUID(), expected, fresh }: AddOptions = {},
): DispatchCommand => {
  const data = { n, ...(note !== undefined && { note }) };
  return new DispatchCommand(stream, { type: 'Add', data }, { ...METADATA, command_id: commandId }, expected, fresh);
};
