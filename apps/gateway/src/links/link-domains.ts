import { Inject, Injectable } from '@nestjs/common';
import { type Problem, parseUrl } from '@kernel';
import { canonicalHostname, domainIdOf } from '@contexts/domains';
import { DEFAULT_DOMAIN, leadsTo } from '@contexts/links';
import type { ReadStore } from '@platform/read-store';
import { digest } from '../ids';
import { READ_STORE } from '../tokens';
import { fieldOf, urlsOf } from './link-urls';
import { ShortHosts } from './short-hosts';

/** Where a link lives: the id of its domain, and the host of its short URL. */
export interface LinkDomain {
  readonly domain_id: string;
  readonly domain: string;
}

interface LiveDomain {
  readonly id: string;
  readonly hostname: string;
  readonly workspace_id: string;
  readonly primary_since: string | null;
}

/** The verified domains that concern a body; undefined where nobody has looked. */
interface Known {
  readonly live: readonly LiveDomain[];
  readonly workspaceId: string;
}

const LIVE = `
  SELECT id, hostname, workspace_id, primary_since FROM live_domains
  WHERE hostname = ANY($1::text[]) OR workspace_id = $2 AND primary_since IS NOT NULL
  ORDER BY primary_since DESC NULLS LAST, id DESC`;

/** How long an installation without domains is not asked again whether it has one. */
const ABSENT_MS = 1_000;

/** Domains of links: our own short hosts, and the verified domains of workspaces. */
@Injectable()
export class LinkDomains {
  private readonly known = new WeakMap<object, Known>();
  private hasAny = false;
  /** When the question was asked whose answer was none; by a clock that nobody sets. */
  private noneAt = -Infinity;
  /** Under way: bodies that come meanwhile wait for its answer. */
  private asking: Promise<boolean> | undefined;

  constructor(
    private readonly hosts: ShortHosts,
    @Inject(READ_STORE) private readonly store: Pick<ReadStore, 'system'>,
  ) {}

  /** A domain was added: bodies concern domains from now on. */
  noteAdded(): void {
    this.hasAny = true;
  }

  /**
   * Looks up the domains that a body names, and those that its URLs lead to. Its policy and {@link homeOf} know them
   * from then on.
   */
  async prepare(body: unknown, workspaceId: string, sent?: readonly unknown[]): Promise<void> {
    if (typeof body !== 'object' || body === null) return;
    const domain = fieldOf(body, 'domain');
    const named = typeof domain === 'string' && !this.hosts.has(domain) ? [domain] : [];
    if (named.length === 0 && !(await this.mayConcern())) return;
    const urls = sent ?? urlsOf(body).map(([, url]) => url);
    const led = urls.flatMap((url) => (typeof url === 'string' ? (parseUrl(url)?.hostname ?? []) : []));
    const hostnames = [...named, ...led].flatMap((name) => canonicalHostname(name) ?? []);
    this.known.set(body, { live: await this.live(hostnames, workspaceId), workspaceId });
  }

  /** Where a new link lives: on the domain that it names, else on the primary domain, else on our first short host. */
  homeOf(body: object & { readonly domain?: string | null | undefined }): LinkDomain {
    const known = this.known.get(body);
    if (body.domain) {
      const found = this.hosts.has(body.domain) ? undefined : this.ownOf(known, body.domain);
      return found ? atDomain(found) : atOurs(this.hosts.resolve(body.domain));
    }
    const primary = known?.live.find(
      ({ workspace_id, primary_since }) => workspace_id === known.workspaceId && primary_since !== null,
    );
    return primary ? atDomain(primary) : atOurs(this.hosts.resolve(undefined));
  }

  /** Why links cannot have the domain that a prepared body names, if so. */
  problemsOfDomain(body: object, domain: string): Problem[] {
    const known = this.known.get(body);
    return !known || this.hosts.has(domain) || this.ownOf(known, domain) ? [] : [notVerified('body')];
  }

  /** Whether a URL leads to a host of ours, or to a verified domain that was looked up for the body. */
  leadsToUs(url: string, body: object | undefined): boolean {
    if (leadsTo(url, this.hosts.all)) return true;
    const live = body && this.known.get(body)?.live;
    const hostname = live?.length ? canonicalHostname(new URL(url).hostname) : null;
    return hostname !== null && live?.some((domain) => domain.hostname === hostname) === true;
  }

  /** The id of a host as a domain of the workspace, verified or not; null for a host that has no links. */
  idOf(workspaceId: string, domain: string | undefined): string | null {
    if (domain === undefined || this.hosts.has(domain)) return DEFAULT_DOMAIN;
    const hostname = canonicalHostname(domain);
    return hostname === null ? null : domainIdOf(workspaceId, hostname, digest);
  }

  /** As links have it: in lower case and in ASCII. */
  nameOf(domain: string): string {
    return this.hosts.has(domain) ? domain.toLowerCase() : (canonicalHostname(domain) ?? domain.toLowerCase());
  }

  /** Why a query cannot name this domain, if so. */
  async problemsOfQuery(workspaceId: string, domain: string | undefined): Promise<Problem[]> {
    if (domain === undefined || this.hosts.has(domain)) return [];
    const hostname = canonicalHostname(domain);
    const live = hostname === null ? [] : await this.live([hostname], workspaceId);
    return this.ownOf({ live, workspaceId }, domain) ? [] : [notVerified('query')];
  }

  /** An installation without domains pays for no query at each link. */
  private async mayConcern(): Promise<boolean> {
    if (this.hasAny || performance.now() - this.noneAt < ABSENT_MS) return this.hasAny;
    this.asking ??= this.ask().finally(() => (this.asking = undefined));
    return this.asking;
  }

  private async ask(): Promise<boolean> {
    const askedAt = performance.now();
    const { rowCount } = await this.store.system.query('SELECT FROM domains LIMIT 1');
    if (rowCount) this.hasAny = true;
    else this.noneAt = askedAt;
    return this.hasAny;
  }

  private async live(hostnames: readonly string[], workspaceId: string): Promise<readonly LiveDomain[]> {
    const values = [hostnames, workspaceId];
    return (await this.store.system.query<LiveDomain>({ name: 'live domains', text: LIVE, values })).rows;
  }

  private ownOf(known: Known | undefined, domain: string): LiveDomain | undefined {
    const hostname = canonicalHostname(domain);
    return known?.live.find((live) => live.hostname === hostname && live.workspace_id === known.workspaceId);
  }
}

const atDomain = ({ id, hostname }: LiveDomain): LinkDomain => ({ domain_id: id, domain: hostname });
const atOurs = (domain: string): LinkDomain => ({ domain_id: DEFAULT_DOMAIN, domain });

const notVerified = (part: 'body' | 'query'): Problem => ({
  location: `${part}.domain`,
  message: 'is not a verified domain of this workspace',
  code: 'domain_not_verified',
});
