/**
 * Moments at which a crash hurts most, by name. Code calls its failpoint there; it is given by tests alone, which kill the
 * process in it, and is absent otherwise.
 */
export type Failpoint =
  /** The blocks of the next insert are on disk as planned; it has not begun. */
  | 'loader.planned'
  /** The insert is under way and its answer has not come. Nobody waits for this one. */
  | 'loader.inserting'
  /** ClickHouse has the rows; nothing of ours says so. */
  | 'loader.inserted'
  /** The new state is in a file of its own, which has not taken the old one's place. */
  | 'loader.state-written'
  /** The new state is in its place. */
  | 'loader.loaded'
  /** Records that cannot be loaded are in their file; the block's others are not inserted yet. */
  | 'loader.set-aside'
  /** Postgres has counted; this process has not noticed. */
  | 'counters.counted'
  /** It is settled which segments may go; none has gone. */
  | 'prune.settled';

export type AtFailpoint = (name: Failpoint) => Promise<void> | void;
