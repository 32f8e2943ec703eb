import type { HandleRequest } from './host-router';

/** Every so many requests one is timed: a histogram of a part says the same, and costs the other requests nothing. */
const ONE_IN = 16;

/** @param observe gets the time from a request for a short URL to the end of its answer, in seconds */
export const timedHandle = (handle: HandleRequest, observe: (seconds: number) => void): HandleRequest => {
  let passed = 0;
  return (req, res) => {
    passed = (passed + 1) % ONE_IN;
    if (passed !== 0) return handle(req, res);
    const began = performance.now();
    const timed = (answered: boolean): boolean => {
      if (answered) res.once('finish', () => observe((performance.now() - began) / 1_000));
      return answered;
    };
    const answered = handle(req, res);
    return answered instanceof Promise ? answered.then(timed) : timed(answered);
  };
};
