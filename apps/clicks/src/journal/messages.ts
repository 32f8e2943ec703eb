import type { AuditResult } from '@platform/click-audit';

export interface LoaderProgress {
  /** Time of the oldest click that is known to wait, RFC 3339; null when none is. */
  readonly behind: string | null;
  readonly clicks: number;
  readonly inserts: number;
  readonly setAside: number;
  readonly failures: number;
}

/** What the child process sends to its parent. */
export type LoaderMessage =
  /** The embedded engine answers and has its tables. With a server's address the child sends this at once. */
  | { readonly type: 'ready' }
  | { readonly type: 'progress'; readonly progress: LoaderProgress }
  | { readonly type: 'audit'; readonly audit: AuditResult }
  /** Bytes of the click log were damaged and are set aside. */
  | { readonly type: 'damage'; readonly bytes: number };
