import {
  EventStoreMismatch,
  type Outcome,
  REJECTION_KINDS,
  Rejection,
  StoreUnavailable,
  UnfoldableEvent,
  WrongRevision,
} from '@kernel';
import { z } from 'zod';
import { parseMessageJson, Unreadable } from './json';

/**
 * The answer to a command, as JSON: an outcome, or the error that the handler threw. bigint is decimal text. A state
 * must be JSON itself, as the states of all deciders are.
 */
const BigintText = z.string().regex(/^-?\d{1,19}$/);
const ReplyMessage = z.discriminatedUnion('kind', [
  z.strictObject({
    version: z.literal(1),
    kind: z.literal('outcome'),
    state: z.unknown().optional(),
    revision: BigintText,
    position: BigintText,
    events: z.array(z.strictObject({ type: z.string(), data: z.unknown() })),
    repeated: z.boolean(),
  }),
  z.strictObject({
    version: z.literal(1),
    kind: z.literal('rejection'),
    rejection: z.strictObject({
      kind: z.enum(REJECTION_KINDS),
      code: z.string(),
      detail: z.string(),
      extra: z.record(z.string(), z.unknown()),
      problems: z.array(z.strictObject({ location: z.string(), message: z.string() })),
    }),
  }),
  z.strictObject({
    version: z.literal(1),
    kind: z.literal('wrong-revision'),
    stream: z.string(),
    expected: BigintText,
    actual: BigintText,
  }),
  z.strictObject({ version: z.literal(1), kind: z.literal('unavailable'), detail: z.string() }),
  z.strictObject({ version: z.literal(1), kind: z.literal('event-store-mismatch'), detail: z.string() }),
  z.strictObject({
    version: z.literal(1),
    kind: z.literal('unfoldable-event'),
    place: z.strictObject({ stream: z.string(), id: z.string(), type: z.string(), revision: BigintText }),
    reason: z.string(),
  }),
  z.strictObject({ version: z.literal(1), kind: z.literal('failed'), detail: z.string() }),
]);

export const encodeOutcome = ({ state, revision, position, events, repeated }: Outcome<unknown>): string =>
  JSON.stringify({
    version: 1,
    kind: 'outcome',
    state,
    revision: String(revision),
    position: String(position),
    events: events.map(({ type, data }) => ({ type, data })),
    repeated,
  });

/** Of an error outside the contract only the message is sent: the stack belongs in the log of its own service. */
export const encodeFailure = (error: unknown): string => {
  if (error instanceof Rejection) {
    const { kind, code, message: detail, extra, problems } = error;
    return JSON.stringify({ version: 1, kind: 'rejection', rejection: { kind, code, detail, extra, problems } });
  }
  if (error instanceof WrongRevision) {
    const { stream, expected, actual } = error;
    return JSON.stringify({
      version: 1,
      kind: 'wrong-revision',
      stream,
      expected: String(expected),
      actual: String(actual),
    });
  }
  if (error instanceof UnfoldableEvent) {
    const { place, reason } = error;
    return JSON.stringify({ version: 1, kind: 'unfoldable-event', place, reason });
  }
  const detail = error instanceof Error ? error.message : String(error);
  return JSON.stringify({ version: 1, kind: kindOf(error), detail });
};

const kindOf = (error: unknown): 'event-store-mismatch' | 'unavailable' | 'failed' => {
  if (error instanceof EventStoreMismatch) return 'event-store-mismatch';
  return error instanceof StoreUnavailable ? 'unavailable' : 'failed';
};

/** The outcome, or the error to throw. @throws Unreadable */
export const decodeReply = (bytes: unknown): Outcome<unknown> | Error => {
  const parsed = ReplyMessage.safeParse(parseMessageJson(bytes));
  if (!parsed.success) throw new Unreadable(`the message is not an answer: ${z.prettifyError(parsed.error)}`);
  const reply = parsed.data;
  switch (reply.kind) {
    case 'outcome': {
      const { state, revision, position, events, repeated } = reply;
      return { state, revision: BigInt(revision), position: BigInt(position), events, repeated };
    }
    case 'rejection': {
      const { kind, code, detail, extra, problems } = reply.rejection;
      return new Rejection(kind, code, detail, extra, problems);
    }
    case 'wrong-revision':
      return new WrongRevision(reply.stream, BigInt(reply.expected), BigInt(reply.actual));
    case 'event-store-mismatch':
      return new EventStoreMismatch(reply.detail);
    case 'unavailable':
      return new StoreUnavailable(reply.detail);
    case 'unfoldable-event':
      return new UnfoldableEvent(reply.place, reply.reason);
    case 'failed':
      return new Error(`the write service failed: ${reply.detail}`);
  }
};
