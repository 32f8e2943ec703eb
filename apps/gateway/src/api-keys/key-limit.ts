import { Inject, Injectable } from '@nestjs/common';
import type { ReadStore } from '@platform/read-store';
import { ResourceLimit } from '../resource-limit';
import { READ_STORE } from '../tokens';

/** Keys of a workspace that are active or in grace. A rotation is exempt. */
export const MOST_KEYS = 100;

/** Limits the live keys of a workspace. */
@Injectable()
export class KeyLimit extends ResourceLimit {
  constructor(@Inject(READ_STORE) store: Pick<ReadStore, 'inWorkspace'>) {
    super(store, {
      reserve: 'reserve_key',
      release: 'DELETE FROM key_reservations WHERE workspace_id = $1 AND key_id = $2',
      most: MOST_KEYS,
      reached: `A workspace may have ${MOST_KEYS} live keys; revoke one first.`,
    });
  }
}
