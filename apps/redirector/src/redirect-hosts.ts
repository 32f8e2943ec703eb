import { BoundedMap, inKeyOrder, type Projection, type Recorded } from '@kernel';
import { REDIRECT_HOSTS } from '@contexts/aggregates';
import {
  DOMAIN_CATEGORY,
  type DeepLinks,
  type DomainEvent,
  type DomainRow,
  type HostnameEvent,
  type HostnameRow,
  domainList,
  hostnameList,
} from '@contexts/domains';
import { type FoldTarget, LmdbState, type Rows, type Step, commit } from '@platform/processing';
import type { Database, RootDatabase } from 'lmdb';

/** A hostname of a workspace, on which its links resolve. */
export interface LiveHost extends Pick<
  DomainRow,
  'id' | 'workspace_id' | 'hostname' | 'root_url' | 'not_found_url' | 'expired_url'
> {
  /** A document of the domain as it is served; null if it has none. */
  deepLinks(name: DeepLinkName): string | null;
}

export type DeepLinkName = 'apple_app_site_association' | 'assetlinks';

type HostEvent = DomainEvent | HostnameEvent;
/** Which domain holds a hostname, or a domain. */
export type HostEntry = { readonly holder: HostnameRow } | { readonly domain: DomainRow };

/** The same bytes for the same document, wherever it was stored. */
export const documentText = (document: DeepLinks | null): string | null =>
  document && JSON.stringify(inKeyOrder(document));

/** Documents have up to 128 kB, and a stranger's request would take milliseconds to make the text of one. */
const KEPT_CHARACTERS = 4_000_000;

/** Keys of the db `hosts`: holders by hostname, domains by id, and their documents, which few visits want. */
const HOLDER = 'holder/';
const DOMAIN = 'domain/';
const DOCUMENTS = 'documents/';

/** The folds of the read models. */
export const hostEntries: Pick<Projection<HostEntry, HostEvent>, 'keys' | 'evolve'> = {
  keys: (recorded) =>
    isOfDomain(recorded)
      ? domainList.keys(recorded).map((id) => DOMAIN + id)
      : hostnameList.keys(recorded as Recorded<HostnameEvent>).map((hostname) => HOLDER + hostname),
  evolve: (entry, recorded, key) => {
    if (isOfDomain(recorded)) {
      const before = entry && 'domain' in entry ? entry.domain : null;
      const domain = domainList.evolve(before, recorded, key.slice(DOMAIN.length));
      return domain && { domain };
    }
    const before = entry && 'holder' in entry ? entry.holder : null;
    const holder = hostnameList.evolve(before, recorded as Recorded<HostnameEvent>, key.slice(HOLDER.length));
    return holder && { holder };
  },
};

const isOfDomain = (recorded: Recorded<HostEvent>): recorded is Recorded<DomainEvent> =>
  recorded.stream.startsWith(`${DOMAIN_CATEGORY}-`);

/** The hosts of workspaces, stored beside the links with a checkpoint of their own. */
export class RedirectHosts implements FoldTarget<HostEntry> {
  readonly state: LmdbState;
  /** Texts of documents, by what is stored of them; empty for a document that is not there. */
  private readonly texts = new BoundedMap<string>(KEPT_CHARACTERS);

  constructor(
    private readonly root: RootDatabase,
    meta: Database<string, string>,
    private readonly hosts: Database<string, string>,
  ) {
    this.state = new LmdbState(meta, REDIRECT_HOSTS.prefix);
  }

  /**
   * @param hostname in its canonical form
   * @returns null if its domain is not verified any more; undefined if it is unknown
   */
  find(hostname: string): LiveHost | null | undefined {
    const holder = this.hosts.get(HOLDER + hostname);
    if (holder === undefined) return undefined;
    const { domain_id } = JSON.parse(holder) as HostnameRow;
    const text = this.hosts.get(DOMAIN + domain_id);
    if (text === undefined) return undefined;
    const domain = JSON.parse(text) as DomainRow;
    if (domain.status !== 'verified' || domain.deleted_at) return null;
    return { ...domain, deepLinks: (name) => this.textOf(domain_id, name) };
  }

  async load(keys: readonly string[]): Promise<Map<string, HostEntry>> {
    return new Map(
      keys.flatMap((key): [string, HostEntry][] => {
        const text = this.hosts.get(key);
        if (text === undefined) return [];
        if (key.startsWith(HOLDER)) return [[key, { holder: JSON.parse(text) as HostnameRow }]];
        const domain = JSON.parse(text) as DomainRow;
        return [[key, { domain: { ...domain, ...this.documentsOf(domain.id) } }]];
      }),
    );
  }

  /** Removes parked domains: the redirector asks the database about a host that it does not find here. */
  async write(rows: Rows<HostEntry>, step: Step): Promise<void> {
    await commit(this.root, () => {
      for (const [key, entry] of rows) this.put(key, entry);
      for (const { stream } of step.parked)
        if (stream.startsWith(`${DOMAIN_CATEGORY}-`))
          this.put(`${DOMAIN}dom_${stream.slice(DOMAIN_CATEGORY.length + 1)}`, null);
      this.state.write(step);
    });
  }

  /** Removes all of them, and their state. */
  async restart(): Promise<void> {
    await commit(this.root, () => {
      this.hosts.clearSync();
      this.state.clear();
    });
  }

  /** Always false: hostnames and ids are never too long to be stored. */
  refuses(): boolean {
    return false;
  }

  private put(key: string, entry: HostEntry | null): void {
    const documents = DOCUMENTS + key.slice(DOMAIN.length);
    if (!entry) {
      this.hosts.removeSync(key);
      if (key.startsWith(DOMAIN)) this.hosts.removeSync(documents);
      return;
    }
    if ('holder' in entry) return void this.hosts.putSync(key, JSON.stringify(entry.holder));
    const { apple_app_site_association, assetlinks, ...domain } = entry.domain;
    this.hosts.putSync(key, JSON.stringify(domain));
    if (apple_app_site_association || assetlinks)
      this.hosts.putSync(documents, JSON.stringify({ apple_app_site_association, assetlinks }));
    else this.hosts.removeSync(documents);
  }

  private textOf(domainId: string, name: DeepLinkName): string | null {
    const stored = this.hosts.get(DOCUMENTS + domainId);
    if (stored === undefined) return null;
    const key = `${name} ${stored}`;
    const known = this.texts.get(key);
    if (known !== undefined) return known || null;
    const text = documentText((JSON.parse(stored) as Pick<DomainRow, DeepLinkName>)[name]);
    this.texts.set(key, text ?? '');
    return text;
  }

  private documentsOf(domainId: string): Pick<DomainRow, DeepLinkName> {
    const text = this.hosts.get(DOCUMENTS + domainId);
    return text === undefined
      ? { apple_app_site_association: null, assetlinks: null }
      : (JSON.parse(text) as Pick<DomainRow, DeepLinkName>);
  }
}
