import { type EventStore, categoryOf } from '@kernel';
import { inSpan, tracing } from '@platform/telemetry';

/** What handling a command needs of the event store. */
export type CommandStore = Pick<EventStore, 'read' | 'append'>;

/** Where the process is traced: appends in spans, and in the metadata of each event the span that wrote it. */
export const tracedStore = (store: CommandStore): CommandStore => {
  if (!tracing()) return store;
  return {
    read: (stream, options) => store.read(stream, options),
    append: (stream, events, expected) => {
      const attributes = { 'waymark.category': categoryOf(stream), 'waymark.events': events.length };
      return inSpan('store.append', { attributes }, (span) => {
        const traceparent = span?.traceparent;
        if (traceparent === undefined) return store.append(stream, events, expected);
        const traced = events.map((proposed) => ({ ...proposed, metadata: { ...proposed.metadata, traceparent } }));
        return store.append(stream, traced, expected);
      });
    },
  };
};
