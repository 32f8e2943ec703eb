import { pause } from './pause';

export interface EveryOptions {
  /** Ends the rounds; a round under way must watch the signal itself. */
  readonly signal: AbortSignal;
  /** Called with the error of a failed round; the next round follows all the same. */
  readonly onFailure: (error: unknown) => void;
}

/** Runs a round at once and then repeatedly, with `ms` milliseconds between two rounds, until the signal aborts. */
export const every = async (ms: number, round: () => Promise<void>, options: EveryOptions): Promise<void> => {
  while (!options.signal.aborted) {
    try {
      await round();
    } catch (error) {
      if (!options.signal.aborted) options.onFailure(error);
    }
    await pause(ms, options.signal);
  }
};
