/** A record on its way to disk. */
export interface Item {
  readonly seq: number;
  readonly payload: string | Buffer;
  readonly bytes: number;
  readonly atMs: number;
  /** Called once: without an error when the record is on disk. Absent when it was called already. */
  readonly done: ((error?: Error) => void) | undefined;
}
