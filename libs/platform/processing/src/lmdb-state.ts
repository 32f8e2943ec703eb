import { type Database, open } from 'lmdb';
import { isLmdb } from './lmdb-check';
import { LMDB_OPTIONS, commit } from './lmdb-environment';
import { type Mark, decodeMark, encodeMark } from './mark';
import type { ParkedStream, ProcessorState, Step } from './processor';

/** A parked stream as it is stored, in JSON; the position is text. */
interface Stored extends Omit<ParkedStream, 'position'> {
  readonly position: string;
  /** RFC 3339. */
  readonly parked_at: string;
  readonly retry_requested?: boolean;
}

/** The state of a processor whose effect is an lmdb environment. Its db `meta` changes in the same transaction. */
export class LmdbState implements ProcessorState {
  private readonly parkedKeys: string;

  /** @param prefix of its keys in `meta`, where an environment has more than one processor */
  constructor(
    private readonly meta: Database<string, string>,
    private readonly prefix = '',
  ) {
    this.parkedKeys = `${prefix}parked/`;
  }

  async checkpoint(): Promise<bigint> {
    return this.position();
  }

  async mark(): Promise<Mark | undefined> {
    const stored = this.meta.get(`${this.prefix}mark`);
    return stored === undefined ? undefined : decodeMark(JSON.parse(stored));
  }

  /** -1n for none. */
  position(): bigint {
    return BigInt(this.meta.get(`${this.prefix}checkpoint`) ?? '-1');
  }

  async parked(): Promise<readonly (ParkedStream & { readonly parked_at: string })[]> {
    return this.stored().map(({ stream, cause, parked_at, position }) => ({
      stream,
      cause,
      parked_at,
      position: BigInt(position),
    }));
  }

  /** The position of the first event of a stream that was not handled, while it is parked. */
  parkedAt(stream: string): bigint | undefined {
    const text = this.meta.get(this.parkedKeys + stream);
    return text === undefined ? undefined : BigInt((JSON.parse(text) as Stored).position);
  }

  async retryRequested(): Promise<boolean> {
    return this.stored().some(({ retry_requested }) => retry_requested === true);
  }

  async requestRetry(): Promise<void> {
    await commit(this.meta, () => {
      for (const stored of this.stored()) this.put({ ...stored, retry_requested: true });
    });
  }

  /** Call it in a transaction of the environment. */
  write({ to, mark, parked, released }: Step): void {
    for (const stream of released) this.meta.removeSync(this.parkedKeys + stream);
    for (const one of parked)
      this.put({ ...one, position: one.position.toString(), parked_at: new Date().toISOString() });
    this.meta.putSync(`${this.prefix}checkpoint`, to.toString());
    this.meta.putSync(`${this.prefix}mark`, encodeMark(mark));
  }

  /** Resets the state to that of a processor that has handled nothing. Call it in a transaction of the environment. */
  clear(): void {
    for (const name of ['checkpoint', 'mark']) this.meta.removeSync(this.prefix + name);
    for (const { stream } of this.stored()) this.meta.removeSync(this.parkedKeys + stream);
  }

  private put(stored: Stored): void {
    this.meta.putSync(this.parkedKeys + stored.stream, JSON.stringify(stored));
  }

  private stored(): readonly Stored[] {
    return [...this.meta.getRange({ start: this.parkedKeys, end: `${this.parkedKeys}\uffff` })].map(
      ({ value }) => JSON.parse(value) as Stored,
    );
  }
}

/**
 * Works on a state in an environment, with its processor or without.
 * @param prefix as of {@link LmdbState} @returns undefined without an environment
 */
export const withLmdbState = async <T>(
  path: string,
  work: (state: LmdbState) => Promise<T>,
  prefix = '',
): Promise<T | undefined> => {
  if (!isLmdb(path)) return undefined;
  const root = open({ path, ...LMDB_OPTIONS });
  try {
    return await work(new LmdbState(root.openDB<string, string>({ name: 'meta', encoding: 'string' }), prefix));
  } finally {
    await root.close();
  }
};
