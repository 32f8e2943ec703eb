import { convertToCommandError } from '@eventstore/db-client';
import { Empty, StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb';
import { AppendReq, type AppendResp } from '@eventstore/db-client/generated/streams_pb';
import { NO_STREAM, WrongRevision } from '@kernel';
import type { Connection } from './connection';
import type { OutgoingEvent } from './translate';

export interface AppendResult {
  readonly revision: bigint;
  /** Absent when the server does not say. */
  readonly position: bigint | undefined;
}

/** `any` is for the adapter's own streams (heartbeats and their settings), for which no writers compete. */
export type ExpectedRevision = bigint | 'any';

/**
 * The protocol's unary append, through the client's own connection and definitions. It avoids the client's
 * `appendToStream` for two reasons. Without credentials, that method batches the appends of the whole process into one
 * call without a deadline, so that they fail together. And if its connection has just been given up, it neither
 * resolves nor rejects, but ends the process with an unhandled rejection.
 *
 * @param deadline milliseconds.
 * @throws {WrongRevision} when the stream is not at the expected revision.
 */
export const append = (
  { client, credentials }: Connection,
  stream: string,
  events: readonly OutgoingEvent[],
  expected: ExpectedRevision,
  deadline: number,
): Promise<AppendResult> =>
  client['execute'](
    StreamsClient,
    'append',
    (streams) =>
      new Promise<AppendResult>((resolve, reject) => {
        // The client loads this module at the first use. That must not be when an answer comes while the process ends.
        const failureOf = convertToCommandError;
        const call = streams.append(
          ...client['callArguments']({ credentials, deadline, requiresLeader: true }),
          (error, response) => {
            if (error) return reject(failureOf(error));
            const wrong = response.getWrongExpectedVersion();
            if (wrong)
              return reject(new WrongRevision(stream, expected === 'any' ? NO_STREAM : expected, actualOf(wrong)));
            resolve(answerOf(response));
          },
        );
        call.on('error', reject);
        call.write(new AppendReq().setOptions(optionsFor(stream, expected)));
        for (const event of events) call.write(new AppendReq().setProposedMessage(messageOf(event)));
        call.end();
      }),
  );

const optionsFor = (stream: string, expected: ExpectedRevision): AppendReq.Options => {
  const options = new AppendReq.Options().setStreamIdentifier(
    new StreamIdentifier().setStreamName(Buffer.from(stream, 'utf8')),
  );
  if (expected === 'any') return options.setAny(new Empty());
  return expected < 0n ? options.setNoStream(new Empty()) : options.setRevision(`${expected}`);
};

const messageOf = ({ id, type, data, metadata }: OutgoingEvent): AppendReq.ProposedMessage => {
  const message = new AppendReq.ProposedMessage().setId(new UUID().setString(id)).setData(data);
  if (metadata) message.setCustomMetadata(metadata);
  message.getMetadataMap().set('type', type).set('content-type', 'application/json');
  return message;
};

const actualOf = (wrong: AppendResp.WrongExpectedVersion): bigint =>
  wrong.hasCurrentRevision() ? BigInt(wrong.getCurrentRevision()) : NO_STREAM;

const answerOf = (response: AppendResp): AppendResult => {
  const success = response.getSuccess();
  const position = success?.getPosition();
  return {
    revision: BigInt(success?.getCurrentRevision() ?? NO_STREAM),
    position: position && BigInt(position.getCommitPosition()),
  };
};
