import { Inject, Injectable } from '@nestjs/common';
import type { WebhookRow } from '@contexts/webhooks';
import type { ReadStore } from '@platform/read-store';
import { READ_STORE } from '../tokens';
import { firstRow, pageOfRows } from '../workspace-rows';
import type { ListWebhooksQuery } from './webhook.schemas';

const LIVE = 'w.workspace_id = $1 AND w.deleted_at IS NULL';

/** As `statusOf` of the context decides it. */
const STATUS = "CASE WHEN w.disabled_at IS NOT NULL THEN 'disabled' WHEN w.active THEN 'active' ELSE 'paused' END";

/** The resources of a workspace that filters name. */
export interface Filtered {
  readonly link_ids: readonly string[];
  readonly campaign_ids: readonly string[];
  /** Host names. */
  readonly domains: readonly string[];
}

const KNOWN = `
  SELECT 'link_ids' AS kind, l.id AS value FROM links l
    WHERE l.workspace_id = $1 AND l.deleted_at IS NULL AND l.id = ANY($2::text[])
  UNION ALL SELECT 'campaign_ids', k.id FROM campaigns k
    WHERE k.workspace_id = $1 AND k.deleted_at IS NULL AND k.id = ANY($3::text[])
  UNION ALL SELECT 'domains', d.hostname FROM domains d
    WHERE d.workspace_id = $1 AND d.deleted_at IS NULL AND d.hostname = ANY($4::text[])`;

/** Queries of webhooks that are not deleted. Each names its workspace, and row-level security applies as well. */
@Injectable()
export class WebhookQueries {
  constructor(@Inject(READ_STORE) private readonly store: ReadStore) {}

  /** One page of a workspace's webhooks, newest first, and how many there are in all. */
  list(workspaceId: string, { status, ...paging }: ListWebhooksQuery) {
    const where = `${LIVE} AND ($2::text IS NULL OR ${STATUS} = $2)`;
    const listing = {
      rows: `SELECT w.* FROM webhooks w WHERE ${where}`,
      order: 'w.created_at DESC, w.id DESC',
      counted: `webhooks w WHERE ${where}`,
      values: [workspaceId, status ?? null],
    };
    return pageOfRows<WebhookRow>(this.store, workspaceId, listing, paging);
  }

  find(workspaceId: string, webhookId: string): Promise<WebhookRow | null> {
    const text = `SELECT w.* FROM webhooks w WHERE ${LIVE} AND w.id = $2`;
    return firstRow(this.store, workspaceId, { text, values: [workspaceId, webhookId] });
  }

  /** Those of the named resources that the workspace has. */
  known(workspaceId: string, { link_ids, campaign_ids, domains }: Filtered): Promise<Filtered> {
    return this.store.inWorkspace(workspaceId, async (client) => {
      const { rows } = await client.query<{ kind: keyof Filtered; value: string }>(KNOWN, [
        workspaceId,
        link_ids,
        campaign_ids,
        domains,
      ]);
      const of = (kind: keyof Filtered) => rows.filter((row) => row.kind === kind).map(({ value }) => value);
      return { link_ids: of('link_ids'), campaign_ids: of('campaign_ids'), domains: of('domains') };
    });
  }
}
