import { CATEGORIES } from '@contexts/aggregates';
import { categoryOf } from '@kernel';
import { readEvents } from '@platform/read-store';
import { WrongUse } from '../failure';
import type { Installation } from '../installation';
import { type CommandReport, table } from '../output';

interface Seen {
  readonly stream: string;
  readonly events: number;
  readonly last_type: string;
  readonly last_at: string;
  readonly position: bigint;
}

/**
 * `ops streams`: the streams that changed last, with how many events they hold. Reads the whole log of the categories.
 */
export const streams = async (
  { store }: Installation,
  options: { readonly category?: string; readonly limit: number },
): Promise<CommandReport> => {
  const { category, limit } = options;
  if (category !== undefined && !CATEGORIES.includes(categoryOf(category)))
    throw new WrongUse(`no category is called ${category}; there are ${CATEGORIES.join(', ')}`);
  const categories = category === undefined ? CATEGORIES : [category];
  const seen = new Map<string, Seen>();
  for await (const events of readEvents(store, categories, -1n, await store.head(categories))) {
    for (const { stream, event, metadata, position } of events) {
      const count = (seen.get(stream)?.events ?? 0) + 1;
      seen.set(stream, { stream, events: count, last_type: event.type, last_at: metadata.at, position });
    }
  }
  const listed = [...seen.values()].sort((a, b) => (a.position < b.position ? 1 : -1)).slice(0, limit);
  const rows = listed.map(({ stream, events, last_type, last_at, position }) => [
    stream,
    events,
    last_type,
    last_at,
    position,
  ]);
  const more = seen.size > listed.length ? [`… and ${seen.size - listed.length} more: --limit ${seen.size}`] : [];
  return {
    value: { total: seen.size, streams: listed },
    lines: [...table(['stream', 'events', 'last event', 'at', 'position'], rows), ...more],
  };
};
