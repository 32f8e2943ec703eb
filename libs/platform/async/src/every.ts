import { pause } from './pause';

export interface EveryOptions {
  /** Ends the rounds; what is under way has to watch the signal itself. */
  readonly signal: AbortSignal;
  /** Called with the failure of a round; the next round comes all the same. */
  readonly onFailure: (error: unknown) => void;
}

/** Does something at once and then again and again, with `ms` milliseconds between two rounds, until the signal aborts. */
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
