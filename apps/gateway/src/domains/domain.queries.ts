import { Inject, Injectable } from '@nestjs/common';
import type { DomainRow } from '@contexts/domains';
import type { ReadStore } from '@platform/read-store';
import { READ_STORE } from '../tokens';
import type { CheckedDomain, DomainCheck } from './domain.presenter';
import type { ListDomainsQuery } from './domain.schemas';

/** A check is about the token that it looked for, and not about that of a domain added again. */
const CHECKED = `
  SELECT d.*, c.checked_at AS last_checked_at, c.result AS last_check
  FROM domains d LEFT JOIN domain_checks c ON c.domain_id = d.id AND c.token = d.token`;

const LIVE = 'd.workspace_id = $1 AND d.deleted_at IS NULL';

/** Queries of domains that are not removed. Each names its workspace, and row-level security applies as well. */
@Injectable()
export class DomainQueries {
  constructor(@Inject(READ_STORE) private readonly store: ReadStore) {}

  /** One page of a workspace's domains, newest first, and how many there are in all. */
  list(workspaceId: string, { status, page, limit }: ListDomainsQuery) {
    const where = `${LIVE} AND ($2::text IS NULL OR d.status = $2)`;
    const values = [workspaceId, status ?? null];
    const paged = `ORDER BY d.created_at DESC, d.id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}`;
    return this.store.inWorkspace(workspaceId, async (client) => {
      const [listed, counted] = await Promise.all([
        client.query<CheckedDomain>(`${CHECKED} WHERE ${where} ${paged}`, values),
        client.query<{ total: number }>(`SELECT count(*)::float8 AS total FROM domains d WHERE ${where}`, values),
      ]);
      return { rows: listed.rows, total: counted.rows[0]?.total ?? 0 };
    });
  }

  find(workspaceId: string, domainId: string): Promise<CheckedDomain | null> {
    return this.store.inWorkspace(workspaceId, async (client) => {
      const { rows } = await client.query<CheckedDomain>({
        name: 'find domain',
        text: `${CHECKED} WHERE ${LIVE} AND d.id = $2`,
        values: [workspaceId, domainId],
      });
      return rows[0] ?? null;
    });
  }

  /** The domains that were made primary, the last one first. The others have not given way yet. */
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
      SELECT FROM links l WHERE l.workspace_id = $1 AND l.domain_id = d.id AND l.deleted_at IS NULL)`;
    return this.store.inWorkspace(
      workspaceId,
      async (client) => (await client.query(text, [workspaceId, domainId])).rowCount === 1,
    );
  }

  /** Of any workspace: the domain that holds a hostname, null for none; `domain` is null if it is purged. */
  async holderOf(hostname: string): Promise<{ readonly id: string; readonly domain: DomainRow | null } | null> {
    const { rows } = await this.store.system.query<{ holder: string; domain: DomainRow | null }>(
      `SELECT h.domain_id AS holder, to_jsonb(d) AS domain
       FROM hostnames h LEFT JOIN domains d ON d.id = h.domain_id WHERE h.id = $1`,
      [hostname],
    );
    return rows[0] ? { id: rows[0].holder, domain: rows[0].domain } : null;
  }

  /** Whether links resolve on a hostname. */
  async isLive(hostname: string): Promise<boolean> {
    const { rowCount } = await this.store.system.query(
      `SELECT FROM live_domains d JOIN workspaces w ON w.id = d.workspace_id
       WHERE d.hostname = $1 AND w.deleted_at IS NULL`,
      [hostname],
    );
    return rowCount === 1;
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
