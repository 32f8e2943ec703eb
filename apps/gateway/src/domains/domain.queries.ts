import { Inject, Injectable } from '@nestjs/common';
import type { DomainRow } from '@contexts/domains';
import { DEFAULT_DOMAIN } from '@contexts/links';
import type { ReadStore } from '@platform/read-store';
import { READ_STORE } from '../tokens';
import { firstRow, pageOfRows } from '../workspace-rows';
import type { CheckedDomain, DomainCheck } from './domain.presenter';
import type { ListDomainsQuery } from './domain.schemas';

/** A check applies to the token that it looked for. A domain that was added again has another token. */
const CHECKED = `
  SELECT d.*, c.checked_at AS last_checked_at, c.result AS last_check
  FROM domains d LEFT JOIN domain_checks c ON c.domain_id = d.id AND c.token = d.token`;

const LIVE = 'd.workspace_id = $1 AND d.deleted_at IS NULL';

/** Queries of domains that are not removed. Each names its workspace, and row-level security applies as well. */
@Injectable()
export class DomainQueries {
  constructor(@Inject(READ_STORE) private readonly store: ReadStore) {}

  /** One page of a workspace's domains, newest first, and how many there are in all. */
  list(workspaceId: string, { status, ...paging }: ListDomainsQuery) {
    const where = `${LIVE} AND ($2::text IS NULL OR d.status = $2)`;
    const listing = {
      rows: `${CHECKED} WHERE ${where}`,
      order: 'd.created_at DESC, d.id DESC',
      counted: `domains d WHERE ${where}`,
      values: [workspaceId, status ?? null],
    };
    return pageOfRows<CheckedDomain>(this.store, workspaceId, listing, paging);
  }

  find(workspaceId: string, domainId: string): Promise<CheckedDomain | null> {
    return firstRow<CheckedDomain>(this.store, workspaceId, {
      name: 'find domain',
      text: `${CHECKED} WHERE ${LIVE} AND d.id = $2`,
      values: [workspaceId, domainId],
    });
  }

  /** The primary domains, the last one made primary first. The others are about to end being primary. */
  primaries(workspaceId: string): Promise<readonly DomainRow[]> {
    const text = `SELECT * FROM domains d WHERE ${LIVE} AND d.primary_since IS NOT NULL
      ORDER BY d.primary_since DESC, d.id DESC`;
    return this.store.inWorkspace(
      workspaceId,
      async (client) => (await client.query<DomainRow>(text, [workspaceId])).rows,
    );
  }

  /** Whether a domain that is not removed has links that are not deleted. */
  isInUse(workspaceId: string, domainId: string): Promise<boolean> {
    const text = `SELECT FROM domains d WHERE ${LIVE} AND d.id = $2 AND EXISTS (
      SELECT FROM links l WHERE l.workspace_id = $1 AND l.domain_id = d.id AND l.domain_id <> '${DEFAULT_DOMAIN}'
        AND l.deleted_at IS NULL)`;
    return this.store.inWorkspace(
      workspaceId,
      async (client) => (await client.query(text, [workspaceId, domainId])).rowCount === 1,
    );
  }

  /** The domain of any workspace that holds a hostname, or null. `domain` is null if it is purged. */
  async holderOf(hostname: string): Promise<{ readonly id: string; readonly domain: DomainRow | null } | null> {
    const { rows } = await this.store.system.query<{ holder: string; domain: DomainRow | null }>(
      `SELECT h.domain_id AS holder, to_jsonb(d) AS domain
       FROM hostnames h LEFT JOIN domains d ON d.id = h.domain_id WHERE h.id = $1`,
      [hostname],
    );
    return rows[0] ? { id: rows[0].holder, domain: rows[0].domain } : null;
  }

  /** Those among these hostnames on which links resolve. */
  async live(hostnames: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await this.store.system.query<{ hostname: string }>(
      `SELECT d.hostname FROM live_domains d JOIN workspaces w ON w.id = d.workspace_id
       WHERE d.hostname = ANY($1::text[]) AND w.deleted_at IS NULL`,
      [[...new Set(hostnames)]],
    );
    return new Set(rows.map(({ hostname }) => hostname));
  }

  /** Of any workspace: the verified domains of a hostname. */
  async verifiedOn(hostname: string): Promise<readonly DomainRow[]> {
    const { rows } = await this.store.system.query<DomainRow>(
      "SELECT * FROM domains WHERE hostname = $1 AND status = 'verified' AND deleted_at IS NULL",
      [hostname],
    );
    return rows;
  }

  /** Records what a check has found. @returns whether the record of a verified domain is missing for good */
  async note({ id, workspace_id, token }: DomainRow, found: DomainCheck['last_check']): Promise<boolean> {
    const { rows } = await this.store.system.query<{ lost: boolean }>(
      'SELECT note_domain_check($1, $2, $3, $4) AS lost',
      [id, workspace_id, token, found],
    );
    return rows[0]?.lost === true;
  }
}
