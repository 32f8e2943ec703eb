import { Inject, Injectable } from '@nestjs/common';
import { Rejection } from '@kernel';
import type { ReadStore } from '@platform/read-store';
import { READ_STORE } from '../tokens';

/** Keys of a workspace that are active or in grace. A rotation is exempt. */
export const MOST_KEYS = 100;

/**
 * Limits the live keys of a workspace, over all processes: a place is reserved before a key is made. When the process
 * dies in between, the reservation ends after ten minutes.
 */
@Injectable()
export class KeyLimit {
  constructor(@Inject(READ_STORE) private readonly store: Pick<ReadStore, 'inWorkspace'>) {}

  /**
   * Makes a key in a reserved place. A repeat for the same key uses its reservation.
   * @throws Rejection `limit_reached`
   */
  async within<T>(workspaceId: string, keyId: string, make: () => Promise<T>): Promise<T> {
    if (!(await this.reserve(workspaceId, keyId))) {
      throw new Rejection(
        'forbidden',
        'limit_reached',
        `A workspace may have ${MOST_KEYS} live keys; revoke one first.`,
      );
    }
    try {
      return await make();
    } catch (error) {
      // After a rejection no key was made. After any other error one may have been, and the place stays reserved.
      if (error instanceof Rejection) await this.release(workspaceId, keyId).catch(() => undefined);
      throw error;
    }
  }

  private reserve(workspaceId: string, keyId: string): Promise<boolean> {
    return this.store.inWorkspace(workspaceId, async (client) => {
      const { rows } = await client.query<{ reserved: boolean }>('SELECT reserve_key($1, $2, $3) AS reserved', [
        workspaceId,
        keyId,
        MOST_KEYS,
      ]);
      return rows[0]?.reserved === true;
    });
  }

  private release(workspaceId: string, keyId: string): Promise<unknown> {
    return this.store.inWorkspace(workspaceId, (client) =>
      client.query('DELETE FROM key_reservations WHERE workspace_id = $1 AND key_id = $2', [workspaceId, keyId]),
    );
  }
}
