import { type handleServerStreamingCall, Metadata, type ServerWritableStream, status } from '@grpc/grpc-js';
import { StreamIdentifier } from '@eventstore/db-client/generated/shared_pb';
import { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb';
import type { Log, LogRecord } from './log';
import { eventOf, filterOf, streamNameOf } from './messages';
import { subscribeToAll } from './subscription';

type Call = ServerWritableStream<ReadReq, ReadResp>;

interface Reads {
  readonly log: Log;
  /** Whether the account may read $all. */
  readonly mayReadAll: boolean;
  /** Called when a subscription is ended because its consumer is too slow. */
  readonly onTooSlow: () => void;
}

export const readHandler =
  ({ log, mayReadAll, onTooSlow }: Reads): handleServerStreamingCall<ReadReq, ReadResp> =>
  (call) => {
    const options = call.request.getOptions() ?? new ReadReq.Options();
    if (options.hasAll() && !mayReadAll) return void call.emit('error', accessDenied());
    if (options.hasSubscription() && options.hasAll()) return subscribeToAll({ log, call, options, onTooSlow });
    if (options.hasSubscription())
      return void call.destroy(Object.assign(new Error('Only $all'), { code: status.UNIMPLEMENTED }));
    return options.hasAll() ? readAll(log, call, options) : readStream(log, call, options);
  };

const accessDenied = (): Error => {
  const metadata = new Metadata();
  metadata.set('exception', 'access-denied');
  return Object.assign(new Error('Access denied'), { code: status.PERMISSION_DENIED, metadata });
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
  const isBackwards = options.getReadDirection() === ReadReq.Options.ReadDirection.BACKWARDS;
  if (log.searchMs > 0 && isBackwards && options.hasFilter()) return search(log, call, options);
  answer(
    call,
    options,
    log.records.filter(filterOf(options)),
    (record) => record.position,
    position && BigInt(position.getCommitPosition()),
  );
};

/** As the server searches: record by record from the end, and after what was found on to the beginning. */
const search = (log: Log, call: Call, options: ReadReq.Options): void => {
  const matches = filterOf(options);
  const passed = log.records.length - 1 - log.records.findLastIndex(matches);
  const found = log.records.at(-1 - passed);
  const timers = [
    ...(found ? [setTimeout(() => call.write(eventOf(found)), passed * log.searchMs)] : []),
    setTimeout(() => call.end(), log.records.length * log.searchMs),
  ];
  call.on('cancelled', () => timers.forEach(clearTimeout));
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
