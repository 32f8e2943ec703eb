import type { Ready } from '@platform/engines';
import type { LaneFigures } from '@platform/webhooks';

/** What the child process reports from time to time. */
export interface WebhooksReport {
  /** Attempts since the child's start, by outcome. */
  readonly attempts: Readonly<Record<string, number>>;
  readonly lanes: LaneFigures;
  readonly clicksBehindSeconds: number;
  /** Of the dispatcher; null while another process leads. */
  readonly dispatcher: {
    readonly position: string;
    readonly parkedStreams: number;
    readonly lagSeconds: number;
    /** Why it does not queue everything; null if it does. */
    readonly problem: string | null;
  } | null;
}

/** What the child process sends to its parent. */
export type FromChild = Ready | { readonly type: 'report'; readonly report: WebhooksReport };
