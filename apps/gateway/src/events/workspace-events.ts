import { Inject, Injectable } from '@nestjs/common';
import { AGGREGATES, PUBLISHED, WORKSPACE_EVENTS, type WorkspaceEventRow } from '@contexts/aggregates';
import { type EventStore, categoryOf } from '@kernel';
import { atOnce } from '@platform/async';
import { Progress } from '@platform/processing';
import type { GatewayConfig } from '../core.module';
import { type HistoryEntry, sharedHistoryOf } from '../history/history';
import { CONFIG, EVENT_STORE } from '../tokens';
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
  ) {}

  /** A page, newest first, with everything that was answered before. */
  async list(workspaceId: string, query: ListEventsQuery): Promise<WorkspaceEvents> {
    const head = await this.store.head(PUBLISHED);
    const pending = await this.progress.awaitProcessed([WORKSPACE_EVENTS], head, PATIENCE_MS);
    const { rows, next } = await this.queries.page(workspaceId, query);
    const entries = await this.entriesOf([...new Set(rows.map(({ stream }) => stream))]);
    const data = rows.flatMap((row) => {
      const entry = entries.get(row.id);
      return entry ? [{ ...entry, resource: { type: kindOf(row), id: row.resource_id } }] : [];
    });
    return { data, next, pending };
  }

  /** The entries of whole streams, by the ids of their rows. */
  private async entriesOf(streams: readonly string[]): Promise<ReadonlyMap<string, HistoryEntry>> {
    const entries = new Map<string, HistoryEntry>();
    await atOnce(AT_ONCE, streams, async (stream) => {
      const chronicle = AGGREGATES.find(({ category }) => category === categoryOf(stream))?.chronicle;
      if (!chronicle) return;
      const events = await this.store.read(stream);
      for (const { key_id: _, previous: __, ...entry } of sharedHistoryOf(chronicle(this.config.publicUrl), events))
        entries.set(`${stream}/${entry.revision}`, entry);
    });
    return entries;
  }
}

/** The first word of a public name. */
const kindOf = ({ type }: WorkspaceEventRow): string => type.slice(0, type.indexOf('.'));
