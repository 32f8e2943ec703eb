import { Inject, Injectable } from '@nestjs/common';
import { AGGREGATES, PUBLISHED, WORKSPACE_EVENTS, type WorkspaceEventRow } from '@contexts/aggregates';
import { type EventStore, type Recorded, UnfoldableEvent, categoryOf } from '@kernel';
import { atOnce } from '@platform/async';
import { Progress } from '@platform/processing';
import type { Log } from '@platform/telemetry';
import type { GatewayConfig } from '../core.module';
import { type Entry, type HistoryEntry, type SharedEntry, sharedHistoryOf } from '../history/history';
import { CONFIG, EVENT_STORE, LOGGER } from '../tokens';
import type { EventCursor } from './event-cursor';
import { EventQueries } from './event.queries';
import type { ListEventsQuery } from './event.schemas';

export interface WorkspaceEvents {
  readonly data: readonly (HistoryEntry & { readonly resource: { readonly type: string; readonly id: string } })[];
  readonly next: EventCursor | null;
  /** Processors that the newest events are waiting for. */
  readonly pending: readonly string[];
}

const PATIENCE_MS = 2_000;
/** Streams that are read at the same time. */
const AT_ONCE = 8;

/** What happened in a workspace: a read model says which events, and their streams what they changed. */
@Injectable()
export class WorkspaceEventLog {
  constructor(
    private readonly queries: EventQueries,
    private readonly progress: Progress,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(LOGGER) private readonly log: Pick<Log, 'error'>,
  ) {}

  /** A page, newest first, with everything that was answered before. */
  async list(workspaceId: string, query: ListEventsQuery): Promise<WorkspaceEvents> {
    const head = await this.store.head(PUBLISHED);
    const pending = await this.progress.awaitProcessed([WORKSPACE_EVENTS], head, PATIENCE_MS);
    const { rows, next } = await this.queries.page(workspaceId, query);
    const entries = await this.entriesOf(rows);
    const data = rows.flatMap((row) => {
      const entry = entries.get(row.id);
      if (!entry) return [];
      const { key_id: _, previous: __, ...own } = entry;
      return [{ ...own, resource: { type: kindOf(row), id: row.resource_id } }];
    });
    return { data, next, pending };
  }

  /** The entries of rows, by their ids. Of a stream, which may be large, nothing else is kept. */
  private async entriesOf(rows: readonly WorkspaceEventRow[]): Promise<ReadonlyMap<string, SharedEntry>> {
    const wanted = new Set(rows.map(({ id }) => id));
    const entries = new Map<string, SharedEntry>();
    await atOnce(AT_ONCE, new Set(rows.map(({ stream }) => stream)), async (stream) => {
      for (const entry of this.historyOf(stream, await this.store.read(stream))) {
        const id = `${stream}/${entry.revision}`;
        if (wanted.has(id)) entries.set(id, entry.make());
      }
    });
    return entries;
  }

  /** Of a stream with an event that cannot be folded what was before it: other resources are shown as ever. */
  private historyOf(stream: string, events: readonly Recorded[]): readonly Entry<SharedEntry>[] {
    const chronicle = AGGREGATES.find(({ category }) => category === categoryOf(stream))?.chronicle;
    if (!chronicle) return [];
    try {
      return sharedHistoryOf(chronicle(this.config.publicUrl), events);
    } catch (error) {
      if (!(error instanceof UnfoldableEvent)) throw error;
      this.log.error({ err: error }, 'events are left out of a list: they cannot be read');
      const { revision } = error.place;
      return this.historyOf(
        stream,
        events.filter((recorded) => recorded.revision < BigInt(revision)),
      );
    }
  }
}

/** The first word of a public name. */
const kindOf = ({ type }: WorkspaceEventRow): string => type.slice(0, type.indexOf('.'));
