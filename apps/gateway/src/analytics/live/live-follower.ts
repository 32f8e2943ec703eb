import type { NewerClick, PublishedClick } from '@platform/analytics-store';
import { type ClickSelection, selecting } from '../click-selection';
import type { EventStream } from './event-stream';
import { encodeLiveCursor, type LiveCursor, type LiveStart, MOST_RESUMED } from './live-cursor';

export interface Following {
  readonly stream: EventStream;
  readonly selection: ClickSelection;
  /** Id of the key or session by which the stream was opened. */
  readonly reader: string;
  readonly from: LiveStart;
}

interface Place {
  readonly seq: number;
  readonly at: number;
  /** Whether the journal has clicks of the workspace: a reader may write any names into a cursor. */
  readonly isKnown: boolean;
}

/** A stream and its position in each journal. */
export class LiveFollower {
  private readonly seen = new Map<string, Place>();
  private readonly isSelected: (click: PublishedClick) => boolean;

  /** The instant from which on it wants clicks, while its cursor is not known. */
  startsAt: number | undefined;
  /** Whether nothing has been read for it yet. */
  isFresh = true;
  /** The insert up to which everything has been read for it; undefined if that is not known. */
  readUpTo: number | undefined;
  /** Whether it still has to be told which journals of its reader's cursor are known. */
  isResuming = false;

  constructor(
    private readonly following: Following,
    at: number,
  ) {
    const { from, selection } = following;
    this.isSelected = selecting(selection);
    if (typeof from === 'number') this.startsAt = from;
    else this.resume(from, at);
  }

  private resume(cursor: LiveCursor, at: number): void {
    for (const [source, seq] of cursor) this.seen.set(source, { seq, at, isKnown: false });
    this.isResuming = true;
  }

  /** Whether it cannot be read for yet. */
  get isWaiting(): boolean {
    return this.isResuming || this.startsAt !== undefined;
  }

  /** Tells it which journals have clicks of its workspace. */
  know(journals: ReadonlySet<string>): void {
    this.isResuming = false;
    for (const [source, place] of this.seen)
      if (journals.has(source)) this.seen.set(source, { ...place, isKnown: true });
    this.forgetUnknown();
  }

  /**
   * Forgets the oldest journals that are not known, where a cursor has many: a stream ends before they are old enough
   * for {@link forget}, and so they would stay for good. Names of journals sort by age.
   */
  private forgetUnknown(): void {
    const unknown = [...this.seen].flatMap(([source, { isKnown }]) => (isKnown ? [] : [source])).sort();
    for (const source of unknown.slice(0, Math.max(0, this.seen.size - MOST_RESUMED))) this.seen.delete(source);
  }

  /** Gives it the cursor of its first instant. */
  start(cursor: LiveCursor, at: number): void {
    this.startsAt = undefined;
    for (const [source, seq] of cursor) this.seen.set(source, { seq, at, isKnown: true });
    this.stream.continueAfter(encodeLiveCursor(cursor));
  }

  get workspaceId(): string {
    return this.following.selection.workspaceId;
  }

  get reader(): string {
    return this.following.reader;
  }

  get stream(): EventStream {
    return this.following.stream;
  }

  get cursor(): LiveCursor {
    return new Map([...this.seen].map(([source, { seq }]) => [source, seq]));
  }

  /** Where it has to be read from: its cursor in the journals that are known. */
  get position(): LiveCursor {
    return new Map([...this.seen].flatMap(([source, { seq, isKnown }]) => (isKnown ? [[source, seq]] : [])));
  }

  seqOf(source: string): number {
    return this.seen.get(source)?.seq ?? 0;
  }

  /** Whether the stream still has to get a click. */
  wants({ workspaceId, source, seq, record }: NewerClick): boolean {
    return workspaceId === this.workspaceId && seq > this.seqOf(source) && this.isSelected(record);
  }

  /** Moves past a click of its workspace. @param text of the click, if it is to be sent */
  pass({ source, seq }: NewerClick, text: string | undefined, at: number): void {
    const place = this.seen.get(source);
    if (place && seq <= place.seq) {
      if (!place.isKnown) this.seen.set(source, { ...place, isKnown: true });
      return;
    }
    this.seen.set(source, { seq, at, isKnown: true });
    if (text !== undefined) this.stream.send('click', encodeLiveCursor(this.cursor), text);
  }

  /** Forgets journals that have had no click since `before`: none of their clicks is in the window any more. */
  forget(before: number): void {
    for (const [source, { at }] of this.seen) if (at < before) this.seen.delete(source);
  }
}
