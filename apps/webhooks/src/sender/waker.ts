import { abortWith, pause } from '@platform/async';

/** Lets one waiter sleep until it is woken. A wake while nobody waits counts for the next wait. */
export class Waker {
  private woken = false;
  private end: () => void = () => undefined;

  wake(): void {
    this.woken = true;
    this.end();
  }

  /** Waits until it is woken, the milliseconds are over or the signal aborts. */
  async wait(ms: number, signal: AbortSignal): Promise<'woken' | 'late'> {
    if (!this.woken) {
      const ending = new AbortController();
      this.end = () => ending.abort();
      const free = abortWith(signal, ending);
      await pause(ms, ending.signal);
      free();
    }
    const woken = this.woken;
    this.woken = false;
    return woken ? 'woken' : 'late';
  }
}
