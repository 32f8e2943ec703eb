import { Inject, Injectable } from '@nestjs/common';
import type { Chronicle, Event, EventStore, Recorded } from '@kernel';
import { type HttpResponse, found, invalid, notFound } from '@platform/http';
import type { Caller } from '../caller';
import { EVENT_STORE } from '../tokens';
import { historyEntriesOf, stateAt } from './history';
import { historyPage } from './history-endpoint';
import type { HistoryQuery } from './history.schemas';

/** A resource with a stream of its own. */
interface Target {
  readonly stream: string;
  readonly id: string;
}

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
    target: Target,
    instant: string,
    caller: Caller,
  ): Promise<R> {
    const events = await this.stream(target.stream, caller);
    if (instant > caller.now) throw invalid('query.as_of', 'must not lie in the future');
    return found(stateAt(chronicle, events, target.id, instant));
  }

  /** Like {@link at}, but a resource that was deleted at the instant is a 404, as it was then. */
  async liveAt<R extends { readonly revision: string; readonly deleted_at: string | null }, E extends Event>(
    chronicle: Chronicle<R, E>,
    target: Target,
    instant: string,
    caller: Caller,
  ): Promise<R> {
    const row = await this.at(chronicle, target, instant, caller);
    if (row.deleted_at) throw notFound();
    return row;
  }

  /** One page of what happened to a resource. @throws 404 as {@link stream} does */
  async page<R extends object, E extends Event>(
    chronicle: Chronicle<R, E>,
    { stream, id }: Target,
    query: HistoryQuery,
    caller: Caller,
  ): Promise<HttpResponse> {
    return historyPage(historyEntriesOf(chronicle, await this.stream(stream, caller), id), query);
  }
}
