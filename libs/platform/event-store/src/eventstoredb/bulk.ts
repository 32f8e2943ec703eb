import { convertToCommandError } from '@eventstore/db-client';
import { Empty, StreamIdentifier, UUID, WrongExpectedVersion } from '@eventstore/db-client/generated/shared_pb';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb';
import { BatchAppendReq, type BatchAppendResp } from '@eventstore/db-client/generated/streams_pb';
import { NO_STREAM, type Proposed, StoreUnavailable, WrongRevision } from '@kernel';
import { Connection } from './connection';
import { NoAnswer } from './no-answer';
import { credentialsFor, type EventStoreDbOptions } from './options';
import { failureOf, outgoingOf } from './translate';

/** Appends to many streams at once. For a copy of a whole store: nothing is subscribed to, nothing is read. */
export interface BulkAppender {
  /**
   * Appends all or nothing, as the event store does.
   * @throws WrongRevision when the stream is not at the expected revision
   * @throws StoreUnavailable when the server did not answer: the append may have been stored, and may be sent again
   */
  append(stream: string, events: readonly Proposed[], expected: bigint): Promise<void>;
  close(): Promise<void>;
}

interface Pending {
  readonly stream: string;
  readonly expected: bigint;
  /** On the clock of `performance.now`. */
  readonly sentAt: number;
  resolve(): void;
  reject(error: unknown): void;
}

type Call = ReturnType<StreamsClient['batchAppend']>;

/** The server itself gives up after some seconds. */
const ANSWER_MS = 30_000;
/** How often it is looked which appends wait for longer. */
const LOOK_MS = 1_000;

/**
 * By the protocol's batched append, which sends all appends over one call. An append by a call of its own costs some
 * 0.3 ms of CPU, most of it for the call. The client has a batched append as well, but mixes those of all its instances
 * up, so that one broken connection fails the appends of others.
 */
export const openBulkAppender = (options: EventStoreDbOptions): BulkAppender => {
  const connection = new Connection(options.url, credentialsFor(options), options.log);
  const bulk = new Bulk(connection);
  return {
    append: (stream, events, expected) => bulk.append(stream, events, expected),
    close: async () => {
      bulk.end();
      await connection.close();
    },
  };
};

class Bulk {
  /** By correlation id, in the order in which they were sent. */
  private readonly pending = new Map<string, Pending>();
  private readonly looking = setInterval(() => this.giveUpLate(), LOOK_MS).unref();
  private opening: Promise<Call> | undefined;
  private sent = 0;
  private ended = false;

  constructor(private readonly connection: Connection) {}

  async append(stream: string, events: readonly Proposed[], expected: bigint): Promise<void> {
    const call = await (this.opening ??= this.open());
    const id = String((this.sent += 1));
    call.write(requestOf(id, stream, events, expected));
    return new Promise((resolve, reject) => {
      this.pending.set(id, { stream, expected, sentAt: performance.now(), resolve, reject });
    });
  }

  end(): void {
    this.ended = true;
    clearInterval(this.looking);
    void this.opening?.then(
      (call) => call.end(),
      () => undefined,
    );
  }

  private async open(): Promise<Call> {
    const { client, credentials } = this.connection;
    try {
      return await client['execute'](StreamsClient, 'bulk', async (streams) => {
        const call = streams.batchAppend(
          ...client['callArguments']({ credentials, requiresLeader: true }, { deadline: Infinity }),
        );
        return call
          .on('data', (response: BatchAppendResp) => this.settle(response))
          .on('error', (error) => this.broke(client, convertToCommandError(error)))
          .on('end', () => this.broke(client, new StoreUnavailable('EventStoreDB ended the call.')));
      });
    } catch (error) {
      this.opening = undefined;
      throw failureOf(error);
    }
  }

  private giveUpLate(): void {
    for (const [id, { sentAt, reject }] of this.pending) {
      if (performance.now() - sentAt < ANSWER_MS) return;
      this.pending.delete(id);
      reject(new NoAnswer(ANSWER_MS));
    }
  }

  private settle(response: BatchAppendResp): void {
    const id = response.getCorrelationId()?.getStructured()?.getLeastSignificantBits() ?? '';
    const pending = this.pending.get(id);
    if (!pending) return;
    this.pending.delete(id);
    if (!response.hasError()) return pending.resolve();
    const { stream, expected } = pending;
    const details = response.getError()?.getDetails();
    const wrong = details?.unpack(WrongExpectedVersion.deserializeBinary, 'event_store.client.WrongExpectedVersion');
    pending.reject(
      wrong
        ? new WrongRevision(stream, expected, actualOf(wrong))
        : new StoreUnavailable(`EventStoreDB: ${details?.getTypeName()} ${response.getError()?.getMessage()}`),
    );
  }

  private broke(client: Connection['client'], cause: unknown): void {
    if (this.ended) return;
    this.opening = undefined;
    this.connection.replace(client, cause);
    const broken = [...this.pending.values()];
    this.pending.clear();
    for (const { reject } of broken) reject(failureOf(cause));
  }
}

const requestOf = (id: string, stream: string, events: readonly Proposed[], expected: bigint): BatchAppendReq => {
  const options = new BatchAppendReq.Options().setStreamIdentifier(
    new StreamIdentifier().setStreamName(Buffer.from(stream, 'utf8')),
  );
  if (expected === NO_STREAM) options.setNoStream(new Empty());
  else options.setStreamPosition(expected.toString());
  return new BatchAppendReq()
    .setCorrelationId(correlationOf(id))
    .setOptions(options)
    .setProposedMessagesList(events.map(messageOf))
    .setIsFinal(true);
};

const messageOf = (event: Proposed): BatchAppendReq.ProposedMessage => {
  const { id, type, data, metadata } = outgoingOf(event);
  const message = new BatchAppendReq.ProposedMessage().setId(new UUID().setString(id)).setData(data);
  if (metadata) message.setCustomMetadata(metadata);
  message.getMetadataMap().set('type', type).set('content-type', 'application/json');
  return message;
};

const actualOf = (wrong: WrongExpectedVersion): bigint =>
  wrong.hasCurrentStreamRevision() ? BigInt(wrong.getCurrentStreamRevision()) : NO_STREAM;

/** The server answers with the two halves of an id. Only the second one counts here. */
const correlationOf = (id: string): UUID =>
  new UUID().setStructured(new UUID.Structured().setMostSignificantBits('1').setLeastSignificantBits(id));
