import {
  type CommandMetadata,
  type Outcome,
  Rejection,
  REJECTION_KINDS,
  StoreUnavailable,
  UnfoldableEvent,
  WrongRevision,
} from '@kernel';
import { someMetadata } from '@kernel/testing';
import fc from 'fast-check';
import { DispatchCommand } from '../dispatch-command';
import { addressOf, deadlineOf, decodeCommand, encodeCommand, encodeHeaders } from './command-message';
import { Unreadable } from './json';
import { decodeReply, encodeFailure, encodeOutcome } from './reply-message';

/** As in JSON: without -0, and without the refused keys. */
const json = fc
  .json()
  .filter((text) => !/__proto__|constructor/.test(text))
  .map((text) => JSON.parse(text, (_key, value: unknown) => (Object.is(value, -0) ? 0 : value)) as unknown);
const int64 = fc.bigInt({ min: -1n, max: 2n ** 63n - 1n });
const { schema_version: _, at: now, ...known } = someMetadata();
const metadata: CommandMetadata = { ...known, now };
const some = new DispatchCommand('link-1', { type: 'CreateLink', data: { alias: 'a' } }, metadata);
const bytes = (value: unknown): Buffer => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));

describe('a command in a message', () => {
  it('arrives as it was sent', () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 });
    const sent = fc.record({
      id: text,
      type: text,
      data: json,
      expected: fc.option(fc.array(int64), { nil: undefined }),
      fresh: fc.option(fc.boolean(), { nil: undefined }),
      by: text,
    });
    fc.assert(
      fc.property(sent, ({ id, type, data, expected, fresh, by }) => {
        const command = new DispatchCommand(
          `link-${id}`,
          { type, data },
          { ...metadata, actor: { type: 'user', id: by } },
          expected,
          fresh,
        );
        expect(decodeCommand(bytes(encodeCommand(command)))).toEqual(command);
      }),
    );
  });

  it('keeps its address and deadline', () => {
    const address = { correlationId: 'c-1', replyTopic: 'waymark.replies.gateway-1' };
    const headers = new Map(Object.entries(encodeHeaders(address, 1_700_000_000_123.4)));
    expect([addressOf(headers), deadlineOf(headers)]).toEqual([address, 1_700_000_000_123]);
  });

  it.each<[string, unknown]>([
    ['no bytes', null],
    ['no JSON', bytes('{"version":1,')],
    ['JSON of another kind', bytes([1, 2])],
    ['JSON nested beyond reason', bytes('['.repeat(100_000) + ']'.repeat(100_000))],
    ['another version', bytes({ ...(JSON.parse(encodeCommand(some)) as object), version: 2 })],
    ['a stream without a category', bytes(encodeCommand({ ...some, stream: 'link' }))],
    ['a stream that is not text', bytes({ ...(JSON.parse(encodeCommand(some)) as object), stream: { length: 5 } })],
    ['revisions that are not integers', bytes({ ...(JSON.parse(encodeCommand(some)) as object), expected: ['1.5'] })],
    ['a foreign key', bytes({ ...(JSON.parse(encodeCommand(some)) as object), admin: true })],
    ['a prototype key', bytes(encodeCommand(some).replace('"alias"', '"__proto__"'))],
    ['a prototype key in disguise', bytes(encodeCommand(some).replace('"alias"', '"\\u005f_proto__"'))],
    [
      'a constructor key',
      bytes(encodeCommand(some).replace('"alias":"a"', '"constructor":{"prototype":{"admin":true}}')),
    ],
  ])('is refused as unreadable if it is %s', (_what, value) => {
    expect(() => decodeCommand(value)).toThrow(Unreadable);
  });

  it('is either refused or understood, whatever its bytes', () => {
    const anything = fc.oneof(
      fc.uint8Array().map((array) => Buffer.from(array)),
      fc.json().map(bytes),
      fc.anything(),
    );
    fc.assert(
      fc.property(anything, (value) => {
        for (const decode of [decodeCommand, decodeReply]) {
          try {
            decode(value);
          } catch (error) {
            expect(error).toBeInstanceOf(Unreadable);
          }
        }
      }),
    );
  });

  it.each<[string, Record<string, string>]>([
    ['is missing', {}],
    ['is of no correlation', { 'waymark-correlation-id': '', 'waymark-reply-topic': 'waymark.replies.x' }],
    ['is longer than any', { 'waymark-correlation-id': 'c'.repeat(101), 'waymark-reply-topic': 'waymark.replies.x' }],
    ['is a topic of other use', { 'waymark-correlation-id': 'c', 'waymark-reply-topic': 'waymark.commands.links' }],
    [
      'is a topic Kafka would not take',
      { 'waymark-correlation-id': 'c', 'waymark-reply-topic': 'waymark.replies./../' },
    ],
  ])('gets no answer when its reply address %s', (_what, headers) => {
    expect(addressOf(new Map(Object.entries(headers)))).toBeUndefined();
  });

  it.each(['', 'soon', '-1', '1e9', '1.5'])('is unreadable with a deadline of %p', (deadline) => {
    expect(() => deadlineOf(new Map())).toThrow(Unreadable);
    expect(() => deadlineOf(new Map([['waymark-deadline', deadline]]))).toThrow(Unreadable);
  });
});

describe('an answer in a message', () => {
  it('carries an outcome unchanged, bigints included', () => {
    const outcome: fc.Arbitrary<Outcome<unknown>> = fc.record({
      state: json,
      revision: int64,
      position: int64,
      repeated: fc.boolean(),
      events: fc.array(fc.record({ type: fc.string(), data: json })),
    });
    fc.assert(
      fc.property(outcome, (sent) => {
        expect(decodeReply(bytes(encodeOutcome(sent)))).toEqual(sent);
      }),
    );
  });

  it('carries a rejection with its code, extra and problems', () => {
    const rejection = fc.record({
      kind: fc.constantFrom(...REJECTION_KINDS),
      code: fc.string(),
      detail: fc.string({ unit: 'binary' }),
      extra: fc.dictionary(
        fc.string().filter((key) => key !== '__proto__' && key !== 'constructor'),
        json,
      ),
      problems: fc.array(fc.record({ location: fc.string(), message: fc.string() })),
    });
    fc.assert(
      fc.property(rejection, ({ kind, code, detail, extra, problems }) => {
        const arrived = decodeReply(bytes(encodeFailure(new Rejection(kind, code, detail, extra, problems))));
        expect(arrived).toBeInstanceOf(Rejection);
        expect({ ...arrived, message: (arrived as Error).message }).toEqual({
          name: 'Rejection',
          kind,
          code,
          extra: { ...extra },
          problems,
          message: detail,
        });
      }),
    );
  });

  it('carries a retryable error as retryable', () => {
    expect(decodeReply(bytes(encodeFailure(new StoreUnavailable('away'))))).toEqual(new StoreUnavailable('away'));
    expect(decodeReply(bytes(encodeFailure(new WrongRevision('link-1', 3n, 2n ** 60n))))).toEqual(
      new WrongRevision('link-1', 3n, 2n ** 60n),
    );
  });

  it('carries which event of a stream cannot be folded', () => {
    const place = { stream: 'link-1', id: 'a', type: 'LinkUpdated', revision: '3' };
    const arrived = decodeReply(bytes(encodeFailure(new UnfoldableEvent(place, 'TypeError: x'))));
    expect(arrived).toBeInstanceOf(UnfoldableEvent);
    expect(arrived).toEqual(new UnfoldableEvent(place, 'TypeError: x'));
  });

  it('carries only the message of a fault', () => {
    const fault = new TypeError('x is not a function', { cause: 'secret' });
    expect(encodeFailure(fault)).toBe('{"version":1,"kind":"failed","detail":"x is not a function"}');
    expect(decodeReply(bytes(encodeFailure(fault)))).toEqual(
      new Error('the write service failed: x is not a function'),
    );
  });
});
