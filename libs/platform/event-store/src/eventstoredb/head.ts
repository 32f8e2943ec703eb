import { DeadlineExceededError, convertToCommandError } from '@eventstore/db-client';
import { Empty } from '@eventstore/db-client/generated/shared_pb';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb';
import { ReadReq, type ReadResp } from '@eventstore/db-client/generated/streams_pb';
import type { Connection } from './connection';

/** How many events the server looks at before it hands back a page. */
const SEARCH_WINDOW = 1_000;

const lastOf = (categories: readonly string[] | undefined): ReadReq => {
  const { Options } = ReadReq;
  const options = new Options()
    .setAll(new Options.AllOptions().setEnd(new Empty()))
    .setReadDirection(Options.ReadDirection.BACKWARDS)
    .setCount('1')
    .setUuidOption(new Options.UUIDOption().setString(new Empty()));
  if (!categories) return new ReadReq().setOptions(options.setNoFilter(new Empty()));
  const prefixes = new Options.FilterOptions.Expression().setPrefixList(categories.map((category) => `${category}-`));
  const filter = new Options.FilterOptions()
    .setStreamIdentifier(prefixes)
    .setMax(SEARCH_WINDOW)
    .setCheckpointintervalmultiplier(1);
  return new ReadReq().setOptions(options.setFilter(filter));
};

/**
 * How long the server may search for the last event of some categories, in milliseconds. It has no index for them, and
 * reads its whole log back to the last one: millions of events where there is none.
 */
const SEARCH_MS = 300;

/**
 * Position of the last event of the categories, or of all without them; -1n for none. Where the server does not find it
 * soon, the position of the last event of all.
 */
export const head = async (
  connection: Connection,
  categories: readonly string[] | undefined,
  deadline: number,
): Promise<bigint> => {
  if (!categories) return last(connection, undefined, deadline);
  try {
    return await last(connection, categories, Math.min(SEARCH_MS, deadline));
  } catch (error) {
    if (!(error instanceof DeadlineExceededError)) throw error;
    return last(connection, undefined, deadline);
  }
};

/**
 * The server can read backwards with a filter, but the client has no method for that. So this makes the call through the
 * client's own connection and definitions.
 */
const last = async (
  { client, credentials }: Connection,
  categories: readonly string[] | undefined,
  deadline: number,
): Promise<bigint> =>
  client['execute'](
    StreamsClient,
    'head',
    (streams) =>
      new Promise<bigint>((resolve, reject) => {
        const call = streams.read(
          lastOf(categories),
          ...client['callArguments']({ credentials, deadline, requiresLeader: true }),
        );
        call
          .on('data', (response: ReadResp) => {
            const found = response.getEvent()?.getCommitPosition();
            if (found === undefined) return;
            resolve(BigInt(found));
            // It would search on, for a second one.
            call.cancel();
          })
          .on('error', (error) => reject(convertToCommandError(error)))
          .on('end', () => resolve(-1n));
      }),
  );
