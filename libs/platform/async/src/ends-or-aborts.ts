/**
 * Waits until the work ends or the signal aborts. The work goes on after an abort, and a later failure is not reported.
 * @throws what the work throws before
 */
export const endsOrAborts = (work: PromiseLike<unknown>, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (): void => resolve();
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    void Promise.resolve(work)
      .then(end, reject)
      .finally(() => signal.removeEventListener('abort', end));
  });
