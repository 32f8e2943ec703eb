import { type handleServerStreamingCall, type ServerWritableStream, status } from '@grpc/grpc-js';
import { StreamIdentifier } from '@eventstore/db-client/generated/shared_pb';
import { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb';
import type { Log, LogRecord } from './log';
import { checkpointAt, eventOf, filterOf, streamNameOf } from './messages';

type Call = ServerWritableStream<ReadReq, ReadResp>;

/** The window of considered events that the server uses when a request has none. */
const DEFAULT_WINDOW = 32;

export const readHandler =
  (log: Log): handleServerStreamingCall<ReadReq, ReadResp> =>
  (call) => {
    const options = call.request.getOptions() ?? new ReadReq.Options();
    if (options.hasSubscription() && options.hasAll()) return subscribeToAll(log, call, options);
    if (options.hasSubscription())
      return void call.destroy(Object.assign(new Error('Only $all'), { code: status.UNIMPLEMENTED }));
    return options.hasAll() ? readAll(log, call, options) : readStream(log, call, options);
  };

const readStream = (log: Log, call: Call, options: ReadReq.Options): void => {
  const where = options.getStream();
  const name = streamNameOf(where?.getStreamIdentifier());
  const history = log.visible(name);
  if (!history) {
    const identifier = new StreamIdentifier().setStreamName(Buffer.from(name, 'utf8'));
    call.write(new ReadResp().setStreamNotFound(new ReadResp.StreamNotFound().setStreamIdentifier(identifier)));
    return void call.end();
  }
  const from = where?.hasRevision() ? BigInt(where.getRevision()) : undefined;
  answer(call, options, history, (record) => record.revision, from);
};

const readAll = (log: Log, call: Call, options: ReadReq.Options): void => {
  const position = options.getAll()?.getPosition();
  answer(
    call,
    options,
    log.records.filter(filterOf(options)),
    (record) => record.position,
    position && BigInt(position.getCommitPosition()),
  );
};

/** A page in either direction: forwards from a position on, backwards from a position down ($all: from before it). */
const answer = (
  call: Call,
  options: ReadReq.Options,
  records: readonly LogRecord[],
  positionOf: (record: LogRecord) => bigint,
  from: bigint | undefined,
): void => {
  const backwards = options.getReadDirection() === ReadReq.Options.ReadDirection.BACKWARDS;
  const all = options.hasAll();
  const reachable = records.filter((record) => {
    if (from === undefined) return true;
    if (!backwards) return positionOf(record) >= from;
    return all ? positionOf(record) < from : positionOf(record) <= from;
  });
  const start = backwards ? (options.getStream() ?? options.getAll()) : undefined;
  const ordered = backwards ? (start?.hasStart() ? [] : reachable.reverse()) : reachable;
  for (const record of ordered.slice(0, Number(options.getCount()))) call.write(eventOf(record));
  call.end();
};

/**
 * A subscription to $all: confirmation, history after the position, `caught up` once, then what comes.
 *
 * Copied: a checkpoint after each `window × multiplier` events considered, whether they matched or not; the position is
 * exclusive. Not copied: falling behind, and dropping a consumer that is too slow.
 */
const subscribeToAll = (log: Log, call: Call, options: ReadReq.Options): void => {
  const matches = filterOf(options);
  const filter = options.getFilter();
  const interval =
    (filter?.hasMax() ? filter.getMax() : DEFAULT_WINDOW) * (filter?.getCheckpointintervalmultiplier() ?? 1);
  const from = options.getAll()?.getPosition();
  let next = options.getAll()?.hasEnd()
    ? log.records.length
    : log.records.filter((record) => from && record.position <= BigInt(from.getCommitPosition())).length;
  let considered = 0;
  const deliver = (): void => {
    for (; next < log.records.length; next += 1) {
      const record = log.records[next]!;
      if (matches(record)) call.write(eventOf(record));
      considered += 1;
      if (filter && considered % interval === 0) call.write(checkpointAt(record.position));
    }
  };
  call.write(
    new ReadResp().setConfirmation(new ReadResp.SubscriptionConfirmation().setSubscriptionId(`double-${next}`)),
  );
  deliver();
  call.write(new ReadResp().setCaughtUp(new ReadResp.CaughtUp()));
  log.appended.on('append', deliver);
  call.on('close', () => log.appended.off('append', deliver));
  call.on('cancelled', () => log.appended.off('append', deliver));
};
