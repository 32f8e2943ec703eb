import { Rejection } from '@kernel';

/** The installation's own short hosts. They share one domain, so an alias is taken on all of them or on none. */
export class ShortHosts {
  readonly all: ReadonlySet<string>;
  private readonly primary: string;

  /** @param hosts lower case, with a port where it is not the scheme's own; the first is used when a link names none */
  constructor(hosts: readonly string[]) {
    const [primary] = hosts;
    if (!primary) throw new Error('there must be at least one short host');
    this.primary = primary;
    this.all = new Set(hosts);
  }

  /**
   * @param part of the request that names the domain
   * @throws Rejection `domain_not_verified` for a host that is not ours
   */
  resolve(domain: string | undefined, part: 'body' | 'query' = 'body'): string {
    if (domain === undefined) return this.primary;
    if (this.has(domain)) return domain.toLowerCase();
    const problem = { location: `${part}.domain`, message: 'is not a verified domain of this workspace' };
    throw new Rejection('invalid', 'domain_not_verified', 'Links can be made on verified domains only.', {}, [problem]);
  }

  has(domain: string): boolean {
    return this.all.has(domain.toLowerCase());
  }
}
