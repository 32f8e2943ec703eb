import type { NewerClick } from '@platform/analytics-store';
import type { PresentedClick } from '../click-names';
import { type ClickSelection, isSelected } from '../click-selection';
import type { EventStream } from './event-stream';
import { encodeLiveCursor, type LiveCursor, type LiveStart } from './live-cursor';

export interface Following {
  readonly stream: EventStream;
  readonly selection: ClickSelection;
  /** Id of the key or session by which the stream was opened. */
  readonly reader: string;
  readonly from: LiveStart;
}

/** A stream and its position in each journal. */
export class LiveFollower {
  private readonly seen = new Map<string, { readonly seq: number; readonly at: number }>();

  /** The instant from which on it wants clicks, while its cursor is not known. */
  startsAt: number | undefined;

  constructor(
    private readonly following: Following,
    at: number,
  ) {
    const { from } = following;
    if (typeof from === 'number') this.startsAt = from;
    else this.see(from, at);
  }

  /** Gives it the cursor of its first instant. */
  start(cursor: LiveCursor, at: number): void {
    this.startsAt = undefined;
    this.see(cursor, at);
    this.stream.continueAfter(encodeLiveCursor(cursor));
  }

  private see(cursor: LiveCursor, at: number): void {
    for (const [source, seq] of cursor) this.seen.set(source, { seq, at });
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

  seqOf(source: string): number {
    return this.seen.get(source)?.seq ?? 0;
  }

  /** Whether the stream still has to get a click. */
  wants({ workspaceId, source, seq, record }: NewerClick): boolean {
    const { selection } = this.following;
    return workspaceId === selection.workspaceId && seq > this.seqOf(source) && isSelected(selection, record);
  }

  /** Moves past a click of its workspace. @param named the click, if it is to be sent */
  pass({ source, seq }: NewerClick, named: PresentedClick | undefined, at: number): void {
    if (seq <= this.seqOf(source)) return;
    this.seen.set(source, { seq, at });
    if (named) this.stream.send('click', encodeLiveCursor(this.cursor), named);
  }

  /** Forgets journals that have had no click since `before`: none of their clicks is in the window any more. */
  forget(before: number): void {
    for (const [source, { at }] of this.seen) if (at < before) this.seen.delete(source);
  }
}
