const MOST = 20_000;

/** Subjects that may make no attempt until a time. A flood of them costs the database nothing. */
export class BlockedSubjects {
  private readonly until = new Map<string, number>();

  /** @param now milliseconds; monotonic */
  constructor(private readonly now: () => number = () => performance.now()) {}

  block(subject: string, milliseconds: number): void {
    const [oldest] = this.until.keys();
    if (this.until.size >= MOST && oldest !== undefined) this.until.delete(oldest);
    this.until.delete(subject);
    this.until.set(subject, this.now() + milliseconds);
  }

  /** Milliseconds until none of the subjects is blocked; 0 if none is. */
  waitOf(subjects: readonly string[]): number {
    return Math.max(0, ...subjects.map((subject) => this.remaining(subject)));
  }

  private remaining(subject: string): number {
    const remaining = (this.until.get(subject) ?? 0) - this.now();
    if (remaining <= 0) this.until.delete(subject);
    return remaining;
  }
}
