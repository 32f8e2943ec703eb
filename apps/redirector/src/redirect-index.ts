import { BoundedMap } from '@kernel';
import { REDIRECT_INDEX } from '@contexts/aggregates';
import { LINK_CATEGORY, linkStream } from '@contexts/links';
import { type FoldTarget, LmdbState, type Rows, type Step, commit, markClosed } from '@platform/processing';
import { DeletedWorkspaces } from './deleted-workspaces';
import {
  type IndexDatabases,
  allOf,
  hasLayout,
  hasMembers,
  noteLayout,
  noteMembers,
  openDatabases,
  prepareDirectory,
} from './index-databases';
import {
  type IndexEntry,
  type ReadyAnswer,
  answerOf,
  indexEntryOf,
  keyOf,
  readAnswer,
  workspaceIn,
} from './index-entry';
import { type IndexedCampaign, type MemberIndex, RedirectCampaigns, type StoredLink } from './redirect-campaigns';
import { RedirectHosts } from './redirect-hosts';
import { inheriting, packTarget, type RedirectTarget, targetKey, unpackTarget } from './redirect-target';

/** A packed link with rules or variants: their default, none, is not stored. */
const CHOOSES = /"(?:rules|variants)":\[/;
/** Matches a packed link of a campaign; it may also match a text in a rule. */
const MEMBER = /"campaign_id":"/;
/** Characters of packed links to remember; a map holds up to twice as many. */
const REMEMBERED = 4_000_000;

/**
 * All links, memory-mapped and shared by the processes of a machine, with the position up to which they reflect the
 * event store. It is a copy: a damaged one is thrown away. One process at a time may write it.
 */
export class RedirectIndex implements FoldTarget<IndexEntry>, MemberIndex {
  readonly state: LmdbState;
  readonly deleted: DeletedWorkspaces;
  readonly campaigns: RedirectCampaigns;
  readonly hosts: RedirectHosts;
  readonly answerOf = answerOf;
  private readonly parsed = new BoundedMap<RedirectTarget>(REMEMBERED);

  private constructor(
    private readonly databases: IndexDatabases,
    /** Only of an index that this process writes. */
    private readonly path?: string,
  ) {
    const { root, meta, campaigns, members, hosts } = databases;
    this.state = new LmdbState(meta, REDIRECT_INDEX.prefix);
    this.deleted = new DeletedWorkspaces(root, meta);
    this.campaigns = new RedirectCampaigns(root, meta, campaigns, members, this);
    this.hosts = new RedirectHosts(root, meta, hosts);
  }

  /**
   * For the one process that writes it. Throws a damaged index away, since it can be built anew from the events.
   * @param path a directory of its own; made when absent, for this account alone
   */
  static async open(path: string, onDamaged: () => void = () => undefined): Promise<RedirectIndex> {
    await prepareDirectory(path, onDamaged);
    const databases = openDatabases(path);
    const index = new RedirectIndex(databases, path);
    if (!hasLayout(databases.meta)) await index.clear();
    if (!hasMembers(databases.meta)) await index.collectMembers();
    return index;
  }

  /** For a process that only reads it. */
  static attach(path: string): RedirectIndex {
    const index = new RedirectIndex(openDatabases(path));
    index.deleted.follow();
    return index;
  }

  /** A link with what it inherits of its campaign. @param alias in lower case */
  get(domainId: string, alias: string): RedirectTarget | undefined {
    const packed = this.databases.links.get(targetKey(domainId, alias));
    if (packed === undefined) return undefined;
    const chooses = CHOOSES.test(packed);
    const target = chooses ? this.remembered(packed, () => unpackTarget(packed)) : unpackTarget(packed);
    const campaign = this.campaigns.textOf(target);
    if (campaign === undefined) return target;
    const inherited = () => inheriting(target, JSON.parse(campaign) as IndexedCampaign);
    return chooses ? this.remembered(`${packed}\n${campaign}`, inherited) : inherited();
  }

  /** Returns the same object for the same text, so that what was made of its rules is kept as well. */
  private remembered(text: string, make: () => RedirectTarget): RedirectTarget {
    const before = this.parsed.get(text);
    if (before) return before;
    const target = make();
    this.parsed.set(text, target);
    return target;
  }

  /** A link without what it inherits. */
  byId(linkId: string): RedirectTarget | undefined {
    return this.stored(linkId)?.target;
  }

  stored(linkId: string): StoredLink | undefined {
    const key = this.databases.keys.get(linkId);
    const packed = key === undefined ? undefined : this.databases.links.get(key);
    return key === undefined || packed === undefined ? undefined : { key, packed, target: unpackTarget(packed) };
  }

  isPacked(key: string, packed: string): boolean {
    return this.databases.links.get(key) === packed;
  }

  writeAnswer(key: string, answer: string | undefined): void {
    if (answer === undefined) this.databases.ready.removeSync(key);
    else this.databases.ready.putSync(key, answer);
  }

  /**
   * For a visit without a query; undefined if the link is unknown, must be judged or belongs to a deleted workspace.
   * @param alias in lower case
   */
  readyAnswer(domainId: string, alias: string): ReadyAnswer | undefined {
    const text = this.databases.ready.get(targetKey(domainId, alias));
    if (text === undefined) return undefined;
    const answer = readAnswer(text);
    return this.deleted.any && this.deleted.has(workspaceIn(answer)) ? undefined : answer;
  }

  /** Whether the link's workspace is deleted: then it leads nowhere. */
  isClosed({ workspace_id }: Pick<RedirectTarget, 'workspace_id'>): boolean {
    return this.deleted.any && this.deleted.has(workspace_id);
  }

  async load(linkIds: readonly string[]): Promise<Map<string, IndexEntry>> {
    const targets = linkIds.flatMap((id) => this.byId(id) ?? []);
    return new Map(targets.map((target) => [target.id, indexEntryOf(target)]));
  }

  /**
   * Writes links and step together; resolves when every process sees them. Removes parked links: they must not keep
   * redirecting to an old destination, and the redirector asks the database about a link that the index lacks.
   */
  async write(rows: Rows<IndexEntry>, step: Step): Promise<void> {
    const parked = step.parked.map(({ stream }) => linkOf(stream));
    await commit(this.databases.root, () => {
      for (const [linkId, entry] of rows) {
        if (entry) this.put(entry);
        else this.remove(linkId);
      }
      for (const linkId of parked) this.remove(linkId);
      this.state.write(step);
    });
  }

  /** Always false: a link that cannot be stored fails in {@link indexEntryOf}. */
  refuses(): boolean {
    return false;
  }

  /** The position of the first event of a link that the index could not handle, while the link is parked. */
  parkedAt(linkId: string): bigint | undefined {
    return this.state.parkedAt(linkStream(linkId));
  }

  /** Removes the links and their state; the deleted workspaces and the campaigns stay. */
  async restart(): Promise<void> {
    const { links, ready, keys, members } = this.databases;
    await commit(this.databases.root, () => {
      for (const db of [links, ready, keys, members]) db.clearSync();
      this.state.clear();
    });
  }

  private async clear(): Promise<void> {
    await commit(this.databases.root, () => {
      for (const db of allOf(this.databases)) db.clearSync();
      noteLayout(this.databases.meta);
    });
    this.deleted.look();
  }

  private async collectMembers(): Promise<void> {
    await commit(this.databases.root, () => {
      for (const { value } of this.databases.links.getRange())
        if (MEMBER.test(value)) this.campaigns.add(unpackTarget(value));
      noteMembers(this.databases.meta);
    });
  }

  async close(): Promise<void> {
    this.deleted.close();
    await this.databases.root.close();
    if (this.path !== undefined) markClosed(this.path);
  }

  private put({ target, ready }: IndexEntry): void {
    const key = keyOf(target);
    const before = this.databases.links.get(key);
    if (before !== undefined && MEMBER.test(before)) this.campaigns.remove(unpackTarget(before));
    this.campaigns.add(target);
    this.databases.keys.putSync(target.id, key);
    this.databases.links.putSync(key, packTarget(target));
    this.writeAnswer(key, target.campaign_id === null ? ready : answerOf(this.campaigns.inherited(target)));
  }

  private remove(linkId: string): void {
    const stored = this.stored(linkId);
    if (!stored) return;
    this.campaigns.remove(stored.target);
    for (const db of [this.databases.links, this.databases.ready]) db.removeSync(stored.key);
    this.databases.keys.removeSync(linkId);
  }
}

const linkOf = (stream: string): string => `link_${stream.slice(LINK_CATEGORY.length + 1)}`;
