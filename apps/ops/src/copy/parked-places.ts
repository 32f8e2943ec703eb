import { groupBy, type Recorded } from '@kernel';
import type { MovedParked, ParkedPlace } from '@platform/read-store';

/** A parked stream's place, as far as it is known in the copy. */
interface Place extends ParkedPlace {
  /** Of its event: the same in both stores. */
  revision?: bigint;
  /** In the copy. */
  to?: bigint;
}

/** Finds the place of each parked stream in a copy. Both stores are read for it, first the original. */
export class ParkedPlaces {
  private readonly places: readonly Place[];
  private readonly byStream: ReadonlyMap<string, readonly Place[]>;

  constructor(parked: readonly ParkedPlace[]) {
    this.places = parked.map((place) => ({ ...place }));
    this.byStream = groupBy(this.places, ({ stream }) => stream);
  }

  original({ stream, revision, position }: Recorded): void {
    for (const place of this.byStream.get(stream) ?? []) if (place.position === position) place.revision = revision;
  }

  copied({ stream, revision, position }: Recorded): void {
    for (const place of this.byStream.get(stream) ?? []) if (place.revision === revision) place.to = position;
  }

  /** Those whose event is in the copy. */
  moved(): readonly MovedParked[] {
    return this.places.flatMap(({ stream, position, to }) => (to === undefined ? [] : [{ stream, position, to }]));
  }
}
