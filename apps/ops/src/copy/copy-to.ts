import { CATEGORIES } from '@contexts/aggregates';
import { type EventStore, type Recorded, StoreUnavailable, WrongRevision, groupBy } from '@kernel';
import { retry } from '@platform/async';
import type { BulkAppender } from '@platform/event-store';
import { readEvents } from '@platform/read-store';
import { Failure } from '../failure';

/** Events of one append. */
const MOST_EVENTS = 100;
/** Bytes of their data and metadata; a server takes a megabyte in one append. */
const MOST_BYTES = 500_000;
/** A server that is away is waited for this often; then the command ends, and may be repeated. */
const ATTEMPTS = 8;

/**
 * Copies the events up to `head`, page by page. The streams of a page are appended at once, each in its order, so that
 * only within a page the order among streams is another one. A page ends at each checkpoint. Reads the next page
 * meanwhile.
 */
export const copyTo = async (bulk: BulkAppender, wanted: CopyTo): Promise<void> => {
  const { store, head, checkpoints, onEvent, onProgress } = wanted;
  let copying: Promise<void> = Promise.resolve();
  for await (const events of readEvents(store, CATEGORIES, -1n, head)) {
    for (const recorded of events) onEvent(recorded);
    await copying;
    copying = copyPages(bulk, pagesOf(events, checkpoints)).then(() =>
      onProgress(events.at(-1)?.position ?? head, head),
    );
    // It is awaited before the next page, or after the last one.
    copying.catch(() => undefined);
  }
  await copying;
};

export interface CopyTo {
  readonly store: EventStore;
  readonly head: bigint;
  readonly checkpoints: readonly bigint[];
  /** Called with each event of the original, in its order. */
  readonly onEvent: (recorded: Recorded) => void;
  readonly onProgress: (position: bigint, head: bigint) => void;
}

const pagesOf = (events: readonly Recorded[], checkpoints: readonly bigint[]): readonly (readonly Recorded[])[] => {
  const passed = ({ position }: Recorded): string => String(checkpoints.filter((one) => one < position).length);
  return [...groupBy(events, passed).values()];
};

const copyPages = async (bulk: BulkAppender, pages: readonly (readonly Recorded[])[]): Promise<void> => {
  for (const page of pages) await copyPage(bulk, page);
};

const copyPage = async (bulk: BulkAppender, events: readonly Recorded[]): Promise<void> => {
  const streams = groupBy(events, ({ stream }) => stream);
  await Promise.all([...streams.values()].map((history) => copyStream(bulk, history)));
};

const copyStream = async (bulk: BulkAppender, history: readonly Recorded[]): Promise<void> => {
  for (const some of portionsOf(history))
    await retry(() => append(bulk, some), {
      signal: NEVER,
      onFailure: (error, failures) => {
        if (!(error instanceof StoreUnavailable) || failures >= ATTEMPTS) throw error;
      },
    });
};

/** Of one append each. An event that is larger than a portion is one by itself. */
function* portionsOf(history: readonly Recorded[]): Generator<readonly Recorded[]> {
  let some: Recorded[] = [];
  let bytes = 0;
  for (const recorded of history) {
    const size = Buffer.byteLength(JSON.stringify([recorded.event.data, recorded.metadata]));
    if (some.length === MOST_EVENTS || (some.length > 0 && bytes + size > MOST_BYTES)) {
      yield some;
      [some, bytes] = [[], 0];
    }
    some.push(recorded);
    bytes += size;
  }
  if (some.length > 0) yield some;
}

const NEVER = new AbortController().signal;

/** Appends what the copy does not have yet: an earlier run may have copied the first of these events. */
const append = async (bulk: BulkAppender, events: readonly Recorded[]): Promise<void> => {
  const [first] = events;
  if (!first) return;
  const { stream, revision } = first;
  try {
    await bulk.append(stream, events, revision - 1n);
  } catch (error) {
    if (!(error instanceof WrongRevision)) throw error;
    if (error.actual < revision)
      throw new Failure(
        `The copy of ${stream} ends at revision ${error.actual}, before ${revision}: is it being changed?`,
      );
    await append(
      bulk,
      events.filter((recorded) => recorded.revision > error.actual),
    );
  }
};
