/** An endpoint that takes so many milliseconds to answer is slow, and stays so until as many attempts in a row were quick. */
const [SLOW_MS, QUICK_IN_A_ROW] = [1_000, 16];
/** Webhooks that are remembered. */
const MOST_KNOWN = 10_000;

/** `new`: nobody knows yet, because no attempt has ended. */
export type Pace = 'quick' | 'slow' | 'new';

/**
 * How long endpoints take to answer. One that answers at once now and then, and else holds attempts until their end, is
 * slow all the time.
 */
export class Paces {
  /** By webhook, the attempts in a row that were quick, as many as count; the latest at the end. */
  private readonly known = new Map<string, number>();

  of(webhookId: string): Pace {
    const quick = this.known.get(webhookId);
    if (quick === undefined) return 'new';
    return quick < QUICK_IN_A_ROW ? 'slow' : 'quick';
  }

  /** An attempt has ended. One that is quick from the start is so at once. */
  note(webhookId: string, durationMs: number): void {
    const quick = this.known.get(webhookId) ?? QUICK_IN_A_ROW;
    this.known.delete(webhookId);
    this.known.set(webhookId, durationMs >= SLOW_MS ? 0 : Math.min(quick + 1, QUICK_IN_A_ROW));
    const [oldest] = this.known.keys();
    if (oldest !== undefined && this.known.size > MOST_KNOWN) this.known.delete(oldest);
  }

  /** Slow ones; the latest at the end. */
  slow(): readonly string[] {
    return [...this.known].flatMap(([id, quick]) => (quick < QUICK_IN_A_ROW ? [id] : []));
  }
}
