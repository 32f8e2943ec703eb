import { Inject, Injectable } from '@nestjs/common';
import type { Chronicle, Event, EventStore, Recorded } from '@kernel';
import { found, invalid, notFound } from '@platform/http';
import type { Caller } from '../caller';
import { EVENT_STORE } from '../tokens';
import { stateAt } from './history';

/** Reads the past of resources from the event store. */
@Injectable()
export class Histories {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  /** A stream of the caller's workspace. @throws 404, the same for an absent stream and for another workspace's */
  async stream(name: string, { subject }: Caller): Promise<readonly Recorded[]> {
    const events = await this.store.read(name);
    if (events[0]?.metadata.workspace_id !== subject.workspaceId) throw notFound();
    return events;
  }

  /**
   * A resource as it was at an instant.
   * @throws 400 for an instant in the future, since its answer could still change; 404 before the creation
   */
  async at<R extends { readonly revision: string }, E extends Event>(
    chronicle: Chronicle<R, E>,
    target: { readonly stream: string; readonly id: string },
    instant: string,
    caller: Caller,
  ): Promise<R> {
    const events = await this.stream(target.stream, caller);
    if (instant > caller.now) throw invalid('query.as_of', 'must not lie in the future');
    return found(stateAt(chronicle, events, target.id, instant));
  }
}
