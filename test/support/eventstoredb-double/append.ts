import { type handleBidiStreamingCall, type handleClientStreamingCall, Metadata } from '@grpc/grpc-js';
import { Code } from '@eventstore/db-client/generated/code_pb';
import {
  AllStreamPosition,
  Empty,
  MaximumAppendSizeExceeded,
  UUID,
  WrongExpectedVersion,
} from '@eventstore/db-client/generated/shared_pb';
import { Status } from '@eventstore/db-client/generated/status_pb';
import {
  type AppendReq,
  AppendResp,
  type BatchAppendReq,
  BatchAppendResp,
} from '@eventstore/db-client/generated/streams_pb';
import { Any } from 'google-protobuf/google/protobuf/any_pb';
import { Empty as GoogleEmpty } from 'google-protobuf/google/protobuf/empty_pb';
import type { AppendOutcome, Expected, ProposedRecord } from './log';
import { streamNameOf } from './messages';
import type { Writer } from './writer';

type Message = AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage;

const proposedOf = (message: Message): ProposedRecord => ({
  id: message.getId()?.getString() ?? '',
  type: message.getMetadataMap().get('type') ?? '',
  contentType: message.getMetadataMap().get('content-type') ?? '',
  data: message.getData_asU8(),
  metadata: message.getCustomMetadata_asU8(),
});

const expectedOf = (options: AppendReq.Options | BatchAppendReq.Options, revision: string): Expected => {
  if (options.hasAny()) return 'any';
  if (options.hasStreamExists()) return 'stream-exists';
  return options.hasNoStream() ? -1n : BigInt(revision);
};

/** The unary path: one call, one append. Nothing of a call that is cut before its end is written. */
export const appendHandler =
  (writer: Writer): handleClientStreamingCall<AppendReq, AppendResp> =>
  (call, answer) => {
    let options: AppendReq.Options | undefined;
    const proposed: ProposedRecord[] = [];
    call.on('data', (request: AppendReq) => {
      options ??= request.getOptions();
      const message = request.getProposedMessage();
      if (message) proposed.push(proposedOf(message));
    });
    call.on('end', () => {
      // A call that is cut ends, too, and is cancelled some turns later. Whatever is sent lets it look for that.
      call.sendMetadata(new Metadata());
      afterTurns(20, () => {
        if (!options || call.cancelled) return;
        const expected = expectedOf(options, options.getRevision());
        writer.append({ stream: streamNameOf(options.getStreamIdentifier()), proposed, expected }, (outcome) =>
          answer(null, outcome.ok ? succeeded(outcome) : refused(outcome)),
        );
      });
    });
  };

const afterTurns = (turns: number, act: () => void): void =>
  void setImmediate(() => (turns > 1 ? afterTurns(turns - 1, act) : act()));

const succeeded = ({ revision, position }: AppendOutcome & { ok: true }): AppendResp => {
  const at = new AppendResp.Position().setCommitPosition(`${position}`).setPreparePosition(`${position}`);
  return new AppendResp().setSuccess(new AppendResp.Success().setCurrentRevision(`${revision}`).setPosition(at));
};

const refused = ({ current, expected }: AppendOutcome & { ok: false }): AppendResp => {
  const wrong = new AppendResp.WrongExpectedVersion();
  if (current < 0n) wrong.setCurrentNoStream(new Empty());
  else wrong.setCurrentRevision(`${current}`);
  if (expected === 'any') wrong.setExpectedAny(new Empty());
  else if (expected === 'stream-exists') wrong.setExpectedStreamExists(new Empty());
  else if (expected < 0n) wrong.setExpectedNoStream(new Empty());
  else wrong.setExpectedRevision(`${expected}`);
  return new AppendResp().setWrongExpectedVersion(wrong);
};

/** Bytes of data and metadata that one append may have, as a server has it unless it is told otherwise. */
const MOST_BYTES = 1024 * 1024;

/**
 * The batch path: one call for many appends, identified by correlation ids. The client uses it without credentials. An
 * append of more than a megabyte is refused.
 */
export const batchAppendHandler =
  (writer: Writer): handleBidiStreamingCall<BatchAppendReq, BatchAppendResp> =>
  (call) => {
    const pending = new Map<string, { options: BatchAppendReq.Options; proposed: ProposedRecord[] }>();
    call.on('data', (request: BatchAppendReq) => {
      const correlation = halvesOf(request.getCorrelationId());
      const id = correlation.toString();
      const options = request.getOptions();
      if (options) pending.set(id, { options, proposed: [] });
      const append = pending.get(id);
      if (!append) return;
      append.proposed.push(...request.getProposedMessagesList().map(proposedOf));
      if (!request.getIsFinal()) return;
      pending.delete(id);
      const expected = expectedOf(append.options, append.options.getStreamPosition());
      const stream = streamNameOf(append.options.getStreamIdentifier());
      const answer = (response: BatchAppendResp): unknown =>
        call.write(response.setCorrelationId(correlation).setStreamIdentifier(append.options.getStreamIdentifier()));
      if (bytesOf(append.proposed) > MOST_BYTES) return void answer(tooLarge());
      writer.append({ stream, proposed: append.proposed, expected }, (outcome) => answer(batchAnswer(outcome)));
    });
    call.on('end', () => call.end());
  };

const bytesOf = (proposed: readonly ProposedRecord[]): number =>
  proposed.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0);

const tooLarge = (): BatchAppendResp => {
  const details = new Any();
  const exceeded = new MaximumAppendSizeExceeded().setMaxappendsize(MOST_BYTES);
  details.pack(exceeded.serializeBinary(), 'event_store.client.MaximumAppendSizeExceeded');
  return new BatchAppendResp().setError(
    new Status().setCode(Code.INVALID_ARGUMENT).setMessage('Maximum Append Size Exceeded').setDetails(details),
  );
};

/** The server answers with the two halves of an id, in whichever form it was asked. */
const halvesOf = (id: UUID | undefined): UUID => {
  if (id?.hasStructured()) return id;
  const hex = id?.getString().replaceAll('-', '') ?? '';
  const half = (digits: string): string => BigInt.asIntN(64, BigInt(`0x${digits || '0'}`)).toString();
  return new UUID().setStructured(
    new UUID.Structured().setMostSignificantBits(half(hex.slice(0, 16))).setLeastSignificantBits(half(hex.slice(16))),
  );
};

const batchAnswer = (outcome: AppendOutcome): BatchAppendResp => {
  if (outcome.ok) {
    const at = new AllStreamPosition()
      .setCommitPosition(`${outcome.position}`)
      .setPreparePosition(`${outcome.position}`);
    return new BatchAppendResp().setSuccess(
      new BatchAppendResp.Success().setCurrentRevision(`${outcome.revision}`).setPosition(at),
    );
  }
  const wrong = new WrongExpectedVersion();
  if (outcome.current < 0n) wrong.setCurrentNoStream(new GoogleEmpty());
  else wrong.setCurrentStreamRevision(`${outcome.current}`);
  if (typeof outcome.expected === 'bigint' && outcome.expected >= 0n)
    wrong.setExpectedStreamPosition(`${outcome.expected}`);
  else wrong.setExpectedNoStream(new GoogleEmpty());
  const details = new Any();
  details.pack(wrong.serializeBinary(), 'event_store.client.WrongExpectedVersion');
  return new BatchAppendResp().setError(
    new Status().setCode(Code.FAILED_PRECONDITION).setMessage('WrongExpectedVersion').setDetails(details),
  );
};
