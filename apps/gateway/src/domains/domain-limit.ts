import { Inject, Injectable } from '@nestjs/common';
import type { ReadStore } from '@platform/read-store';
import { ResourceLimit } from '../resource-limit';
import { READ_STORE } from '../tokens';

/** Domains of a workspace that are not removed. */
export const MOST_DOMAINS = 100;

@Injectable()
export class DomainLimit extends ResourceLimit {
  constructor(@Inject(READ_STORE) store: Pick<ReadStore, 'inWorkspace'>) {
    super(store, {
      reserve: 'reserve_domain',
      release: 'DELETE FROM domain_reservations WHERE workspace_id = $1 AND domain_id = $2',
      most: MOST_DOMAINS,
      reached: `A workspace may have ${MOST_DOMAINS} domains; remove one first.`,
    });
  }
}
