import { HttpProblem } from '@platform/http';
import { WorkspaceSlots } from '../workspace-slots';

/** About how long an export of millions of clicks takes, in seconds. */
const RETRY_AFTER = 30;
/** A reader that takes fewer bytes than these in so many milliseconds is slow. */
const SLOW = { bytes: 500_000, within: 5_000 };
const LOOK_MS = 1_000;

/** Whom an export is sent to. */
export interface ExportReader {
  /** Bytes that it has taken so far. */
  readonly taken: () => number;
  /** Whether bytes wait for it. An export that finds few clicks is not slow by its reader. */
  readonly isBehind: () => boolean;
  /** Ends the export. */
  readonly end: () => void;
}

interface Watched extends ExportReader {
  readonly leave: () => void;
  /** When it last was not slow, on the clock of `performance.now`, and what it had taken by then. */
  since: number;
  before: number;
}

/**
 * The exports that are under way in this process; each holds a thread of the engine. While all slots are taken, one whose
 * reader is slow gives its slot to a workspace that has none, so that nobody holds all of them by reading slowly.
 */
export class ExportSlots extends WorkspaceSlots {
  private readonly watched = new Set<Watched>();
  private looking: NodeJS.Timeout | undefined;

  constructor() {
    super({ what: 'exports', ofWorkspace: 2, ofAll: 6, retryAfter: RETRY_AFTER });
  }

  override take(workspaceId: string): () => void {
    try {
      return super.take(workspaceId);
    } catch (problem) {
      const isFull = problem instanceof HttpProblem && problem.code === 'unavailable';
      if (!isFull || this.heldBy(workspaceId) > 0 || !this.endSlowest()) throw problem;
      return super.take(workspaceId);
    }
  }

  /** Watches how fast an export is read. @param leave frees its slot @returns what ends the watch, and frees the slot */
  watch(reader: ExportReader, leave: () => void): () => void {
    const watched = { ...reader, leave, since: performance.now(), before: reader.taken() };
    this.watched.add(watched);
    this.looking ??= setInterval(() => this.look(), LOOK_MS).unref();
    return () => {
      this.watched.delete(watched);
      if (this.watched.size === 0) this.looking = void clearInterval(this.looking);
      leave();
    };
  }

  private look(): void {
    for (const watched of this.watched) {
      const taken = watched.taken();
      if (!watched.isBehind() || taken - watched.before >= SLOW.bytes)
        Object.assign(watched, { since: performance.now(), before: taken });
    }
  }

  /** @returns whether a slot is free now */
  private endSlowest(): boolean {
    this.look();
    const [slowest] = [...this.watched].sort((a, b) => a.since - b.since);
    if (!slowest || performance.now() - slowest.since < SLOW.within) return false;
    this.watched.delete(slowest);
    slowest.leave();
    slowest.end();
    return true;
  }
}
