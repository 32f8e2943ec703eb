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

  /** @param domain of a link, one of ours; absent: the first */
  resolve(domain: string | undefined): string {
    return domain?.toLowerCase() ?? this.primary;
  }

  has(domain: string): boolean {
    return this.all.has(domain.toLowerCase());
  }
}
