import { hash } from 'node:crypto';
import type { Recorded } from '@kernel';

/** What was read of a store. */
export interface Count {
  readonly events: number;
  readonly streams: number;
}

/** Numbers of 32 bits that make up a sum. */
const LANES = 4;
/** A Map takes 2^24 entries. */
const MAPS = 16;
/** Bits that say which stores have a stream. */
const ORIGINAL = 1;
const COPY = 2;

/**
 * Compares two stores stream by stream: takes each event of the original, then each of the copy. Positions may differ.
 *
 * A stream takes a hundred bytes, most of them for its name, so that millions are held at once. It has one sum: the
 * original adds the hashes of its events, and the copy subtracts them. A hash includes the revision, so that the order
 * of events within their stream counts.
 */
export class Comparison {
  private readonly counts = { [ORIGINAL]: { events: 0, streams: 0 }, [COPY]: { events: 0, streams: 0 } };
  /** The number of each stream, by its name. */
  private readonly numbers = Array.from({ length: MAPS }, () => new Map<string, number>());
  private streams = 0;
  /** By number of stream, in lanes of which each overflows by itself. */
  private sums = new Uint32Array(LANES);
  private stores = new Uint8Array(1);

  get original(): Count {
    return this.counts[ORIGINAL];
  }

  get copied(): Count {
    return this.counts[COPY];
  }

  addOriginal(recorded: Recorded): void {
    this.take(recorded, ORIGINAL);
  }

  addCopied(recorded: Recorded): void {
    this.take(recorded, COPY);
  }

  /** Streams of the original that the copy lacks, or has otherwise. */
  differing(): readonly string[] {
    return this.names((number) => {
      const stores = this.stores[number] ?? 0;
      if (stores === COPY) return false;
      return stores === ORIGINAL || this.sums.subarray(number * LANES, (number + 1) * LANES).some((part) => part !== 0);
    });
  }

  /** Streams that only the copy has. */
  extra(): readonly string[] {
    return this.names((number) => this.stores[number] === COPY);
  }

  private take({ id, stream, revision, event, metadata }: Recorded, store: typeof ORIGINAL | typeof COPY): void {
    const number = this.numberOf(stream);
    const counts = this.counts[store];
    counts.events += 1;
    if (((this.stores[number] ?? 0) & store) === 0) counts.streams += 1;
    this.stores[number] = (this.stores[number] ?? 0) | store;
    // A copy keeps the order of keys: its JSON is what Postgres gave, which stores keys in an order of its own.
    const text = JSON.stringify([id, revision.toString(), event.type, event.data, metadata]);
    const digest = hash('sha256', text, 'buffer');
    for (let lane = 0; lane < LANES; lane += 1) {
      const [at, part] = [number * LANES + lane, digest.readUInt32LE(lane * 4)];
      this.sums[at] = (this.sums[at] ?? 0) + (store === ORIGINAL ? part : -part);
    }
  }

  private numberOf(stream: string): number {
    const numbers = this.numbers[stream.charCodeAt(stream.length - 1) % MAPS] as Map<string, number>;
    const known = numbers.get(stream);
    if (known !== undefined) return known;
    if (this.streams === this.stores.length) this.makeRoom();
    numbers.set(stream, this.streams);
    return this.streams++;
  }

  private makeRoom(): void {
    const { sums, stores } = this;
    this.sums = new Uint32Array(sums.length * 2);
    this.sums.set(sums);
    this.stores = new Uint8Array(stores.length * 2);
    this.stores.set(stores);
  }

  /** In the order in which the streams were met. */
  private names(wanted: (number: number) => boolean): readonly string[] {
    const found: (readonly [name: string, number: number])[] = [];
    for (const numbers of this.numbers)
      for (const [name, number] of numbers) if (wanted(number)) found.push([name, number]);
    return found.sort(([, one], [, other]) => one - other).map(([name]) => name);
  }
}
