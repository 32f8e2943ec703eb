const REMIND_MS = 60_000;

/** Whether to report a lasting condition now: the first time, and then once in so many milliseconds. */
export const reminder = (now: () => number = () => performance.now(), everyMs: number = REMIND_MS): (() => boolean) => {
  let loggedAt = -Infinity;
  return () => {
    if (now() - loggedAt < everyMs) return false;
    loggedAt = now();
    return true;
  };
};
