import { convertToCommandError } from '@eventstore/db-client';
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
 * Position of the last event of the categories, or of all without them; -1n for none. The server can read backwards
 * with a filter, but the client has no method for that. So this makes the call through the client's own connection and
 * definitions.
 */
export const head = async (
  { client, credentials }: Connection,
  categories: readonly string[] | undefined,
  deadline: number,
): Promise<bigint> =>
  client['execute'](
    StreamsClient,
    'head',
    (streams) =>
      new Promise<bigint>((resolve, reject) => {
        let position = -1n;
        streams
          .read(lastOf(categories), ...client['callArguments']({ credentials, deadline, requiresLeader: true }))
          .on('data', (response: ReadResp) => {
            const found = response.getEvent()?.getCommitPosition();
            if (found !== undefined) position = BigInt(found);
          })
          .on('error', (error) => reject(convertToCommandError(error)))
          .on('end', () => resolve(position));
      }),
  );
