import type { LoaderProgress } from './loader';

/** What the child process tells its parent. */
export type FromChild =
  | { readonly type: 'ready' }
  | { readonly type: 'progress'; readonly progress: LoaderProgress };
