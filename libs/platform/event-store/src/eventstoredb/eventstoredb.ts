import { NotLeaderError } from '@eventstore/db-client';
import { type Appended, type EventStore, StoreUnavailable, type Subscribe, WrongRevision } from '@kernel';
import { within } from '@platform/async';
import { append, type AppendResult } from './append';
import { appendUntilAnswered } from './append-until-answered';
import { Connection } from './connection';
import { head } from './head';
import { Heart } from './heartbeat';
import { identify, identity } from './identity';
import { Live } from './live';
import { credentialsFor, defaultTiming, type EventStoreDbOptions, type Timing } from './options';
import { quietLog } from './quiet-log';
import { NoAnswer } from './no-answer';
import { read } from './read';
import { subscription } from './subscription';
import { type OutgoingEvent, failureOf, outgoingOf } from './translate';

/**
 * The event store on an EventStoreDB server. Connects when it is first used, and again by itself after a failure.
 * @throws {Error} when the connection string cannot work.
 */
export const createEventStoreDb = (options: EventStoreDbOptions): EventStore => {
  const { url } = options;
  const log = quietLog(options.log);
  const timing = { ...defaultTiming, ...options.timing };
  const connection = new Connection(url, credentialsFor(options), log);
  const heart = new Heart(connection, timing);
  const live = new Live({ connection, heart, timing, log });
  const readStream = (stream: string) => read(connection, timing.read, stream);
  return {
    read: (stream, wanted = {}) => attempt(connection, () => read(connection, timing.read, stream, wanted)),
    append: async (stream, events, expected) => {
      const outgoing = events.map(outgoingOf);
      return attempt(connection, () => store(connection, timing, stream, outgoing, expected));
    },
    subscribe: (wanted: Subscribe) => subscription({ connection, heart, live, timing, log }, wanted),
    head: (categories) => attempt(connection, () => answered(timing.read, head(connection, categories, timing.read))),
    identity: () => attempt(connection, () => identity(readStream)),
    identify: (id) =>
      attempt(connection, () =>
        answered(timing.append + timing.read, identify(connection, readStream, id, timing.append)),
      ),
    losses: () => connection.losses,
    close: () => connection.close(),
  };
};

/**
 * Runs an operation, reports its outcome to the connection, and converts failures to the port's errors. A node that is
 * no longer the leader has changed nothing and names the leader: the operation is tried again there, once.
 */
const attempt = async <T>(connection: Connection, operation: () => Promise<T>, elsewhere = true): Promise<T> => {
  const { client } = connection;
  const began = performance.now();
  try {
    const result = await operation();
    connection.worked(client);
    return result;
  } catch (error) {
    if (elsewhere && error instanceof NotLeaderError) return attempt(connection, operation, false);
    const failure = failureOf(error);
    if (failure instanceof StoreUnavailable) connection.failed(client, error, began);
    else if (failure instanceof WrongRevision) connection.worked(client);
    throw failure;
  }
};

const store = async (
  connection: Connection,
  timing: Timing,
  stream: string,
  events: readonly OutgoingEvent[],
  expected: bigint,
): Promise<Appended> => {
  const { revision, position } = await appendUntilAnswered({
    send: (deadline) => append(connection, stream, events, expected, deadline),
    look: (deadline) => stored(connection, deadline, stream, events, expected),
    patience: timing.answer,
    deadline: timing.append,
  });
  if (position !== undefined) return { revision, position };
  const [last] = await read(connection, timing.read, stream, { from: revision, count: 1 });
  if (!last)
    throw new StoreUnavailable(
      `EventStoreDB does not show revision ${revision} of ${stream}, which it has just stored.`,
    );
  return { revision, position: last.position };
};

/** The append as its stream holds it; undefined when it does not hold the whole of it where it was expected. */
const stored = async (
  connection: Connection,
  deadline: number,
  stream: string,
  events: readonly OutgoingEvent[],
  expected: bigint,
): Promise<AppendResult | undefined> => {
  const { client } = connection;
  const found = await read(connection, deadline, stream, { from: expected + 1n, count: events.length });
  connection.worked(client);
  return found.length === events.length && found.every(({ id }, index) => id === events[index]?.id)
    ? found.at(-1)
    : undefined;
};

/** The client's deadline does not cover the search for a node of a cluster; this one does. */
const answered = <T>(ms: number, answer: Promise<T>): Promise<T> => within(ms, answer, () => new NoAnswer(ms));
