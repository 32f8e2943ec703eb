/** Lets `width` tasks run at once and a bounded number wait for their turn, in order. */
export interface Lane {
  /** Waits for a place; call what it returns exactly once to give the place back. Throws {@link LaneFull}. */
  enter(): Promise<() => void>;
}

export class LaneFull extends Error {
  constructor(waiting: number) {
    super(
      `Code: 202. DB::Exception: Too many simultaneous queries: ${waiting} are waiting. (TOO_MANY_SIMULTANEOUS_QUERIES)`,
    );
    this.name = 'LaneFull';
  }
}

export const createLane = (width: number, maxWaiting: number): Lane => {
  const waiting: (() => void)[] = [];
  let running = 0;

  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  const place = () => {
    let left = false;
    return () => {
      if (!left) leave();
      left = true;
    };
  };

  return {
    enter: async () => {
      if (running < width) running += 1;
      else if (waiting.length >= maxWaiting) throw new LaneFull(waiting.length);
      else await new Promise<void>((resolve) => waiting.push(resolve));
      return place();
    },
  };
};
