import type { AuditResult } from '@platform/click-audit';
import type { LoaderProgress } from './loader';

/** What the child process tells its parent. */
export type FromChild =
  | { readonly type: 'ready' }
  | { readonly type: 'progress'; readonly progress: LoaderProgress }
  | { readonly type: 'audit'; readonly audit: AuditResult }
  /** Bytes of the click log were damaged and are set aside. */
  | { readonly type: 'damage'; readonly bytes: number };
