import { HttpProblem } from '@platform/http';
import { WorkspaceSlots } from './workspace-slots';

/** A peer that takes or sends fewer bytes than these in so many milliseconds is slow. */
const SLOW = { bytes: 500_000, within: 5_000 };
const LOOK_MS = 1_000;

/** Whom something is sent to, or who sends it. */
export interface Peer {
  /** Bytes that it has taken or sent so far. */
  readonly passed: () => number;
  /** Whether it is waited for. What finds little to send is not slow by its reader. */
  readonly isBehind: () => boolean;
  /** Ends what has the slot. */
  readonly end: () => void;
}

interface Watched extends Peer {
  readonly leave: () => void;
  /** When it last was not slow, on the clock of `performance.now`, and what had passed by then. */
  since: number;
  before: number;
}

/**
 * Slots of this process. While all are taken, one whose peer is slow goes to a workspace that has none, so that nobody
 * holds all of them by reading or sending slowly.
 */
export class WatchedSlots extends WorkspaceSlots {
  private readonly watched = new Set<Watched>();
  private looking: NodeJS.Timeout | undefined;

  override take(workspaceId: string): () => void {
    try {
      return super.take(workspaceId);
    } catch (problem) {
      const isFull = problem instanceof HttpProblem && problem.code === 'unavailable';
      if (!isFull || this.heldBy(workspaceId) > 0 || !this.endSlowest()) throw problem;
      return super.take(workspaceId);
    }
  }

  /** Watches how fast a peer is. @param leave frees its slot @returns what ends the watch, and frees the slot */
  watch(peer: Peer, leave: () => void): () => void {
    const watched = { ...peer, leave, since: performance.now(), before: peer.passed() };
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
      const passed = watched.passed();
      if (!watched.isBehind() || passed - watched.before >= SLOW.bytes)
        Object.assign(watched, { since: performance.now(), before: passed });
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
