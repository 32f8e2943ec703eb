import type { AppendOutcome, Expected, Log, ProposedRecord } from './log';

interface Append {
  readonly stream: string;
  readonly proposed: readonly ProposedRecord[];
  readonly expected: Expected;
}

/**
 * Takes appends and commits them to the log, in the order of their arrival, each after a while.
 *
 * Copied: while an append to an expected revision is not committed, an equal one gets no answer, neither then nor later.
 */
export class Writer {
  /** How long a commit takes, in milliseconds. */
  latency = 1;
  /** Appends that are lost on their way, as with a leader that dies: they are neither written nor answered. */
  loses: (stream: string) => boolean = () => false;
  private readonly uncommitted = new Set<string>();
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly log: Log) {}

  append(append: Append, answer: (outcome: AppendOutcome) => void): void {
    const { stream, proposed, expected } = append;
    if (this.loses(stream)) return;
    const key = JSON.stringify([stream, String(expected), ...proposed.map(({ id }) => id)]);
    if (expected !== 'any' && this.uncommitted.has(key)) return;
    this.uncommitted.add(key);
    const due = new Promise<void>((resolve) => setTimeout(resolve, this.latency));
    this.last = Promise.all([this.last, due]).then(() => {
      this.uncommitted.delete(key);
      answer(this.log.append(stream, proposed, expected));
    });
  }
}
