import { randomUUID } from 'node:crypto';
import type { Event, EventStore, Metadata, Proposed } from '@kernel';
import { someMetadata } from '@kernel/testing';
import type { KeyEvent } from '@contexts/keys';
import type { LinkEvent } from '@contexts/links';
import { linkCreated } from '../support/link-events';

/** A generator that gives the same numbers in [0, 1) for the same seed. */
export const seeded = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

const START = Date.parse('2026-01-01T00:00:00.000Z');
const instant = (second: number): string => new Date(START + second * 1_000).toISOString();

const proposed = (event: Event, at: string): Proposed => {
  const metadata: Metadata = someMetadata({ at, command_id: randomUUID() });
  return { id: randomUUID(), event, metadata };
};

/** One lineage: a key, randomly renamed and rotated, revoked or not. `n` makes its ids and hashes unique. */
export const keyEvents = (n: number, random: () => number): KeyEvent[] => {
  const id = (generation: number) => `key_${n}x${generation}`;
  const grant = (generation: number) => ({
    key_id: id(generation),
    lineage: `${n}x0`,
    name: `Key ${n}`,
    scope: random() < 0.5 ? ('read' as const) : ('read_write' as const),
    token_hash: `${n}f${generation}`.padStart(64, '0').replace(/[^0-9a-f]/g, '0'),
    pepper_id: 'p1',
    start: 'svc_live_abcd',
    expiration: random() < 0.3 ? instant(9_000_000 + n) : null,
  });
  const events: KeyEvent[] = [{ type: 'KeyCreated', data: grant(0) }];
  for (let generation = 0; generation < 3; generation += 1) {
    if (random() < 0.5)
      events.push({
        type: 'KeyRenamed',
        data: { key_id: id(generation), name: { from: `Key ${n}`, to: `Renamed ${n}` } },
      });
    if (random() < 0.4) {
      events.push({ type: 'KeyRevoked', data: { key_id: id(generation), reason: random() < 0.5 ? 'lost' : null } });
      return events;
    }
    if (random() < 0.4) return events;
    events.push({
      type: 'KeyRotated',
      data: { ...grant(generation + 1), previous_key_id: id(generation), grace_ends_at: instant(86_400 + n) },
    });
    const edit = random() < 0.5 ? {} : { edit: false as const };
    if (random() < 0.5) events.push({ type: 'KeyGraceExpired', data: { key_id: id(generation), ...edit } });
  }
  return events;
};

/** One link, randomly edited, deleted or not. */
export const linkEvents = (n: number, random: () => number): LinkEvent[] => {
  const link_id = `link_${n}`;
  const events: LinkEvent[] = [
    linkCreated({
      link_id,
      domain: 'sho.rt',
      alias: `A${n}`,
      destination_url: `https://example.com/${n}`,
      ...(random() < 0.5 && { title: `Title ${n}`, tags: ['a', 'b'], expires_at: instant(n) }),
    }),
  ];
  while (random() < 0.6) {
    const type =
      (
        [
          'LinkUpdated',
          'LinkDisabled',
          'LinkEnabled',
          'LinkArchived',
          'LinkUnarchived',
          'LinkDeleted',
          'LinkRestored',
        ] as const
      )[Math.floor(random() * 7)] ?? 'LinkDeleted';
    events.push(
      type === 'LinkUpdated'
        ? {
            type,
            data: {
              link_id,
              changes: {
                title: { from: null, to: `Title ${Math.floor(random() * 10)}` },
                tags: { from: [], to: ['c'] },
              },
            },
          }
        : { type, data: { link_id } },
    );
  }
  return events;
};

/**
 * Appends that many lineages and links, with their streams interleaved.
 * @returns the number of events
 */
export const appendHistory = async (
  store: EventStore,
  from: number,
  to: number,
  random: () => number,
): Promise<number> => {
  const streams = Array.from({ length: to - from }, (_, index) => from + index).flatMap((n): [string, Event[]][] => [
    [`apikey-${n}x0`, keyEvents(n, random)],
    [`link-${n}`, linkEvents(n, random)],
  ]);
  let second = from * 100;
  for (let start = 0; start < streams.length; start += 400) {
    await Promise.all(
      streams.slice(start, start + 400).map(([stream, events]) =>
        store.append(
          stream,
          events.map((event) => proposed(event, instant((second += 1)))),
          -1n,
        ),
      ),
    );
  }
  return streams.reduce((sum, [, events]) => sum + events.length, 0);
};
