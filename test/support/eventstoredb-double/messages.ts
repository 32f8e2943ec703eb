import { StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb';
import { type ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb';
import type { LogRecord } from './log';

export const streamNameOf = (identifier: StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');

const TICKS_PER_MILLISECOND = 10_000n;

export const eventOf = (record: LogRecord): ReadResp => {
  const message = new ReadResp.ReadEvent.RecordedEvent()
    .setId(new UUID().setString(record.id))
    .setStreamIdentifier(new StreamIdentifier().setStreamName(Buffer.from(record.stream, 'utf8')))
    .setStreamRevision(`${record.revision}`)
    .setCommitPosition(`${record.position}`)
    .setPreparePosition(`${record.position}`)
    .setData(record.data)
    .setCustomMetadata(record.metadata);
  message
    .getMetadataMap()
    .set('type', record.type)
    .set('content-type', record.contentType)
    .set('created', `${BigInt(record.created.getTime()) * TICKS_PER_MILLISECOND}`);
  return new ReadResp().setEvent(new ReadResp.ReadEvent().setEvent(message).setCommitPosition(`${record.position}`));
};

export const checkpointAt = (position: bigint, prepare = position): ReadResp =>
  new ReadResp().setCheckpoint(
    new ReadResp.Checkpoint().setCommitPosition(`${position}`).setPreparePosition(`${prepare}`),
  );

/** The filter of a request as a predicate. */
export const filterOf = (options: ReadReq.Options): ((record: LogRecord) => boolean) => {
  const filter = options.getFilter();
  const byStream = filter?.getStreamIdentifier();
  const expression = byStream ?? filter?.getEventType();
  if (!expression) return () => true;
  const prefixes = expression.getPrefixList();
  const pattern = new RegExp(expression.getRegex());
  return (record) => {
    const text = byStream ? record.stream : record.type;
    return prefixes.length > 0 ? prefixes.some((prefix) => text.startsWith(prefix)) : pattern.test(text);
  };
};
