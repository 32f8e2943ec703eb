import { AGGREGATES } from '@contexts/aggregates';
import { type Outcome, Rejection, StoreUnavailable, WrongRevision } from '@kernel';
import { Deciders } from '@platform/commands';
import { MemoryEventStore } from '@platform/event-store';
import { CommandHandling } from '../../libs/platform/commands/src/command-handling';
import { decodeReply } from '../../libs/platform/commands/src/wire/reply-message';
import { quiet } from '../support/read-store';
import { type RawMessage, bytesOf, contentOf, fixturesWith, headersOf } from './fixtures';

const FILE = 'command-messages.json';

/** What gateway and scheduler sent to the write services, and their answers; those of a stream in their order. */
interface OldCommands {
  readonly commands: readonly RawMessage[];
  readonly replies: readonly RawMessage[];
}

/** Facts that are no edits. Who commands them takes no version from the answer. */
const FACTS: ReadonlySet<string> = new Set([
  'LinkExpired',
  'LinkLimitReached',
  'DomainVerified',
  'DomainFailed',
  'KeyExpired',
  'KeyGraceExpired',
]);
/**
 * Positions belong to the store, which is another one here. After a fact alone the revision was that of the stream;
 * now it is the version of the resource, as when the command is repeated.
 */
const without = ({ position: _, revision, ...outcome }: Outcome<unknown>) =>
  outcome.events.length > 0 && outcome.events.every(({ type }) => FACTS.has(type)) ? outcome : { ...outcome, revision };
/** Earlier versions answered with all keys of a lineage, and today's with those that the command names. */
const ofNamed = (outcome: Outcome<unknown>, { data }: Sent['command']): Outcome<unknown> => {
  const named = [data['key_id'], data['new_key_id']];
  if (named[0] === undefined) return outcome;
  const keys = Object.entries(outcome.state as object).filter(([id]) => named.includes(id));
  return { ...outcome, state: Object.fromEntries(keys) };
};

interface Sent {
  readonly command: { readonly data: Readonly<Record<string, unknown>> };
}
const outcomeOf = (bytes: Buffer): Outcome<unknown> => {
  const reply = decodeReply(bytes);
  if (reply instanceof Error) throw reply;
  return reply;
};

/** Has the write services of today handle the messages in time. @returns their first answers by correlation id */
const answersTo = async (commands: readonly RawMessage[]): Promise<Map<string | undefined, Buffer>> => {
  let now = 0;
  const answers = new Map<string | undefined, Buffer>();
  const handling = new CommandHandling({
    deciders: new Deciders(new MemoryEventStore(), AGGREGATES),
    producer: {
      send: async (topic, { value, headers }) => {
        expect(topic).toMatch(/^waymark\.replies\.(gateway|scheduler)\./);
        const id = headers?.['waymark-correlation-id'];
        if (!answers.has(id)) answers.set(id, Buffer.from(value ?? ''));
      },
    },
    clock: () => now,
    log: quiet,
  });
  for (const message of commands) {
    const headers = headersOf(message);
    now = Number(headers['waymark-deadline']) - 1_000;
    await handling.handle({ value: bytesOf(message.value ?? ''), headers: new Map(Object.entries(headers)) });
  }
  await handling.settled();
  return answers;
};

describe.each(fixturesWith(FILE))('the commands and answers of %s on Kafka', (fixture) => {
  const { commands, replies } = contentOf<OldCommands>(fixture, FILE);
  // A command that was sent twice has two answers, of which the first one counts.
  const old = new Map(
    replies
      .map((reply) => [headersOf(reply)['waymark-correlation-id'], bytesOf(reply.value ?? '')] as const)
      .toReversed(),
  );

  it("get the same answers from today's write service, in the form that gateways of that version read", async () => {
    expect(commands.length).toBeGreaterThan(20);
    const answers = await answersTo(commands);
    const sent = new Map(
      commands.map((one) => [
        headersOf(one)['waymark-correlation-id'],
        JSON.parse(bytesOf(one.value ?? '').toString()) as Sent,
      ]),
    );
    expect([...answers.keys()].sort()).toEqual([...old.keys()].sort());
    for (const [id, value] of old) {
      const answer = answers.get(id) ?? Buffer.alloc(0);
      const { command } = sent.get(id) ?? { command: { data: {} } };
      expect(without(outcomeOf(answer))).toMatchObject(without(ofNamed(outcomeOf(value), command)));
      // Their schema is strict.
      expect(fieldsOf(answer)).toEqual(fieldsOf(value));
    }
  });

  it('are understood by a gateway of today', () => {
    for (const value of old.values()) {
      const { revision, position, ...rest } = JSON.parse(value.toString()) as Record<string, string>;
      expect({ version: 1, kind: 'outcome', ...outcomeOf(value) }).toEqual({
        ...rest,
        revision: BigInt(revision ?? ''),
        position: BigInt(position ?? ''),
      });
    }
  });
});

const fieldsOf = (value: Buffer): readonly string[] => Object.keys(JSON.parse(value.toString()) as object).sort();

describe('an answer of version 1 that is not an outcome', () => {
  const rejection = new Rejection('conflict', 'alias_taken', 'The alias is taken', { alias: 'a' }, [
    { location: 'body.alias', message: 'is taken' },
  ]);

  it.each<[string, string, Error]>([
    [
      'a rejection',
      '{"version":1,"kind":"rejection","rejection":{"kind":"conflict","code":"alias_taken","detail":"The alias is taken","extra":{"alias":"a"},"problems":[{"location":"body.alias","message":"is taken"}]}}',
      rejection,
    ],
    [
      'a lost race',
      '{"version":1,"kind":"wrong-revision","stream":"link-1","expected":"3","actual":"9007199254740993"}',
      new WrongRevision('link-1', 3n, 9007199254740993n),
    ],
    ['a store that is away', '{"version":1,"kind":"unavailable","detail":"away"}', new StoreUnavailable('away')],
    ['a fault', '{"version":1,"kind":"failed","detail":"x"}', new Error('the write service failed: x')],
  ])('is understood as %s', (_what, text, error) => {
    const understood = decodeReply(Buffer.from(text));
    expect(understood).toBeInstanceOf(error.constructor);
    expect({ ...(understood as Error), message: (understood as Error).message }).toEqual({
      ...error,
      message: error.message,
    });
  });
});
