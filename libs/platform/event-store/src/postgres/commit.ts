import type { Proposed, Recorded } from '@kernel';
import type { Judged } from './queries';

/** An append as an element of its batch's JSON. */
export interface AppendEntry {
  readonly stream: string;
  readonly expected: bigint;
  /** `[stream, expected revision, [id, type, data, metadata], …]` */
  readonly entry: string;
  /** How many events it has. */
  readonly size: number;
}

/** What a transaction of this process has stored: all events of the store after `before`, up to `last`. */
export interface Commit {
  readonly before: bigint;
  readonly last: bigint;
  /** The events as the store returns them, except for the order of keys, which `jsonb` changes. */
  events(): readonly Recorded[];
}

type Stored = AppendEntry & { readonly position: bigint };
type Row = [id: string, type: string, data: unknown, metadata: Recorded['metadata']];

export const appendEntryOf = (stream: string, events: readonly Proposed[], expected: bigint): string =>
  JSON.stringify([
    stream,
    String(expected),
    ...events.map(({ id, event, metadata }) => [id, event.type, event.data, metadata]),
  ]);

/** @returns undefined if nothing was stored: the appends were repeats, or lost their races */
export const commitOf = (batch: readonly AppendEntry[], judged: readonly Judged[]): Commit | undefined => {
  // Positions of one batch follow each other. A repeat has the position and the events of its first append.
  const stored = batch.flatMap(({ stream, expected, entry, size }, nth): Stored[] => {
    const { position, stored: isNew } = judged[nth] ?? {};
    return isNew && position !== undefined ? [{ stream, expected, entry, size, position }] : [];
  });
  const [first, last] = [stored[0], stored.at(-1)];
  if (!first || !last) return undefined;
  return {
    before: first.position - BigInt(first.size),
    last: last.position,
    events: () => stored.flatMap(eventsOf),
  };
};

const eventsOf = ({ stream, expected, entry, position, size }: Stored): readonly Recorded[] => {
  const [, , ...rows] = JSON.parse(entry) as [string, string, ...Row[]];
  const before = position - BigInt(size);
  return rows.map(([id, type, data, metadata], nth) => ({
    id: canonical(id),
    event: { type, data },
    stream,
    revision: expected + BigInt(nth + 1),
    position: before + BigInt(nth + 1),
    metadata,
  }));
};

const CANONICAL = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A UUID in any form that Postgres takes, as Postgres returns it. */
const canonical = (id: string): string =>
  CANONICAL.test(id)
    ? id
    : id
        .replace(/[^0-9a-f]/gi, '')
        .toLowerCase()
        .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
