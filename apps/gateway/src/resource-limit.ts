import { Rejection } from '@kernel';
import type { ReadStore } from '@platform/read-store';

export interface Limit {
  /** SQL function of workspace, id and `most`: whether the resource exists or a place is reserved for it. */
  readonly reserve: string;
  /** SQL statement that removes a reservation; $1 is the workspace, $2 the id. */
  readonly release: string;
  readonly most: number;
  /** The detail of the refusal. */
  readonly reached: string;
}

/**
 * Limits the resources of one kind in a workspace, over all processes: a place is reserved before a resource is made.
 * When the process dies in between, the reservation ends after ten minutes.
 */
export abstract class ResourceLimit {
  protected constructor(
    private readonly store: Pick<ReadStore, 'inWorkspace'>,
    private readonly limit: Limit,
  ) {}

  /**
   * Makes a resource in a reserved place. A repeat for the same resource uses its reservation.
   * @throws Rejection `limit_reached`
   */
  async within<T>(workspaceId: string, id: string, make: () => Promise<T>): Promise<T> {
    if (!(await this.reserve(workspaceId, id))) throw new Rejection('forbidden', 'limit_reached', this.limit.reached);
    try {
      return await make();
    } catch (error) {
      // After a rejection nothing was made. After any other error it may have been, and the place stays reserved.
      if (error instanceof Rejection) await this.release(workspaceId, id).catch(() => undefined);
      throw error;
    }
  }

  private reserve(workspaceId: string, id: string): Promise<boolean> {
    const { reserve, most } = this.limit;
    return this.store.inWorkspace(workspaceId, async (client) => {
      const text = `SELECT ${reserve}($1, $2, $3) AS reserved`;
      const { rows } = await client.query<{ reserved: boolean }>(text, [workspaceId, id, most]);
      return rows[0]?.reserved === true;
    });
  }

  private release(workspaceId: string, id: string): Promise<unknown> {
    return this.store.inWorkspace(workspaceId, (client) => client.query(this.limit.release, [workspaceId, id]));
  }
}
