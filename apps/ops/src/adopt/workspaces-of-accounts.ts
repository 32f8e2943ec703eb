import type { Plan } from '@kernel';
import type { Installation } from '../installation';
import { sendToWorkspace } from '../send-to-workspace';

export interface CreatedAgain {
  readonly id: string;
  readonly name: string;
}

/**
 * Creates again, empty, each workspace that has members and that the store lacks. Accounts and memberships are in tables
 * alone. Without their workspace its members could neither log in nor register again. Must run before the read model
 * of workspaces is rebuilt, as only that has the names. May be repeated.
 */
export const createWorkspacesOfAccounts = async (
  installation: Pick<Installation, 'store' | 'pool'>,
): Promise<readonly CreatedAgain[]> => {
  const { rows } = await installation.pool.query<CreatedAgain & { plan: Plan }>(
    `SELECT id, name, plan FROM workspaces w
     WHERE purged_at IS NULL AND EXISTS (SELECT FROM memberships m WHERE m.workspace_id = w.id) ORDER BY created_at, id`,
  );
  const created: CreatedAgain[] = [];
  for (const { id, name, plan } of rows) {
    const data = { workspace_id: id, name, plan };
    const { events } = await sendToWorkspace(installation, id, () => ({ type: 'CreateWorkspace', data }));
    if (events > 0) created.push({ id, name });
  }
  return created;
};
