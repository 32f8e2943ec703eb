import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BoundedMap } from '@kernel';
import { assembleDestination, encodeLink } from '@contexts/clicks';
import { LINK_CATEGORY, isPlain, judge, linkStream } from '@contexts/links';
import {
  type FoldTarget,
  LMDB_OPTIONS,
  LmdbState,
  type Rows,
  type Step,
  commit,
  demandRoom,
  isWhole,
  markClosed,
} from '@platform/processing';
import { type Database, open, type RootDatabase } from 'lmdb';
import { DeletedWorkspaces } from './deleted-workspaces';
import { clickedLink, packTarget, type RedirectTarget, targetKey, unpackTarget } from './redirect-target';

/** Raise it when the layout or the content changes: an index of another layout is emptied and built anew. */
const LAYOUT = 1;

const DATABASES = ['links', 'ready', 'keys', 'meta'] as const;

/** The longest key that lmdb takes. */
const MOST_KEY_BYTES = 1_978;

/** A packed link with rules or variants: their default, none, is not stored. */
const CHOOSES = /"(?:rules|variants)":\[/;
/** Characters of packed links to remember; a map holds up to twice as many. */
const REMEMBERED = 4_000_000;

/** A link as the index keeps it. */
export interface IndexEntry {
  readonly target: RedirectTarget;
  /** The answer that `readyAnswer` returns, as text; undefined for a link that must be judged at each visit. */
  readonly ready: string | undefined;
}

/** The answer of a link whose answer never varies, with the link's part of the click record. */
export interface ReadyAnswer {
  readonly type: number;
  readonly location: string;
  readonly record: string;
}

/**
 * All links, memory-mapped and shared by the processes of a machine, with the position up to which they reflect the
 * event store. It is a copy: a damaged one is thrown away. One process at a time may write it.
 */
export class RedirectIndex implements FoldTarget<IndexEntry> {
  readonly state: LmdbState;
  readonly deleted: DeletedWorkspaces;
  private readonly parsed = new BoundedMap<RedirectTarget>(REMEMBERED);

  private constructor(
    private readonly root: RootDatabase,
    private readonly links: Database<string, string>,
    private readonly ready: Database<string, string>,
    private readonly keys: Database<string, string>,
    private readonly meta: Database<string, string>,
    /** Only of an index that this process writes. */
    private readonly path: string | undefined,
  ) {
    this.state = new LmdbState(meta);
    this.deleted = new DeletedWorkspaces(root, meta);
  }

  /**
   * For the one process that writes it. Throws a damaged index away, since it can be built anew from the events.
   * @param path a directory of its own; made when absent, for this account alone
   */
  static async open(path: string, onDamaged: () => void = () => undefined): Promise<RedirectIndex> {
    if (statSync(path, { throwIfNoEntry: false })?.isFile()) rmSync(path);
    // Destinations may hold secrets of the links' owners: no other account may read them.
    mkdirSync(path, { recursive: true, mode: 0o700 });
    demandRoom(path);
    if (!(await isWhole(path, DATABASES))) {
      onDamaged();
      for (const file of readdirSync(path)) rmSync(join(path, file), { recursive: true });
      demandRoom(path);
    }
    const index = RedirectIndex.over(path, true);
    if (index.meta.get('layout') !== String(LAYOUT)) await index.clear();
    return index;
  }

  /** For a process that only reads it. */
  static attach(path: string): RedirectIndex {
    const index = RedirectIndex.over(path, false);
    index.deleted.follow();
    return index;
  }

  private static over(path: string, writes: boolean): RedirectIndex {
    const root = open({ path, ...LMDB_OPTIONS });
    const db = (name: (typeof DATABASES)[number]) => root.openDB<string, string>({ name, encoding: 'string' });
    return new RedirectIndex(root, db('links'), db('ready'), db('keys'), db('meta'), writes ? path : undefined);
  }

  /** @param alias in lower case */
  get(domainId: string, alias: string): RedirectTarget | undefined {
    const packed = this.links.get(targetKey(domainId, alias));
    if (packed === undefined) return undefined;
    return CHOOSES.test(packed) ? this.remembered(packed) : unpackTarget(packed);
  }

  /** One object for one text, so that what is made of its rules is kept as well. */
  private remembered(packed: string): RedirectTarget {
    const before = this.parsed.get(packed);
    if (before) return before;
    const target = unpackTarget(packed);
    this.parsed.set(packed, target);
    return target;
  }

  byId(linkId: string): RedirectTarget | undefined {
    const key = this.keys.get(linkId);
    const packed = key === undefined ? undefined : this.links.get(key);
    return packed === undefined ? undefined : unpackTarget(packed);
  }

  /**
   * For a visit without a query; undefined if the link is unknown, must be judged or belongs to a deleted workspace.
   * @param alias in lower case
   */
  readyAnswer(domainId: string, alias: string): ReadyAnswer | undefined {
    const text = this.ready.get(targetKey(domainId, alias));
    if (text === undefined) return undefined;
    const end = text.indexOf('\n');
    const record = text.slice(end + 1);
    if (this.deleted.any && this.deleted.has(workspaceIn(record))) return undefined;
    return { type: Number(text.slice(0, 3)), location: text.slice(3, end), record };
  }

  /** Whether the link's workspace is deleted: then it leads nowhere. */
  isClosed({ workspace_id }: Pick<RedirectTarget, 'workspace_id'>): boolean {
    return this.deleted.any && this.deleted.has(workspace_id);
  }

  async load(linkIds: readonly string[]): Promise<Map<string, IndexEntry>> {
    const targets = linkIds.flatMap((id) => this.byId(id) ?? []);
    return new Map(targets.map((target) => [target.id, entryOf(target)]));
  }

  /**
   * Writes links and step together; resolves when every process sees them. Removes parked links: they must not keep
   * redirecting to an old destination, and the redirector asks the database about a link that the index lacks.
   */
  async write(rows: Rows<IndexEntry>, step: Step): Promise<void> {
    const parked = step.parked.map(({ stream }) => linkOf(stream));
    await commit(this.root, () => {
      for (const [linkId, entry] of rows) {
        if (entry) this.put(entry);
        else this.remove(linkId);
      }
      for (const linkId of parked) this.remove(linkId);
      this.state.write(step);
    });
  }

  /** Always false: a link that cannot be stored fails in {@link entryOf}. */
  refuses(): boolean {
    return false;
  }

  /** The position of the first event of a link that the index could not handle, while the link is parked. */
  parkedAt(linkId: string): bigint | undefined {
    return this.state.parkedAt(linkStream(linkId));
  }

  /** Removes the links and their state; the deleted workspaces stay. */
  async restart(): Promise<void> {
    await commit(this.root, () => {
      for (const db of [this.links, this.ready, this.keys]) db.clearSync();
      this.state.clear();
    });
  }

  private async clear(): Promise<void> {
    await commit(this.root, () => {
      for (const db of [this.links, this.ready, this.keys, this.meta]) db.clearSync();
      this.meta.putSync('layout', String(LAYOUT));
    });
    this.deleted.look();
  }

  async close(): Promise<void> {
    this.deleted.close();
    await this.root.close();
    if (this.path !== undefined) markClosed(this.path);
  }

  private put({ target, ready }: IndexEntry): void {
    const key = keyOf(target);
    this.keys.putSync(target.id, key);
    this.links.putSync(key, packTarget(target));
    if (ready === undefined) this.ready.removeSync(key);
    else this.ready.putSync(key, ready);
  }

  private remove(linkId: string): void {
    const key = this.keys.get(linkId);
    if (key === undefined) return;
    for (const db of [this.links, this.ready]) db.removeSync(key);
    this.keys.removeSync(linkId);
  }
}

/** @throws when it cannot be stored, or no answer can be made of it */
export const entryOf = (target: RedirectTarget): IndexEntry => {
  for (const key of [keyOf(target), target.id])
    if (Buffer.byteLength(key) > MOST_KEY_BYTES) throw new Error(`a key of ${Buffer.byteLength(key)} bytes`);
  return { target, ready: answerOf(target) };
};

const keyOf = ({ domain_id, alias }: RedirectTarget): string => targetKey(domain_id, alias.toLowerCase());

/** The second text of a link's part of a click record, see `encodeLink`. */
const workspaceIn = (record: string): string => {
  const from = record.indexOf('"', record.indexOf(',')) + 1;
  return record.slice(from, record.indexOf('"', from));
};

const linkOf = (stream: string): string => `link_${stream.slice(LINK_CATEGORY.length + 1)}`;

const answerOf = (target: RedirectTarget): string | undefined => {
  if (!isPlain(target)) return undefined;
  const verdict = judge(target, '');
  if (verdict.kind !== 'redirect') return undefined;
  const assembled = assembleDestination(target, '');
  return `${verdict.type}${assembled.destination}\n${encodeLink(clickedLink(target, assembled))}`;
};
