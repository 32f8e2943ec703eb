import { Inject, Injectable } from '@nestjs/common';
import type { Chronicle, Event, EventStore, Recorded } from '@kernel';
import { etagOf, invalid, notFound } from '@platform/http';
import type { Caller } from '../caller';
import { EVENT_STORE } from '../tokens';
import { stateAt } from './history';

/** Reads the past of resources out of the truth. */
@Injectable()
export class Histories {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  /** A stream of the caller's workspace. @throws 404, the same for a stream that is not there and for another workspace's */
  async stream(name: string, { subject }: Caller): Promise<readonly Recorded[]> {
    const events = await this.store.read(name);
    if (events[0]?.metadata.workspace_id !== subject.workspaceId) throw notFound();
    return events;
  }

  /**
   * A resource as it stood at an instant, and its version then.
   * @throws 400 for an instant that is yet to come: nothing can be said of it that would stay true; 404 before its creation
   */
  async at<R extends { readonly revision: string }, E extends Event>(
    chronicle: Chronicle<R, E>,
    target: { readonly stream: string; readonly id: string },
    instant: string,
    caller: Caller,
  ): Promise<{ row: R; etag: string }> {
    const events = await this.stream(target.stream, caller);
    if (instant > caller.now) throw invalid('query.as_of', 'must not lie in the future');
    const row = stateAt(chronicle, events, target.id, instant);
    if (!row) throw notFound();
    return { row, etag: etagOf(BigInt(row.revision)) };
  }
}
