/**
 * Aborts a controller when a signal aborts, with its reason, until the returned function is called. `AbortSignal.any` would
 * leave an entry in the signal for good, and those add up in one that lives as long as the process.
 */
export const abortWith = (signal: AbortSignal, controller: AbortController): (() => void) => {
  const abort = (): void => controller.abort(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return () => signal.removeEventListener('abort', abort);
};
