import { z } from 'zod';
import { DispatchCommand } from '../dispatch-command';
import { parseMessageJson, Unreadable } from './json';

/**
 * A command on its way to a write service. Its key is the stream, so commands of one stream stay in order. Its value is
 * JSON of this shape. Its headers hold reply topic, id and deadline. Revisions are decimal text, as everywhere in JSON.
 */
const Revision = z.string().regex(/^-?\d{1,19}$/);
const Text = z.string().min(1).max(512);
const CommandMessage = z.strictObject({
  version: z.literal(1),
  stream: Text.regex(/^[^-]+-/, 'is <category>-<identity>'),
  command: z.strictObject({ type: Text, data: z.unknown() }),
  metadata: z.strictObject({
    now: z.iso.datetime(),
    actor: z.strictObject({ type: z.enum(['api_key', 'user', 'system']), id: z.string() }),
    request_id: z.string(),
    command_id: Text,
    correlation_id: z.string(),
    causation_id: z.string(),
    workspace_id: z.string(),
  }),
  expected: z.array(Revision).optional(),
  fresh: z.boolean().optional(),
});

/** Where the answer is sent. */
export interface ReturnAddress {
  readonly correlationId: string;
  readonly replyTopic: string;
}

export const HEADER = {
  correlationId: 'waymark-correlation-id',
  replyTopic: 'waymark-reply-topic',
  deadline: 'waymark-deadline',
  /** W3C Trace Context; absent where nothing is traced. */
  traceparent: 'traceparent',
} as const;

/** Answers go to such topics only, whatever a message asks for. */
export const REPLY_TOPIC_PREFIX = 'waymark.replies.';
const REPLY_TOPIC = /^waymark\.replies\.[A-Za-z0-9._-]{1,200}$/;

export const encodeCommand = ({ stream, command, metadata, expected, fresh }: DispatchCommand): string =>
  JSON.stringify({
    version: 1,
    stream,
    command: { type: command.type, data: command.data },
    metadata,
    ...(expected && { expected: expected.map(String) }),
    ...(fresh !== undefined && { fresh }),
  });

/** @throws Unreadable */
export const decodeCommand = (bytes: unknown): DispatchCommand => {
  const parsed = CommandMessage.safeParse(parseMessageJson(bytes));
  if (!parsed.success) throw new Unreadable(`the message is not a command: ${z.prettifyError(parsed.error)}`);
  const { stream, command, metadata, expected, fresh } = parsed.data;
  return new DispatchCommand(stream, command, metadata, expected?.map(BigInt), fresh);
};

/** @param deadline milliseconds since 1970 by the clock that gateways and write services share */
export const encodeHeaders = (
  { correlationId, replyTopic }: ReturnAddress,
  deadline: number,
  traceparent?: string,
): Readonly<Record<string, string>> => ({
  [HEADER.correlationId]: correlationId,
  [HEADER.replyTopic]: replyTopic,
  [HEADER.deadline]: String(Math.round(deadline)),
  ...(traceparent !== undefined && { [HEADER.traceparent]: traceparent }),
});

type Headers = ReadonlyMap<string, string>;

/** The return address, if the message has one to which answers may be sent. */
export const addressOf = (headers: Headers): ReturnAddress | undefined => {
  const correlationId = headers.get(HEADER.correlationId) ?? '';
  const replyTopic = headers.get(HEADER.replyTopic) ?? '';
  if (correlationId === '' || correlationId.length > 100 || !REPLY_TOPIC.test(replyTopic)) return undefined;
  return { correlationId, replyTopic };
};

/** @throws Unreadable */
export const deadlineOf = (headers: Headers): number => {
  const text = headers.get(HEADER.deadline) ?? '';
  if (!/^\d{1,15}$/.test(text)) throw new Unreadable('the message has no deadline');
  return Number(text);
};
