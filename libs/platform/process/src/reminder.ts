const REMIND_MS = 60_000;

/** Whether to report a lasting condition now: the first time, and then once a minute. */
export const reminder = (now: () => number = () => performance.now()): (() => boolean) => {
  let loggedAt = -Infinity;
  return () => {
    if (now() - loggedAt < REMIND_MS) return false;
    loggedAt = now();
    return true;
  };
};
