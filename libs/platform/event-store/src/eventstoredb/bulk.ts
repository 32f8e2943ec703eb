import { randomUUID } from 'node:crypto';
import { convertToCommandError } from '@eventstore/db-client';
import { Empty, StreamIdentifier, UUID, WrongExpectedVersion } from '@eventstore/db-client/generated/shared_pb';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb';
import { BatchAppendReq, type BatchAppendResp } from '@eventstore/db-client/generated/streams_pb';
import { NO_STREAM, type Proposed, StoreUnavailable, WrongRevision } from '@kernel';
import { within } from '@platform/async';
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
  resolve(): void;
  reject(error: unknown): void;
}

type Call = ReturnType<StreamsClient['batchAppend']>;

/** The server itself gives up after some seconds. */
const ANSWER_MS = 30_000;

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
  private readonly pending = new Map<string, Pending>();
  private opening: Promise<Call> | undefined;
  private ended = false;

  constructor(private readonly connection: Connection) {}

  async append(stream: string, events: readonly Proposed[], expected: bigint): Promise<void> {
    const id = randomUUID();
    const request = requestOf(id, stream, events, expected);
    const call = await (this.opening ??= this.open());
    const answered = new Promise<void>((resolve, reject) => {
      this.pending.set(id, { stream, expected, resolve, reject });
    });
    call.write(request);
    return within(ANSWER_MS, answered, () => new NoAnswer(ANSWER_MS)).finally(() => this.pending.delete(id));
  }

  end(): void {
    this.ended = true;
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

  private settle(response: BatchAppendResp): void {
    const pending = this.pending.get(textOf(response.getCorrelationId()));
    if (!pending) return;
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
    for (const { reject } of this.pending.values()) reject(failureOf(cause));
  }
}

const requestOf = (id: string, stream: string, events: readonly Proposed[], expected: bigint): BatchAppendReq => {
  const options = new BatchAppendReq.Options().setStreamIdentifier(
    new StreamIdentifier().setStreamName(Buffer.from(stream, 'utf8')),
  );
  if (expected === NO_STREAM) options.setNoStream(new Empty());
  else options.setStreamPosition(expected.toString());
  return new BatchAppendReq()
    .setCorrelationId(new UUID().setString(id))
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

/** A server answers with the two halves of an id, in whichever form it was asked. */
const textOf = (id: UUID | undefined): string => {
  const halves = id?.getStructured();
  if (!halves) return id?.getString() ?? '';
  const hex = [halves.getMostSignificantBits(), halves.getLeastSignificantBits()]
    .map((half) => BigInt.asUintN(64, BigInt(half)).toString(16).padStart(16, '0'))
    .join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};
