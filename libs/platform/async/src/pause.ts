import { setTimeout as delay } from 'node:timers/promises';

/** Resolves after this many milliseconds, or as soon as the signal aborts; never rejects. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal }).catch(() => undefined);
