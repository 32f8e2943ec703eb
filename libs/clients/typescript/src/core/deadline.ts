import { TimeoutError } from './errors.js';
import type { Signal } from './options.js';

/** What a timer takes; with more it would end at once. */
const LONGEST = 2 ** 31 - 1;

/** A limit for one attempt, together with the caller's own signal. */
export class Deadline {
  private readonly controller = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isOver = false;
  private readonly onAbort = () => this.controller.abort(this.caller?.reason);

  /** @param milliseconds of silence before it ends; Infinity for none */
  constructor(
    private readonly milliseconds: number,
    private readonly caller: Signal | undefined,
  ) {
    if (caller?.aborted) this.onAbort();
    else caller?.addEventListener('abort', this.onAbort);
    this.renew();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Starts the time anew, since something arrived or was sent. */
  renew(): void {
    clearTimeout(this.timer);
    if (this.isOver || this.milliseconds > LONGEST) return;
    this.timer = setTimeout(
      () => this.controller.abort(new TimeoutError(`no answer within ${this.milliseconds} ms`)),
      this.milliseconds,
    );
  }

  /** Its reader is busy: no time runs. */
  pause(): void {
    clearTimeout(this.timer);
  }

  end(): void {
    this.isOver = true;
    clearTimeout(this.timer);
    this.caller?.removeEventListener('abort', this.onAbort);
  }
}

/** Waits; shorter, if the signal ends it. */
export const pause = (milliseconds: number, signal: Signal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end);
  });
