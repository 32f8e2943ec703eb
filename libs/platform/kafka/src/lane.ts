import type { Message } from 'kafkajs';

interface Waiting {
  readonly message: Message;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  overdue: boolean;
}

const MOST_WAITING = 10_000;
const BATCH = 500;

/** The messages of one topic: one batch under way, and what waits for its end. */
export class Lane {
  private queue: Waiting[] = [];
  private underWay = false;

  constructor(
    private readonly deliver: (messages: Message[]) => Promise<void>,
    private readonly emptied: () => void,
  ) {}

  /** @param deadlineMs a message that still waits by then is rejected and never sent */
  send(message: Message, deadlineMs: number): Promise<void> {
    if (this.queue.length >= MOST_WAITING)
      return Promise.reject(new Error(`${MOST_WAITING} messages wait for Kafka already`));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.overdue = true;
        reject(new Error(`Kafka did not take a message within ${deadlineMs} ms`));
      }, deadlineMs);
      const waiting: Waiting = {
        message,
        overdue: false,
        resolve: () => (clearTimeout(timer), resolve()),
        reject: (error) => (clearTimeout(timer), reject(error)),
      };
      this.queue.push(waiting);
      if (!this.underWay) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.underWay = true;
    while (this.queue.length > 0) {
      const due = this.queue.filter(({ overdue }) => !overdue);
      this.queue = due.slice(BATCH);
      if (due.length > 0) await this.sendTogether(due.slice(0, BATCH));
    }
    this.underWay = false;
    this.emptied();
  }

  private async sendTogether(batch: readonly Waiting[]): Promise<void> {
    try {
      await this.deliver(batch.map(({ message }) => message));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      for (const { reject } of batch) reject(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
