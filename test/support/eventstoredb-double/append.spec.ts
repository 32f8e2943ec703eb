import { EventStoreDBClient, NO_STREAM, jsonEvent } from '@eventstore/db-client';
import { Empty, StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb';
import { AppendReq } from '@eventstore/db-client/generated/streams_pb';
import { credentials } from '@grpc/grpc-js';
import { randomUUID } from 'node:crypto';
import { type EventStoreDbDouble, startEventStoreDbDouble } from '.';

describe("an append that is cut before its end, by the double of EventStoreDB's protocol", () => {
  let double: EventStoreDbDouble;
  beforeEach(async () => void (double = await startEventStoreDbDouble()));
  afterEach(() => double.close());

  /** Sends the first of several events, and cuts the call before it ends. */
  const cut = (streams: StreamsClient, deadline: number, cutNow: boolean) =>
    new Promise<void>((resolve) => {
      const call = streams.append({ deadline: Date.now() + deadline }, () => resolve());
      const stream = new StreamIdentifier().setStreamName(Buffer.from('cut-1'));
      call.write(
        new AppendReq().setOptions(new AppendReq.Options().setStreamIdentifier(stream).setNoStream(new Empty())),
      );
      const message = new AppendReq.ProposedMessage()
        .setId(new UUID().setString(randomUUID()))
        .setData(Buffer.from('{}'));
      message.getMetadataMap().set('type', 'Cut').set('content-type', 'application/json');
      call.write(new AppendReq().setProposedMessage(message), () => {
        if (cutNow) setImmediate(() => call.cancel());
      });
    });

  it.each([
    ['cancelled', 60_000, true],
    ['at its deadline', 30, false],
  ])('is not written: %s', async (_, deadline, cutNow) => {
    const address = `localhost:${double.network.port}`;
    const streams = new StreamsClient(address, credentials.createInsecure());
    const client = EventStoreDBClient.connectionString(double.url);
    for (let n = 0; n < 20; n += 1) {
      await cut(streams, deadline, cutNow);
      // It has reached the log when this later append has.
      await client.appendToStream(`whole-${n}`, jsonEvent({ type: 'Whole', data: {} }), {
        expectedRevision: NO_STREAM,
      });
    }
    expect(double.log.records.map(({ type }) => type)).toEqual(Array(20).fill('Whole'));
    streams.close();
    await client.dispose();
  });
});
