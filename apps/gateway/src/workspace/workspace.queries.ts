import { Inject, Injectable } from '@nestjs/common';
import type { Workspace } from '@contexts/workspaces';
import type { ReadStore } from '@platform/read-store';
import { KEY_LIMIT } from '../api-keys/api-key.commands';
import { READ_STORE } from '../tokens';
import { firstRow } from '../workspace-rows';

/** A workspace, what it uses, and what its plan allows. */
export interface UsedWorkspace extends Workspace {
  readonly revision: string;
  readonly links: number;
  readonly api_keys: number;
  readonly members: number;
  /** Null where the plan has no limit. */
  readonly requests_per_minute: number | null;
}

/** Queries of workspaces. Each names its workspace, and row-level security applies as well. */
@Injectable()
export class WorkspaceQueries {
  constructor(@Inject(READ_STORE) private readonly store: ReadStore) {}

  find(workspaceId: string): Promise<UsedWorkspace | null> {
    const text = `SELECT w.*, plan_limit(w.plan) AS requests_per_minute,
         coalesce((SELECT c.links FROM link_counts c WHERE c.workspace_id = $1 AND c.kind = 'live' AND c.key = ''), 0)::float8
           AS links,
         (SELECT count(*)::float8 FROM api_keys WHERE workspace_id = $1 AND ${KEY_LIMIT.counted}) AS api_keys,
         (SELECT count(*)::float8 FROM memberships m WHERE m.workspace_id = $1) AS members
       FROM workspaces w WHERE w.id = $1`;
    return firstRow(this.store, workspaceId, { text, values: [workspaceId] });
  }
}
