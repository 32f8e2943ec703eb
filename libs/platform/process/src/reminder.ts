const REMIND_MS = 60_000;

/** Whether to report a lasting condition now: the first time, and then once a minute. */
export const reminder = (now: () => number = () => performance.now()): (() => boolean) => {
  let toldAt = -Infinity;
  return () => {
    if (now() - toldAt < REMIND_MS) return false;
    toldAt = now();
    return true;
  };
};
