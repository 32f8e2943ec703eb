import type { AnalyticsClient } from '@platform/analytics-store';
import { Questions } from './questions';

/** Where clicks are counted, and up to when it knows them, RFC 3339. */
export class ClickSource {
  /** By workspace and in turn; whatever a caller waits for is asked through these. */
  readonly questions: Questions;

  constructor(
    readonly client: AnalyticsClient,
    readonly asOf: () => string | Promise<string>,
  ) {
    this.questions = new Questions(client);
  }
}
