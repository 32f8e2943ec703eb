import { setImmediate as nextTurn } from 'node:timers/promises';

export interface ShortTurns {
  /** Whether this turn of the event loop has lasted for long enough. */
  isOver(): boolean;
  /** Resolves in a later turn. */
  next(): Promise<void>;
}

/**
 * Keeps work of many parts from holding the event loop: `while (turn.isOver()) await turn.next();` right before each
 * part, also where several are under way at once. The check is not asynchronous: all parts would pass it before the first
 * of them had begun.
 * @param ms milliseconds of work before others have a turn
 */
export const shortTurns = (ms: number): ShortTurns => {
  let began = performance.now();
  return {
    isOver: () => performance.now() - began > ms,
    next: async () => {
      const seen = began;
      await nextTurn();
      // All that waited go on in one turn: the first of them begins it.
      if (began === seen) began = performance.now();
    },
  };
};
