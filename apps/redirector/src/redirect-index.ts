import { closeSync, existsSync, mkdirSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { assembleDestination, encodeLink } from '@contexts/clicks';
import { isPlain, judge } from '@contexts/links';
import { type Database, open, type RootDatabase } from 'lmdb';
import { clickedLink, packTarget, type RedirectTarget, targetKey, unpackTarget } from './redirect-target';

/** Raise it when the layout changes, or what is in it: an index of another layout is emptied and built anew. */
const LAYOUT = 1;

/** Stands after the head of the first page of every lmdb file (of machines with the usual byte order). */
const LMDB_MAGIC = 0xbeefc0de;

export interface TargetChange {
  readonly domainId: string;
  readonly alias: string;
  /** null forgets the link. */
  readonly target: RedirectTarget | null;
}

/** A link whose answer never varies, with that answer and its part of the click record ready. */
export interface ReadyAnswer {
  readonly type: number;
  readonly location: string;
  readonly record: string;
}

/**
 * All links, memory-mapped and shared by the processes of a machine, with the position up to which they reflect the
 * event store. It is a copy: a damaged one is thrown away. One process at a time may feed it.
 */
export class RedirectIndex {
  private constructor(
    private readonly root: RootDatabase,
    private readonly links: Database<string, string>,
    private readonly ready: Database<string, string>,
    private readonly keys: Database<string, string>,
    private readonly meta: Database<string, string>,
  ) {}

  /** @param path a directory of its own; made when absent, for this account alone. */
  static async open(path: string): Promise<RedirectIndex> {
    if (!looksWhole(join(path, 'data.mdb'))) rmSync(path, { recursive: true, force: true });
    // Destinations may hold secrets of those who made the links: no other account reads them.
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const index = RedirectIndex.over(path);
    if (index.meta.get('layout') !== String(LAYOUT)) await index.clear();
    return index;
  }

  private static over(path: string): RedirectIndex {
    const root = open({ path, maxDbs: 8, noSubdir: false });
    const db = (name: string) => root.openDB<string, string>({ name, encoding: 'string' });
    return new RedirectIndex(root, db('links'), db('ready'), db('keys'), db('meta'));
  }

  /** @param alias in lower case */
  get(domainId: string, alias: string): RedirectTarget | undefined {
    const packed = this.links.get(targetKey(domainId, alias));
    return packed === undefined ? undefined : unpackTarget(packed);
  }

  byId(linkId: string): RedirectTarget | undefined {
    const key = this.keys.get(linkId);
    const packed = key === undefined ? undefined : this.links.get(key);
    return packed === undefined ? undefined : unpackTarget(packed);
  }

  /** For a visit without a query; undefined when the link is unknown or needs a closer look. @param alias in lower case */
  readyAnswer(domainId: string, alias: string): ReadyAnswer | undefined {
    const text = this.ready.get(targetKey(domainId, alias));
    if (text === undefined) return undefined;
    const end = text.indexOf('\n');
    return { type: Number(text.slice(0, 3)), location: text.slice(3, end), record: text.slice(end + 1) };
  }

  /** Writes the changes and the position they lead up to, together; resolves when every process sees them. */
  async apply(changes: readonly TargetChange[], position: bigint): Promise<void> {
    await this.root.transaction(() => {
      for (const change of changes) this.put(change);
      void this.meta.put('checkpoint', position.toString());
    });
  }

  /** The position up to which events are in here; -1n for none. */
  checkpoint(): bigint {
    return BigInt(this.meta.get('checkpoint') ?? '-1');
  }

  async clear(): Promise<void> {
    await this.root.transaction(() => {
      for (const db of [this.links, this.ready, this.keys, this.meta]) db.clearSync();
      void this.meta.put('layout', String(LAYOUT));
    });
  }

  async close(): Promise<void> {
    await this.root.close();
  }

  private put({ domainId, alias, target }: TargetChange): void {
    const key = targetKey(domainId, alias.toLowerCase());
    if (!target) {
      const known = this.get(domainId, alias.toLowerCase());
      if (known) void this.keys.remove(known.id);
      void this.links.remove(key);
      void this.ready.remove(key);
      return;
    }
    const answer = answerOf(target);
    void this.keys.put(target.id, key);
    void this.links.put(key, packTarget(target));
    if (answer === undefined) void this.ready.remove(key);
    else void this.ready.put(key, answer);
  }
}

/** lmdb ends the process on a file that is none of its own, so its first page is looked at before. */
const looksWhole = (file: string): boolean => {
  if (!existsSync(file)) return true;
  const start = Buffer.alloc(28);
  const fd = openSync(file, 'r');
  try {
    const read = readSync(fd, start, 0, 28, 0);
    // Empty is a file that another process is about to begin.
    return read === 0 || (read === 28 && start.readUInt32LE(24) === LMDB_MAGIC);
  } finally {
    closeSync(fd);
  }
};

const answerOf = (target: RedirectTarget): string | undefined => {
  if (!isPlain(target)) return undefined;
  const verdict = judge(target, '');
  if (verdict.kind !== 'redirect') return undefined;
  const assembled = assembleDestination(target, '');
  return `${verdict.type}${assembled.destination}\n${encodeLink(clickedLink(target, assembled))}`;
};
