import { HttpProblem } from '@platform/http';

/** Exports at once: of one workspace, so that none keeps the others waiting, and of this process. */
const OF_A_WORKSPACE = 2;
const OF_ALL = 4;
/** About what one of millions of clicks takes. */
const RETRY_AFTER_SECONDS = '30';

/** An export lasts as long as its reader takes, so there are only so many at a time. */
export class ExportPlaces {
  private readonly taken = new Map<string, number>();
  private all = 0;

  /** Call what it returns when the export is over. @throws HttpProblem when there is no place */
  take(workspaceId: string): () => void {
    const wait = { 'retry-after': RETRY_AFTER_SECONDS };
    const own = this.taken.get(workspaceId) ?? 0;
    if (own >= OF_A_WORKSPACE)
      throw new HttpProblem(
        'rate_limited',
        `${OF_A_WORKSPACE} exports of the workspace are running; wait for one of them to end.`,
        wait,
      );
    if (this.all >= OF_ALL)
      throw new HttpProblem('unavailable', 'As many exports as are possible at a time are running.', wait);
    this.taken.set(workspaceId, own + 1);
    this.all += 1;
    let over = false;
    return () => {
      if (over) return;
      over = true;
      this.all -= 1;
      const left = (this.taken.get(workspaceId) ?? 1) - 1;
      if (left > 0) this.taken.set(workspaceId, left);
      else this.taken.delete(workspaceId);
    };
  }
}
