import { type ServerWritableStream, status } from '@grpc/grpc-js';
import { type ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb';
import type { Log } from './log';
import { checkpointAt, eventOf, filterOf } from './messages';

interface Wanted {
  readonly log: Log;
  readonly call: ServerWritableStream<ReadReq, ReadResp>;
  readonly options: ReadReq.Options;
  readonly onTooSlow: () => void;
}

/** The window of considered events that the server uses when a request has none. */
const DEFAULT_WINDOW = 32;
/** Events of a page while a subscription catches up. */
const PAGE = 32;
/** Events that the server keeps for a live subscriber who does not take them. */
const KEPT = 32;
const TOO_SLOW = 'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.';

/**
 * A subscription to $all: confirmation, history after the position, `caught up` once, then what comes.
 *
 * Copied: a checkpoint after each `window × multiplier` events considered, whether they matched or not; the position is
 * exclusive; history comes in pages, each when the one before it has been taken; a live subscriber who is 32 events
 * behind is ended with ABORTED; before `caught up` a checkpoint where the next event will be, which newer servers send
 * when their last page was full; a position within a record is refused. Not copied: falling back from live to catching
 * up.
 */
export const subscribeToAll = (wanted: Wanted): void => {
  const { log, call, options } = wanted;
  const from = options.getAll()?.getPosition();
  if (from && log.isWithinRecord(BigInt(from.getCommitPosition()))) return void call.emit('error', invalidPosition());
  const subscription = new Subscription(wanted);
  const wake = (): void => subscription.deliver();
  const end = (): void => void log.appended.off('append', wake);
  log.appended.on('append', wake);
  call.on('close', end).on('cancelled', end).on('finish', end);
  subscription.start();
};

const invalidPosition = (): Error =>
  Object.assign(new Error('Trying to read from an invalid position.'), { code: status.INVALID_ARGUMENT });

class Subscription {
  private readonly matches: ReturnType<typeof filterOf>;
  /** Events considered for each checkpoint; undefined without a filter. */
  private readonly interval: number | undefined;
  private next: number;
  private considered = 0;
  private live = false;
  /** Written and not yet taken by the network. */
  private untaken = 0;

  constructor(private readonly wanted: Wanted) {
    const { log, options } = wanted;
    this.matches = filterOf(options);
    const filter = options.getFilter();
    this.interval =
      filter && (filter.hasMax() ? filter.getMax() : DEFAULT_WINDOW) * filter.getCheckpointintervalmultiplier();
    const from = options.getAll()?.getPosition();
    this.next = options.getAll()?.hasEnd()
      ? log.records.length
      : log.records.filter((record) => from && record.position <= BigInt(from.getCommitPosition())).length;
  }

  start(): void {
    const confirmation = new ReadResp.SubscriptionConfirmation().setSubscriptionId(`double-${this.next}`);
    this.wanted.call.write(new ReadResp().setConfirmation(confirmation));
    this.deliver();
  }

  deliver(): void {
    while (this.next < this.wanted.log.records.length && this.mayWrite()) this.consider();
    if (this.live || this.next < this.wanted.log.records.length) return;
    this.live = true;
    if (this.interval && this.considered > 0) this.write(checkpointAt(this.wanted.log.end, 0n));
    this.wanted.call.write(new ReadResp().setCaughtUp(new ReadResp.CaughtUp()));
  }

  /** In history the next page waits for the last one; live, the subscription ends instead. */
  private mayWrite(): boolean {
    const { call, onTooSlow } = this.wanted;
    if (call.cancelled || call.writableEnded || call.destroyed) return false;
    if (this.untaken < (this.live ? KEPT : PAGE)) return true;
    if (!this.live) return false;
    onTooSlow();
    call.emit('error', Object.assign(new Error(TOO_SLOW), { code: status.ABORTED }));
    return false;
  }

  private consider(): void {
    const record = this.wanted.log.records[this.next]!;
    this.next += 1;
    this.considered += 1;
    if (this.matches(record)) this.write(eventOf(record));
    if (this.interval && this.considered % this.interval === 0) this.write(checkpointAt(record.position));
  }

  private write(message: ReadResp): void {
    this.untaken += 1;
    this.wanted.call.write(message, () => {
      this.untaken -= 1;
      if (!this.live && this.untaken === 0) this.deliver();
    });
  }
}
