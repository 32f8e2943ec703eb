import type { Recorded } from './messages';

/** Identifies a stored event, without its content. */
export interface EventPlace {
  readonly stream: string;
  /** UUID of the event. */
  readonly id: string;
  readonly type: string;
  /** Number in its stream, as text. */
  readonly revision: string;
}

/**
 * A stored event that its fold throws on: what its stream holds is unknown until an operator mends the event or a later
 * release can fold it. It is no outage, so a retry alone does not help.
 */
export class UnfoldableEvent extends Error {
  constructor(
    readonly place: EventPlace,
    readonly reason: string,
    options?: { cause?: unknown },
  ) {
    super(
      `${place.type} ${place.id}, revision ${place.revision} of ${place.stream}, cannot be folded: ${reason}`,
      options,
    );
    this.name = 'UnfoldableEvent';
  }
}

/** Runs one step of a fold. @throws UnfoldableEvent, which names the event, when the step throws */
export const foldStep = <T>(recorded: Recorded, step: () => T): T => {
  try {
    return step();
  } catch (error) {
    throw unfoldable(recorded, error);
  }
};

export const unfoldable = ({ stream, id, event, revision }: Recorded, error: unknown): UnfoldableEvent =>
  new UnfoldableEvent({ stream, id, type: event.type, revision: revision.toString() }, String(error), { cause: error });
