import { HttpProblem } from '@platform/http';

export interface SlotLimits {
  /** What takes a slot, in the plural, for messages. */
  readonly what: string;
  /** Slots at once in this process: per workspace, so that none keeps the others waiting, and in all. */
  readonly ofWorkspace: number;
  readonly ofAll: number;
  /** Seconds after which a caller may try again. */
  readonly retryAfter: number;
}

/** Limits work that lasts as long as its reader takes. */
export class WorkspaceSlots {
  private readonly taken = new Map<string, number>();
  private all = 0;

  constructor(private readonly limits: SlotLimits) {}

  /** How many slots the workspace has. */
  protected heldBy(workspaceId: string): number {
    return this.taken.get(workspaceId) ?? 0;
  }

  /** The caller calls the result to free the slot. @throws HttpProblem `rate_limited` or `unavailable` */
  take(workspaceId: string): () => void {
    const { what, ofWorkspace, ofAll, retryAfter } = this.limits;
    const wait = { 'retry-after': String(retryAfter) };
    const own = this.heldBy(workspaceId);
    if (own >= ofWorkspace)
      throw new HttpProblem(
        'rate_limited',
        `The workspace has ${own} ${what} open; wait for one of them to end.`,
        wait,
      );
    if (this.all >= ofAll) throw new HttpProblem('unavailable', `As many ${what} as are possible are open.`, wait);
    this.taken.set(workspaceId, own + 1);
    this.all += 1;
    let free = false;
    return () => {
      if (free) return;
      free = true;
      this.all -= 1;
      const left = (this.taken.get(workspaceId) ?? 1) - 1;
      if (left > 0) this.taken.set(workspaceId, left);
      else this.taken.delete(workspaceId);
    };
  }
}
