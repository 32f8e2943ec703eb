import { bytesOfClick, type NewerClick } from '@platform/analytics-store';
import { pause } from '@platform/async';

/** Clicks that are sent at once, and their bytes. */
const PORTION = { clicks: 500, bytes: 512 * 1_024 };
/** Milliseconds between two looks at a condition. */
const LOOK_MS = 2;

/** Clicks of a workspace in portions to be sent at once, in order. One click may exceed the bytes of a portion. */
export const portionsOf = (clicks: readonly NewerClick[]): readonly (readonly NewerClick[])[] => {
  const portions: NewerClick[][] = [];
  let room = { clicks: 0, bytes: 0 };
  for (const click of clicks) {
    const bytes = bytesOfClick(click.record);
    if (room.clicks < 1 || room.bytes < bytes) {
      portions.push([]);
      room = PORTION;
    }
    portions.at(-1)?.push(click);
    room = { clicks: room.clicks - 1, bytes: room.bytes - bytes };
  }
  return portions;
};

/** Time to wait, which several waits share: one that lasts long leaves the later ones their part. */
export class Patience {
  /**
   * @param leftMs milliseconds for all waits
   * @param waits how many there will be
   */
  constructor(
    private leftMs: number,
    private waits: number,
  ) {}

  /** Waits while a condition holds, for its part of what is left at most. */
  async whileTrue(holds: () => boolean, signal: AbortSignal): Promise<void> {
    const began = performance.now();
    const part = this.leftMs / this.waits;
    // A wait that the machine makes longer is charged its part only, or the others would have nothing left.
    const passed = (): number => Math.min(performance.now() - began, part);
    while (holds() && passed() < part) await pause(Math.min(LOOK_MS, part - passed()), signal);
    this.leftMs -= passed();
    this.waits -= 1;
  }
}
