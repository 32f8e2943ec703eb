import type { AnalyticsClient } from '@platform/analytics-store';
import { Questions } from './questions';

/** Counts clicks. `asOf` is the instant up to which it has all of them, RFC 3339. */
export class ClickSource {
  /** Queries in turn by workspace. Every query that a caller waits for goes through them. */
  readonly questions: Questions;

  constructor(
    readonly client: AnalyticsClient,
    readonly asOf: () => string | Promise<string>,
  ) {
    this.questions = new Questions(client);
  }
}
