import type { ClientBase } from 'pg';
import { insufficientScope } from '@platform/http';
import type { ReadStore } from '@platform/read-store';
import type { Caller } from '../caller';

/**
 * Runs a change of a workspace's members or invitations. Such changes of one workspace run one after the other, and
 * each checks that its caller is still an owner, so that two owners cannot demote each other at the same time.
 * @param work gets the ids of all owners
 */
export const asOwner = <T>(
  store: ReadStore,
  { subject: { workspaceId, actor } }: Caller,
  work: (client: ClientBase, owners: readonly string[]) => Promise<T>,
): Promise<T> =>
  store.inWorkspace(workspaceId, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended('members/' || $1::text, 0))", [workspaceId]);
    const { rows } = await client.query<{ user_id: string }>(
      "SELECT user_id FROM memberships WHERE workspace_id = $1 AND role = 'owner'",
      [workspaceId],
    );
    const owners = rows.map(({ user_id }) => user_id);
    if (!owners.includes(actor.id)) throw insufficientScope('owner');
    return work(client, owners);
  });
