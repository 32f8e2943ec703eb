import { BoundedMap } from '@kernel';
import { DOMAIN_CATEGORY, type DomainRow, canonicalHostname } from '@contexts/domains';
import type { Pool } from 'pg';
import { MissingLinks } from './missing-links';
import { type LiveHost, documentText } from './redirect-hosts';

/** Finds the host of a workspace; undefined for no such host. Rejects while it is not known. */
export type FindHost = (hostname: string) => LiveHost | undefined | Promise<LiveHost | undefined>;

export interface HostFinder {
  /** What this process knows. */
  readonly known: { find(hostname: string): LiveHost | null | undefined };
  /** Asks the database. */
  readonly find: (hostname: string) => Promise<LiveHost | null>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** How long a missing host is remembered. */
const ABSENT_MS = 1_000;
const REMEMBERED = 100_000;

/** Asks the index, then the database: visitors of one host share a query, and few run at once. */
export const hostFinder = ({ known, find, now = Date.now }: HostFinder): FindHost => {
  const absent = new BoundedMap<number>(REMEMBERED);
  const missing = new MissingLinks<LiveHost>((_, hostname) => find(hostname));
  return (hostname) => {
    const host = known.find(hostname);
    // The database may be behind the index: it is not asked about a host that the index knows.
    if (host !== undefined) return host ?? undefined;
    if ((absent.get(hostname) ?? 0) > now()) return undefined;
    return missing.get('host', hostname).then((found) => {
      if (!found) absent.set(hostname, now() + ABSENT_MS);
      return found ?? undefined;
    });
  };
};

/** Looks a host up in the read models. A domain that one of them has parked is not found. */
export const findHostIn =
  (pool: Pool): HostFinder['find'] =>
  async (hostname) => {
    const { rows } = await pool.query<DomainRow>(
      `SELECT d.* FROM live_domains d WHERE d.hostname = $1
         AND NOT EXISTS (
           SELECT FROM parked_streams p
           WHERE p.read_model = 'domains' AND p.stream = '${DOMAIN_CATEGORY}-' || substr(d.id, 5))
         AND NOT EXISTS (SELECT FROM workspaces w WHERE w.id = d.workspace_id AND w.deleted_at IS NOT NULL)`,
      [hostname],
    );
    const [domain] = rows;
    return domain ? { ...domain, deepLinks: (name) => documentText(domain[name]) } : null;
  };

/**
 * The hostname of a Host header in its canonical form: without port and final dot. Null for an address or one label.
 */
export const hostnameIn = (host: string): string | null => canonicalHostname(host.replace(/:\d*$/, ''));
