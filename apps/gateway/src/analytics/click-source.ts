import type { AnalyticsClient } from '@platform/analytics-store';

/** Where clicks are counted, and up to when it knows them, RFC 3339. */
export class ClickSource {
  constructor(
    readonly client: AnalyticsClient,
    readonly asOf: () => string | Promise<string>,
  ) {}
}
