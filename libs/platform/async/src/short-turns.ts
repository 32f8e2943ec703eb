import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Keeps work of many parts from holding the event loop: call the function that it returns before each part, also where
 * several parts are under way at once. It waits for the next turn once this one has lasted for so many milliseconds.
 */
export const shortTurns = (ms: number): (() => Promise<void>) => {
  let began = performance.now();
  return async () => {
    while (performance.now() - began > ms) {
      const seen = began;
      await nextTurn();
      // All that waited go on in one turn: the first of them begins it.
      if (began === seen) began = performance.now();
    }
  };
};
