/**
 * Moments at which a crash could lose or double a click, by name. The loaders call a function there that only tests
 * provide: it kills the process.
 */
export type Failpoint =
  /** The blocks of the next insert are on disk as planned; it has not begun. */
  | 'loader.planned'
  /** The insert is under way and its answer has not come. The loader does not wait for this failpoint. */
  | 'loader.inserting'
  /** ClickHouse has the rows; the checkpoint has not moved. */
  | 'loader.inserted'
  /** The new state is in a temporary file, which has not replaced the old one. */
  | 'loader.state-written'
  /** The new state has replaced the old one. */
  | 'loader.loaded'
  /** Records that cannot be loaded are in their file; the block's others are not inserted yet. */
  | 'loader.set-aside'
  /** Postgres has counted; this process does not know it yet. */
  | 'counters.counted'
  /** The segments to remove are chosen; none is removed. */
  | 'prune.settled';

export type AtFailpoint = (name: Failpoint) => Promise<void> | void;
