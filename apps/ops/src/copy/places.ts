import { WITHOUT_TABLE } from '@contexts/aggregates';
import type { Recorded } from '@kernel';
import { markOf } from '@platform/processing';
import type { MovedCheckpoint } from '@platform/read-store';
import { Failure } from '../failure';

/** Where a checkpoint is in the copy. */
interface Place {
  readonly checkpoint: bigint;
  /** Ids of events after the checkpoint; few, as processors are up to date but for moments. */
  readonly beyond: Set<string>;
  /** The last event in the copy before the first one beyond. */
  last?: Recorded;
  reachedBeyond: boolean;
  /** Whether an event that the checkpoint covers comes after one that it does not. */
  mixed: boolean;
}

/**
 * Finds the place of each checkpoint in a copy, whose order among streams may differ within a page. Both stores are
 * read for it, first the original.
 */
export class Places {
  private readonly places: ReadonlyMap<string, Place>;
  private readonly distinct: readonly Place[];

  /** @param checkpoints by processor */
  constructor(checkpoints: readonly (readonly [processor: string, position: bigint])[]) {
    const byPosition = new Map<bigint, Place>();
    for (const [, checkpoint] of checkpoints)
      byPosition.set(checkpoint, { checkpoint, beyond: new Set(), reachedBeyond: false, mixed: false });
    this.distinct = [...byPosition.values()];
    this.places = new Map(
      checkpoints.flatMap(([processor, checkpoint]) => {
        const place = byPosition.get(checkpoint);
        return place ? [[processor, place]] : [];
      }),
    );
  }

  original({ id, position }: Recorded): void {
    for (const { checkpoint, beyond } of this.distinct) if (position > checkpoint) beyond.add(id);
  }

  copied(recorded: Recorded): void {
    for (const place of this.distinct) {
      if (place.beyond.has(recorded.id)) place.reachedBeyond = true;
      else if (place.reachedBeyond) place.mixed = true;
      else place.last = recorded;
    }
  }

  /**
   * @param store the id of the copy
   * @throws Failure for a read model whose place is not exact: its table would take an event twice, or never
   */
  moved(store: string): ReadonlyMap<string, MovedCheckpoint> {
    return new Map(
      [...this.places].map(([processor, { checkpoint, last, mixed }]) => {
        if (mixed && !mayRepeat(processor))
          throw new Failure(
            `The read model ${processor} is not up to date. Start Waymark until "ops checkpoints" shows no lag, stop ` +
              'it, and repeat the command.',
          );
        const to = last ? markOf(store, last) : { store, position: -1n, event: null };
        return [processor, { from: checkpoint, to }];
      }),
    );
  }
}

/** Consumers recognise what a processor without a table does twice. */
const mayRepeat = (processor: string): boolean => WITHOUT_TABLE.some(({ name }) => name === processor);
