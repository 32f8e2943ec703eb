import { randomUUID } from 'node:crypto';
import {
  type Appended,
  type EventStore,
  EventStoreMismatch,
  NO_STREAM,
  type Proposed,
  type Reconnection,
  StoreUnavailable,
  WrongRevision,
} from '@kernel';
import {
  type EventStoreHarness,
  metadata,
  newCategory,
  numbered,
  numbersOf,
  proposed,
  Subscriber,
  within,
} from './event-store.support';

export type { EventStoreHarness } from './event-store.support';

/**
 * The guarantees of the port `EventStore`. Every adapter runs this suite and no other adapter test may contradict it.
 */
export const describeEventStore = (
  name: string,
  makeHarness: () => EventStoreHarness | Promise<EventStoreHarness>,
): void => {
  describe(`${name} as an event store`, () => {
    let harness: EventStoreHarness;
    let store: EventStore;
    /** An adapter without connections (in memory) has no second one: the same store is used for it. */
    let other: EventStore;
    let category: string;
    let stream: string;

    beforeAll(async () => {
      harness = await makeHarness();
      store = harness.store;
      other = (await harness.secondStore?.()) ?? store;
    });
    afterAll(() => harness.close());
    beforeEach(() => {
      category = newCategory();
      stream = `${category}-one`;
    });

    const subscribers: Subscriber[] = [];
    const subscribe = (categories = [category], after = -1n, from = store): Subscriber => {
      const subscriber = new Subscriber(from, categories, after);
      subscribers.push(subscriber);
      return subscriber;
    };
    afterEach(async () => {
      await Promise.all(subscribers.splice(0).map((subscriber) => subscriber.stop()));
    });

    describe('identity', () => {
      it('is one id for all connections, which stays', async () => {
        const [first, second] = await Promise.all([store.identify(randomUUID()), other.identify(randomUUID())]);
        expect(first).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
        expect([second, await store.identity(), await other.identity()]).toEqual([first, first, first]);
      });

      it('comes with the end of the store, which no event is beyond', async () => {
        const { position } = await store.append(stream, numbered(2), NO_STREAM);
        expect(await store.head()).toBeGreaterThanOrEqual(position);
        expect(await store.head([category])).toBe(position);
      });
    });

    describe('append and read', () => {
      it('reads back what was appended, in order, from revision 0, with its envelope intact', async () => {
        const events = [
          proposed(
            { n: 0, nested: { list: [1, null, 'a', true, 0.5] } },
            { metadata: metadata({ command_id: 'first' }) },
          ),
          { ...proposed({ n: 1 }), event: { type: 'SomethingElse', data: { n: 1 } } },
        ];
        const first = await store.append(stream, events, NO_STREAM);
        const later = [proposed({ n: 2 })];
        const second = await store.append(stream, later, first.revision);

        const read = await store.read(stream);
        expect(
          read.map(({ id, event, metadata, stream, revision }) => ({ id, event, metadata, stream, revision })),
        ).toEqual([...events, ...later].map((event, index) => ({ ...event, stream, revision: BigInt(index) })));
        expect(read[1]?.position).toBe(first.position);
        expect(read[2]?.position).toBe(second.position);
        expect(read[0]!.position < read[1]!.position && read[1]!.position < read[2]!.position).toBe(true);
      });

      it('answers an append with the revision and position of its last event, as bigint', async () => {
        const appended = await store.append(stream, numbered(3), NO_STREAM);
        expect(appended).toEqual({ revision: 2n, position: expect.any(BigInt) });
        expect(
          (await store.read(stream)).map((recorded) => [typeof recorded.revision, typeof recorded.position]),
        ).toEqual(Array(3).fill(['bigint', 'bigint']));
      });

      it('finds an unknown stream empty', async () => {
        expect(await store.read(stream)).toEqual([]);
        expect(await store.read(stream, { from: 3n })).toEqual([]);
      });

      it('reads from any revision on, also from beyond the end', async () => {
        await store.append(stream, numbered(5), NO_STREAM);
        expect(numbersOf(await store.read(stream, { from: 0n }))).toEqual([0, 1, 2, 3, 4]);
        expect(numbersOf(await store.read(stream, { from: 3n }))).toEqual([3, 4]);
        expect(await store.read(stream, { from: 5n })).toEqual([]);
        expect(numbersOf(await store.read(stream, { from: 1n, count: 2 }))).toEqual([1, 2]);
        expect(numbersOf(await store.read(stream, { from: 4n, count: 2 }))).toEqual([4]);
      });

      it('shows an append at once to a reader on another connection', async () => {
        await store.append(stream, numbered(2), NO_STREAM);
        expect(numbersOf(await other.read(stream))).toEqual([0, 1]);
      });

      it('keeps unicode, line ends and prototype-like keys', async () => {
        const data: unknown = JSON.parse(String.raw`{
          "__proto__": { "polluted": 1 }, "constructor": { "prototype": { "x": 1 } }, "toString": "t", "": "empty",
          "text": "Grüße \n\r\t 日本語 👩‍👩‍👧 \ud83d\ude00 \\ \" \u2028 %s $1 ; --", "long": "${'ü'.repeat(40_000)}"
        }`);
        await store.append(stream, [proposed(data)], NO_STREAM);

        const [recorded] = await subscribe()
          .received(1)
          .then((subscriber) => subscriber.events);
        for (const seen of [recorded, (await store.read(stream))[0]]) {
          expect(JSON.parse(JSON.stringify(seen?.event.data))).toEqual(data);
          expect(Object.keys(seen?.event.data as object).sort()).toEqual(Object.keys(data as object).sort());
        }
        expect(({} as { polluted?: number }).polluted).toBeUndefined();
      });

      it('keeps streams with similar names apart', async () => {
        const names = [stream, `${stream}-two`, stream.toUpperCase(), `${category}-ö/%_'"`];
        await Promise.all(names.map((each, index) => store.append(each, numbered(1, index), NO_STREAM)));
        expect((await Promise.all(names.map((each) => store.read(each)))).map(numbersOf)).toEqual([[0], [1], [2], [3]]);
      });
    });

    describe('expected revision', () => {
      const refusal = (append: Promise<Appended>): Promise<unknown> => append.catch((error: unknown) => error);

      it('refuses an append that expects no stream when there is one, with its actual revision', async () => {
        await store.append(stream, numbered(2), NO_STREAM);
        const refused = await refusal(store.append(stream, numbered(1), NO_STREAM));
        expect(refused).toBeInstanceOf(WrongRevision);
        expect(refused).toMatchObject({ stream, expected: NO_STREAM, actual: 1n });
      });

      it('refuses an expected revision that is behind, ahead, or of a missing stream', async () => {
        const missing = await refusal(store.append(stream, numbered(1), 3n));
        expect(missing).toBeInstanceOf(WrongRevision);
        expect(missing).toMatchObject({ stream, expected: 3n, actual: NO_STREAM });

        await store.append(stream, numbered(3), NO_STREAM);
        expect(await refusal(store.append(stream, numbered(1), 1n))).toMatchObject({
          name: 'WrongRevision',
          expected: 1n,
          actual: 2n,
        });
        expect(await refusal(store.append(stream, numbered(1), 7n))).toMatchObject({
          name: 'WrongRevision',
          expected: 7n,
          actual: 2n,
        });
        expect(await store.read(stream)).toHaveLength(3);
      });

      it.each([
        ['for a new stream', 0],
        ['behind an event', 1],
      ])('lets exactly one of 32 racing writers win %s', async (_, before) => {
        for (const event of numbered(before)) await store.append(stream, [event], NO_STREAM);
        const expected = BigInt(before) - 1n;
        const outcomes = await Promise.all(
          Array.from({ length: 32 }, (_, racer) =>
            refusal((racer % 2 === 0 ? store : other).append(stream, numbered(2, racer), expected)),
          ),
        );
        const lost = outcomes.filter((outcome) => outcome instanceof WrongRevision);
        expect(lost).toHaveLength(31);
        expect(lost.every((error) => error.actual === expected + 2n)).toBe(true);

        const winner = outcomes.findIndex((outcome) => !(outcome instanceof WrongRevision));
        const read = await store.read(stream);
        expect(numbersOf(read.slice(before))).toEqual([winner, winner + 1]);
        expect(read.at(-1)).toMatchObject(outcomes[winner] as Appended);
      });

      it('appends all or nothing when the race is lost or an event cannot be stored', async () => {
        await store.append(stream, numbered(1), NO_STREAM);
        await expect(store.append(stream, numbered(3), NO_STREAM)).rejects.toThrow(WrongRevision);
        await expect(store.append(stream, [...numbered(2), proposed({ unstorable: 1n })], 0n)).rejects.toThrow();
        expect(numbersOf(await store.read(stream))).toEqual([0]);
        await store.append(stream, numbered(1, 1), 0n);
        expect(numbersOf(await other.read(stream))).toEqual([0, 1]);
      });

      it('never shows part of an append', async () => {
        const lengths: number[] = [];
        let writing = true;
        const write = async () => {
          let revision = NO_STREAM;
          for (let round = 0; round < 20; round += 1)
            revision = (await store.append(stream, numbered(20), revision)).revision;
          writing = false;
        };
        const watch = async () => {
          while (writing) lengths.push((await other.read(stream)).length);
        };
        await Promise.all([write(), watch(), watch()]);
        expect(lengths.filter((length) => length % 20 !== 0)).toEqual([]);
        expect(await store.read(stream)).toHaveLength(400);
      });
    });

    describe('sending again', () => {
      it('changes nothing and returns the original revision and position', async () => {
        const events = numbered(3);
        const original = await store.append(stream, events, NO_STREAM);
        expect(await store.append(stream, events, NO_STREAM)).toEqual(original);
        expect(await other.append(stream, events, NO_STREAM)).toEqual(original);
        expect(numbersOf(await store.read(stream))).toEqual([0, 1, 2]);
      });

      it('changes nothing when later events follow', async () => {
        const first = numbered(2);
        const second = numbered(2, 2);
        const original = [await store.append(stream, first, NO_STREAM), await store.append(stream, second, 1n)];
        await store.append(stream, numbered(1, 4), 3n);
        expect(await store.append(stream, second, 1n)).toEqual(original[1]);
        expect(await store.append(stream, first, NO_STREAM)).toEqual(original[0]);
        expect(numbersOf(await store.read(stream))).toEqual([0, 1, 2, 3, 4]);
      });

      it('appends once when the same append is sent 16 times at once', async () => {
        const events = numbered(2);
        const answers = await Promise.all(
          Array.from({ length: 16 }, (_, index) => (index % 2 === 0 ? store : other).append(stream, events, NO_STREAM)),
        );
        expect(new Set(answers.map((answer) => `${answer.revision}@${answer.position}`)).size).toBe(1);
        expect(numbersOf(await store.read(stream))).toEqual([0, 1]);
      });

      it('is a lost race with other ids, or when only some events are stored', async () => {
        const events = numbered(2);
        await store.append(stream, events, NO_STREAM);
        const variants: Proposed[][] = [
          events.map((event) => ({ ...event, id: proposed({}).id })),
          [events[0]!, proposed({ n: 1 })],
          [proposed({ n: 0 }), events[1]!],
          [...events, proposed({ n: 2 })],
          [...events].reverse(),
        ];
        for (const variant of variants) {
          await expect(store.append(stream, variant, NO_STREAM)).rejects.toMatchObject({
            name: 'WrongRevision',
            actual: 1n,
          });
        }
        expect(numbersOf(await store.read(stream))).toEqual([0, 1]);
      });
    });

    describe('subscribe', () => {
      const positions = (subscriber: Subscriber): bigint[] => subscriber.events.map((recorded) => recorded.position);
      const increasing = (list: readonly bigint[]): boolean =>
        list.every((each, index) => index === 0 || list[index - 1]! < each);

      it('delivers history, then new events, in order of position and only of its categories', async () => {
        const [also, foreign] = [newCategory(), newCategory()];
        await store.append(stream, numbered(2), NO_STREAM);
        await store.append(`${foreign}-x`, numbered(2, 100), NO_STREAM);
        await store.append(`${also}-x`, numbered(1, 2), NO_STREAM);
        const subscriber = await subscribe([category, also]).caughtUp();
        expect(numbersOf(subscriber.events)).toEqual([0, 1, 2]);

        await store.append(`${foreign}-x`, numbered(1, 102), 1n);
        await store.append(`${also}-y`, numbered(1, 3), NO_STREAM);
        await store.append(stream, numbered(2, 4), 1n);
        await subscriber.received(6);
        expect(numbersOf(subscriber.events)).toEqual([0, 1, 2, 3, 4, 5]);
        expect(increasing(positions(subscriber))).toBe(true);
      });

      it('takes a category by its whole name, not by how it begins', async () => {
        await store.append(`${category}longer-x`, numbered(1, 100), NO_STREAM);
        await store.append(stream, numbered(1), NO_STREAM);
        const subscriber = await subscribe().caughtUp();
        expect(numbersOf(subscriber.events)).toEqual([0]);
      });

      it('delivers exactly the events that a read returns', async () => {
        await store.append(stream, numbered(3), NO_STREAM);
        const subscriber = await subscribe().received(3);
        expect(subscriber.events).toEqual(await store.read(stream));
      });

      it('resumes just after its checkpoint, then goes live', async () => {
        await store.append(stream, numbered(5), NO_STREAM);
        const checkpoint = (await store.read(stream))[2]!.position;
        const subscriber = await subscribe([category], checkpoint).received(2);
        await store.append(stream, numbered(1, 5), 4n);
        await subscriber.received(3);
        expect(numbersOf(subscriber.events)).toEqual([3, 4, 5]);
      });

      it('reports caught-up at a position that serves as a checkpoint', async () => {
        const last = await store.append(stream, numbered(2), NO_STREAM);
        const before = await (await subscribe().caughtUp()).stop();
        expect(before.deliveries.findIndex((delivery) => delivery.kind === 'caught-up')).toBeGreaterThanOrEqual(2);
        expect(before.marks[0]! >= last.position).toBe(true);

        await store.append(stream, numbered(1, 2), 1n);
        const after = await subscribe([category], before.marks.at(-1)).received(1);
        expect(numbersOf(after.events)).toEqual([2]);
      });

      it('catches up past the events of other categories when its own have none', async () => {
        const foreign = await store.append(`${newCategory()}-x`, numbered(3), NO_STREAM);
        const subscriber = await subscribe().until(() =>
          subscribers[0]!.marks.some((mark) => mark >= foreign.position),
        );
        await subscriber.stop();
        expect(subscriber.events).toEqual([]);

        await store.append(stream, numbered(1), NO_STREAM);
        const resumed = await subscribe([category], subscriber.marks.at(-1)).received(1);
        expect(numbersOf(resumed.events)).toEqual([0]);
      });

      it('catches up again when it resumes and nothing has happened', async () => {
        const { position } = await store.append(stream, numbered(1), NO_STREAM);
        const subscriber = await subscribe([category], position).caughtUp();
        expect(subscriber.events).toEqual([]);
        expect(subscriber.marks[0]! >= position).toBe(true);
      });

      it('never marks a position before one that it has delivered', async () => {
        const subscriber = await subscribe().caughtUp();
        let revision = NO_STREAM;
        for (const event of numbered(10)) revision = (await store.append(stream, [event], revision)).revision;
        await subscriber.received(10);
        const order = subscriber.deliveries.map((each) =>
          each.kind === 'event' ? each.recorded.position : each.position,
        );
        expect(order.every((each, index) => index === 0 || order[index - 1]! <= each)).toBe(true);
      });

      it('is woken by an append of another connection', async () => {
        const subscriber = await subscribe().caughtUp();
        await other.append(stream, numbered(1), NO_STREAM);
        await subscriber.received(1);
        // A subscription that polls every few seconds would find each of these by a poll of its own, none at once.
        const waits: number[] = [];
        for (let n = 1; n <= 6; n += 1) {
          await other.append(stream, numbered(1, n), BigInt(n - 1));
          const stored = performance.now();
          await subscriber.received(n + 1);
          waits.push(performance.now() - stored);
        }
        expect(Math.min(...waits)).toBeLessThan(4_000);
      });

      it('serves several subscribers at once, each at its own position', async () => {
        await store.append(stream, numbered(4), NO_STREAM);
        const middle = (await store.read(stream))[1]!.position;
        const everything = Array.from({ length: 5 }, (_, index) =>
          subscribe([category], -1n, index % 2 === 0 ? store : other),
        );
        const rest = subscribe([category], middle);
        await other.append(stream, numbered(2, 4), 3n);
        await Promise.all([...everything.map((subscriber) => subscriber.received(6)), rest.received(4)]);
        for (const subscriber of everything) expect(numbersOf(subscriber.events)).toEqual([0, 1, 2, 3, 4, 5]);
        expect(numbersOf(rest.events)).toEqual([2, 3, 4, 5]);
      });

      it('loses nothing when its consumer is slow', async () => {
        const live = subscribe();
        let revision = NO_STREAM;
        for (let round = 0; round < 5; round += 1)
          revision = (await store.append(stream, numbered(200, round * 200), revision)).revision;
        const slow: number[] = [];
        const signal = new AbortController();
        for await (const delivery of store.subscribe({ after: -1n, categories: [category], signal: signal.signal })) {
          await new Promise((resolve) => setImmediate(resolve));
          if (delivery.kind === 'event') slow.push(...numbersOf([delivery.recorded]));
          if (slow.length === 1_000) break;
        }
        await live.received(1_000);
        expect(slow).toEqual(Array.from({ length: 1_000 }, (_, index) => index));
        expect(numbersOf(live.events)).toEqual(slow);
      });

      it('never delivers a later event before an earlier one, with many concurrent writers', async () => {
        const [writers, rounds] = [16, 20];
        const early = [subscribe(), subscribe([category], -1n, other)];
        const write = async (writer: number) => {
          let revision = NO_STREAM;
          for (let round = 0; round < rounds; round += 1) {
            const from = writer % 2 === 0 ? store : other;
            revision = (await from.append(`${category}-${writer}`, numbered(1 + (writer % 3), round), revision))
              .revision;
          }
        };
        const total = Array.from({ length: writers }, (_, writer) => rounds * (1 + (writer % 3))).reduce(
          (sum, each) => sum + each,
          0,
        );
        const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
        await early[0]!.received(Math.floor(total / 3));
        const midway = subscribe([category], positions(early[0]!).at(-1));
        const skipped = early[0]!.events.findIndex((recorded) => recorded.position === positions(early[0]!).at(-1)) + 1;
        await writing;

        await Promise.all([...early.map((subscriber) => subscriber.received(total)), midway.received(total - skipped)]);
        const everything = positions(await subscribe().received(total));
        expect(increasing(everything)).toBe(true);
        for (const subscriber of early) expect(positions(subscriber)).toEqual(everything);
        expect(positions(midway)).toEqual(everything.slice(skipped));
      });

      it('ends without an error when it is aborted: before it starts, in mid-history, or while it waits', async () => {
        await store.append(stream, numbered(50), NO_STREAM);
        const never: unknown[] = [];
        for await (const delivery of store.subscribe({
          after: -1n,
          categories: [category],
          signal: AbortSignal.abort(),
        }))
          never.push(delivery);
        expect(never).toEqual([]);

        const abort = new AbortController();
        let seen = 0;
        const halfway = async () => {
          for await (const delivery of store.subscribe({ after: -1n, categories: [category], signal: abort.signal })) {
            if (delivery.kind === 'event') seen += 1;
            if (seen === 3) abort.abort();
          }
        };
        await within(halfway(), () => `the end after an abort, at ${seen} events`);
        expect(seen).toBe(3);

        await (await subscribe().caughtUp()).stop();
      });
    });

    describe('head', () => {
      it('is the position of the last event of the categories, -1 where there is none', async () => {
        const foreign = newCategory();
        expect(await store.head([category])).toBe(-1n);
        const first = await store.append(stream, numbered(2), NO_STREAM);
        const second = await store.append(`${foreign}-x`, numbered(1), NO_STREAM);
        expect(await store.head([category])).toBe(first.position);
        expect(await other.head([category, foreign])).toBe(second.position);
        expect(await store.head([newCategory()])).toBe(-1n);
      });
    });

    describe('lost connections', () => {
      /** As a caller does: an append with an unknown outcome is sent again. */
      const insist = async (to: EventStore, events: readonly Proposed[], expected: bigint): Promise<Appended> => {
        const until = Date.now() + 240_000;
        for (;;) {
          try {
            return await to.append(stream, events, expected);
          } catch (error) {
            if (!(error instanceof StoreUnavailable) || Date.now() > until) throw error;
          }
        }
      };

      it('resumes after the last delivery without loss or repeat, however often the connection is cut', async () => {
        const subscriber = await subscribe().caughtUp();
        let revision = NO_STREAM;
        for (let round = 0; round < 5; round += 1) {
          const events = numbered(4, round * 4);
          const [appended] = await Promise.all([insist(store, events, revision), harness.drop?.()]);
          revision = appended.revision;
          await harness.drop?.();
        }
        await subscriber.received(20);
        await insist(other, numbered(1, 20), revision);
        await subscriber.received(21);
        const expected = Array.from({ length: 21 }, (_, index) => index);
        expect(numbersOf(subscriber.events)).toEqual(expected);
        expect(numbersOf(await store.read(stream))).toEqual(expected);
      });
    });

    it('asks before it delivers over a new connection, and ends with the mismatch that it is answered', async () => {
      const own = await makeHarness();
      if (!own.drop) return own.close();
      const first = numbered(1);
      const { revision } = await own.store.append(stream, first, NO_STREAM);
      let isRestored = false;
      const asked: unknown[] = [];
      const seen: string[] = [];
      const onReconnect = async ({ last, position }: Reconnection): Promise<void> => {
        asked.push(last?.id);
        if (last) expect(position).toBeGreaterThanOrEqual(last.position);
        if (isRestored) throw new EventStoreMismatch('restored');
      };
      let live = (): void => undefined;
      const isLive = new Promise<void>((resolve) => (live = resolve));
      const signal = new AbortController().signal;
      const ended = (async () => {
        for await (const delivery of own.store.subscribe({ after: -1n, categories: [category], signal, onReconnect })) {
          if (delivery.kind === 'event') seen.push(delivery.recorded.id);
          else live();
        }
      })();
      ended.catch(() => undefined);
      await within(isLive, () => 'the first events');
      await own.drop();
      const second = numbered(1, 1);
      for (let sent = false; !sent;)
        sent = await own.store.append(stream, second, revision).then(
          () => true,
          () => false,
        );
      await within(
        (async () => {
          while (seen.length < 2) await new Promise((resolve) => setImmediate(resolve));
        })(),
        () => `the second event: ${String(asked)}`,
      );
      expect(asked).toContain(first[0]!.id);
      expect(seen).toEqual([first[0]!.id, second[0]!.id]);
      isRestored = true;
      await own.drop();
      await expect(within(ended, () => 'the end')).rejects.toThrow('restored');
      expect(asked.at(-1)).toBe(second[0]!.id);
      await own.close();
    });

    it('ends its subscriptions without an error when it is closed', async () => {
      const own = await makeHarness();
      const subscriber = new Subscriber(own.store, [category]);
      await subscriber.caughtUp();
      await own.store.close();
      await within(subscriber.ended, () => 'the end of a closed iteration');
      await own.close();
    });
  });
};
