/** @returns a function that begins the works of one key one after the other, and those of different keys at once */
export const inTurn = (): (<T>(key: string, work: () => Promise<T>) => Promise<T>) => {
  /** The end of the last work of each key. */
  const last = new Map<string, Promise<void>>();
  return (key, work) => {
    const earlier = last.get(key);
    const done = earlier ? earlier.then(work) : work();
    const leave = (): void => {
      if (last.get(key) === ended) last.delete(key);
    };
    const ended = done.then(leave, leave);
    last.set(key, ended);
    return done;
  };
};
