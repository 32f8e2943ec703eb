import type { Incoming, OutgoingMessage, TopicSpec } from '@platform/kafka';
import { SEAL_ROOM } from './block';
import { crcAt, FRAME_OVERHEAD, FrameKind, readFrame, type Seal, sealOf, writeFrame } from './frame';
import { isSource } from './layout';
import type { Block } from './read-blocks';

/**
 * Clicks on their way to the loaders. The key is the source, so that its blocks stay in order, in one partition. A
 * block is at most 512 kB. Kafka keeps it for seven days, in case all loaders are down.
 */
export const CLICKS_TOPIC: TopicSpec = {
  topic: 'waymark.clicks',
  partitions: 12,
  config: { 'retention.ms': String(7 * 86_400_000), 'max.message.bytes': String(1024 * 1024) },
};

/** The consumer group of the loaders. */
export const CLICK_LOADERS = 'waymark-clicks';

/** A sealed block without its position in a segment. */
export type SentBlock = Pick<Block, 'name' | 'source' | 'records'>;

/** A message that a forwarder sends between the blocks of a source. */
export interface SourceMark {
  readonly source: string;
  /** Everything of the source up to then, milliseconds since 1970, was sent before this mark. */
  readonly until: number;
  /** The source has been closed, and no more of it comes. */
  readonly ended: boolean;
}

export type ClickMessage =
  { readonly type: 'block'; readonly block: SentBlock } | { readonly type: 'mark'; readonly mark: SourceMark };

/** The message cannot be read, now or later. */
export class NotAClickMessage extends Error {}

/**
 * The value has the bytes of the block in its segment: the frames of its records, and the seal. Their checksums reach
 * from the redirector's disk to the loader; see frame.ts.
 */
export const blockMessage = ({ name, source, records }: SentBlock): OutgoingMessage => {
  const bytes = Buffer.allocUnsafe(
    records.reduce((size, { payload }) => size + FRAME_OVERHEAD + payload.length, SEAL_ROOM),
  );
  const [first, last] = [records[0]?.seq ?? 0, records.at(-1)?.seq ?? 0];
  let [end, seed] = [0, 0];
  for (const { seq, payload } of records) {
    const at = end;
    end = writeFrame(bytes, at, FrameKind.Record, seq, payload, seed);
    seed = crcAt(bytes, at);
  }
  const seal: Seal = { name, first, last, count: records.length };
  end = writeFrame(bytes, end, FrameKind.Seal, last, JSON.stringify(seal), seed);
  return { key: source, value: bytes.subarray(0, end), headers: { type: 'block' } };
};

/** The value is JSON. */
export const markMessage = ({ source, until, ended }: SourceMark): OutgoingMessage => ({
  key: source,
  value: JSON.stringify({ until, ended }),
  headers: { type: 'mark' },
});

/** @throws NotAClickMessage for a message that is neither a whole block nor a whole mark */
export const readClickMessage = ({
  key,
  value,
  headers,
}: Pick<Incoming, 'key' | 'value' | 'headers'>): ClickMessage => {
  const source = key?.toString() ?? '';
  if (!isSource(source)) throw new NotAClickMessage('its key is not a source');
  const type = headers.get('type');
  if (value && type === 'block') return { type, block: blockFrom(source, value) };
  if (value && type === 'mark') return { type, mark: markFrom(source, value) };
  throw new NotAClickMessage(value ? `its type is ${JSON.stringify(type)}` : 'it has no value');
};

const blockFrom = (source: string, bytes: Buffer): SentBlock => {
  const records: { seq: number; payload: Buffer }[] = [];
  let [end, seed] = [0, 0];
  for (let frame = readFrame(bytes, 0, 0); frame; frame = readFrame(bytes, end, seed)) {
    ({ end, crc: seed } = frame);
    if (frame.kind === FrameKind.Record) records.push({ seq: frame.seq, payload: frame.payload });
    else if (frame.kind === FrameKind.Seal && end === bytes.length)
      return { name: nameIn(frame.payload, source, records), source, records };
    else break;
  }
  throw new NotAClickMessage(`the block is damaged after byte ${end}`);
};

/** The block's content determines its name; another name would be another deduplication token. */
const nameIn = (seal: Buffer, source: string, records: SentBlock['records']): string => {
  const { name } = parsed(seal);
  const [first, last] = [records[0], records.at(-1)];
  if (!first || !last) throw new NotAClickMessage('the block is empty');
  const expected = sealOf(source, first.seq, last.seq, records.length).name;
  if (name !== expected) throw new NotAClickMessage(`the block is named ${JSON.stringify(name)} and not ${expected}`);
  return expected;
};

const LATEST = Date.UTC(2200, 0, 1);

const markFrom = (source: string, bytes: Buffer): SourceMark => {
  const { until, ended } = parsed(bytes);
  if (
    typeof until !== 'number' ||
    !Number.isSafeInteger(until) ||
    until < 0 ||
    until > LATEST ||
    typeof ended !== 'boolean'
  ) {
    throw new NotAClickMessage('the mark has no time, or does not say whether it is the last');
  }
  return { source, until, ended };
};

const parsed = (json: Buffer): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(json.toString());
    if (typeof value === 'object' && value !== null) return value as Readonly<Record<string, unknown>>;
  } catch {
    // The error below reports it.
  }
  throw new NotAClickMessage('it is not a JSON object');
};
