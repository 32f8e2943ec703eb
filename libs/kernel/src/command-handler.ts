import { type Decider, fold } from './decider';
import { type EventStore, NO_STREAM, WrongRevision } from './event-store';
import type { Command, Event, Metadata, Recorded } from './messages';
import { Rejection, lostRace } from './rejection';

/** The envelope of a command: the part of an event's metadata that is known before the decision. */
export type CommandMetadata = Omit<Metadata, 'schema_version' | 'at'> & { readonly now: string };

export interface CommandRequest<C extends Command> {
  readonly stream: string;
  readonly command: C;
  readonly metadata: CommandMetadata;
  /** Versions of the command's subject that the caller accepts (If-Match); any other is rejected. */
  readonly expected?: readonly bigint[];
  /** The stream most likely does not exist: decide on the initial state first and read only if that race is lost. */
  readonly fresh?: boolean;
}

export interface Outcome<S> {
  readonly state: S;
  /** Version of what the command is about: the revision of the last event that concerns it. */
  readonly revision: bigint;
  /** Position of the last event loaded or appended; -1n when the stream is empty. */
  readonly position: bigint;
  /** The events of this command, from now or from its first handling. */
  readonly events: readonly Event[];
  /** The command had been handled before: this is its outcome, and nothing was appended. */
  readonly repeated: boolean;
}

export interface HandlerDependencies {
  readonly store: Pick<EventStore, 'read' | 'append'>;
  /** A UUID that is a function of its text alone: the same text, the same id. */
  readonly uuid: (text: string) => string;
  /** Attempts of a command that loses its races; then it is rejected. */
  readonly attempts?: number;
}

const SCHEMA_VERSION = 1;

/**
 * Load, fold, decide, append. A repeat of a command is recognised by its id among the stream's events. It gets the
 * outcome of the first one, so a client, a gateway or a broker may repeat it at will.
 */
export const commandHandler = <S, C extends Command, E extends Event>(
  decider: Decider<S, C, E>,
  { store, uuid, attempts = 5 }: HandlerDependencies,
) => {
  const attempt = async (handle: CommandRequest<C>, history: readonly Recorded<E>[]): Promise<Outcome<S>> => {
    const repeated = repeatedOutcome(decider, history, handle);
    if (repeated) return repeated;

    const last = history.at(-1);
    const own = aboutIt(decider, handle.command, history);
    const version = versionOf(decider, handle.command, own);
    const state = fold(decider, decider.initialState, own);
    // Decide first: a caller that may not see the stream must not learn its revision by a mismatch.
    const events = decider.decide(handle.command, state);
    if (handle.expected && !handle.expected.includes(version)) throw stale(version);
    if (events.length === 0)
      return { state, revision: version, position: last?.position ?? -1n, events, repeated: false };

    const revision = last?.revision ?? NO_STREAM;
    const proposed = propose(handle.metadata, revision, events, uuid);
    const appended = await store.append(handle.stream, proposed, revision);
    const concerning = events.findLastIndex((event) => isVersion(decider, handle.command, event));
    return {
      ...appended,
      state: fold(decider, state, proposed),
      revision: concerning < 0 ? version : revision + 1n + BigInt(concerning),
      events,
      repeated: false,
    };
  };

  return async (handle: CommandRequest<C>): Promise<Outcome<S>> => {
    for (let tries = 1; ; tries += 1) {
      const blind = handle.fresh === true && tries === 1;
      const history = blind ? [] : ((await store.read(handle.stream)) as readonly Recorded<E>[]);
      try {
        return await attempt(handle, history);
      } catch (error) {
        if (!(error instanceof WrongRevision)) throw error;
        if (tries >= attempts) throw lostRace();
      }
    }
  };
};

const propose = <E>(
  { now, ...metadata }: CommandMetadata,
  revision: bigint,
  events: readonly E[],
  uuid: HandlerDependencies['uuid'],
) =>
  events.map((event, index) => ({
    id: uuid(`${metadata.command_id}/${revision}/${index}`),
    event,
    metadata: { ...metadata, schema_version: SCHEMA_VERSION, at: now },
  }));

/**
 * Finds the outcome of a command in its stream by its id, without handling it; undefined if there is none. For a sender
 * that got no answer. A command that changed nothing leaves no trace, and can safely be sent again.
 */
export const earlierOutcome =
  <S, C extends Command, E extends Event>(decider: Decider<S, C, E>, store: Pick<EventStore, 'read'>) =>
  async (handle: CommandRequest<C>): Promise<Outcome<S> | undefined> =>
    repeatedOutcome(decider, (await store.read(handle.stream)) as readonly Recorded<E>[], handle);

/** The outcome of a command that is among the stream's events: the state right after it. */
const repeatedOutcome = <S, C extends Command, E extends Event>(
  decider: Decider<S, C, E>,
  history: readonly Recorded<E>[],
  { command, metadata: { command_id } }: CommandRequest<C>,
): Outcome<S> | undefined => {
  const earlier = history.findLastIndex((recorded) => recorded.metadata.command_id === command_id);
  const last = history.at(-1);
  if (!last || earlier < 0) return undefined;
  const upToIt = history.slice(0, earlier + 1);
  const own = aboutIt(decider, command, upToIt);
  return {
    state: fold(decider, decider.initialState, own),
    revision: versionOf(decider, command, own),
    position: last.position,
    events: upToIt.filter((recorded) => recorded.metadata.command_id === command_id).map((recorded) => recorded.event),
    repeated: true,
  };
};

/** The events of a stream that are about what a command names. */
const aboutIt = <S, C extends Command, E extends Event>(
  decider: Decider<S, C, E>,
  command: C,
  history: readonly Recorded<E>[],
): readonly Recorded<E>[] => (decider.about ? history.filter(({ event }) => decider.about?.(command, event)) : history);

const isVersion = <S, C extends Command, E extends Event>(decider: Decider<S, C, E>, command: C, event: E): boolean =>
  (decider.about?.(command, event) ?? true) && (decider.concerns?.(command, event) ?? true);

const versionOf = <S, C extends Command, E extends Event>(
  decider: Decider<S, C, E>,
  command: C,
  own: readonly Recorded<E>[],
): bigint => own.findLast(({ event }) => isVersion(decider, command, event))?.revision ?? NO_STREAM;

const stale = (actual: bigint) => new Rejection('stale', 'revision_mismatch', `The resource is at version ${actual}.`);
