import { DateTime, type DateTimeUnit, IANAZone } from 'luxon';
import { canonicalTimezone } from './timezone';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * The clocks of a time zone. A wall time is a DateTime that holds the local time as if it were UTC, so that calendar
 * arithmetic meets no change of the clocks. Only this class maps it to an instant. Instants are epoch milliseconds.
 */
export class WallClock {
  private readonly zone: IANAZone;

  /** @param timezone an IANA name that is valid */
  constructor(timezone: string) {
    this.zone = IANAZone.create(canonicalTimezone(timezone) ?? timezone);
  }

  at(instant: number): DateTime {
    return DateTime.fromMillis(instant + this.offset(instant), { zone: 'utc' });
  }

  /** Of a wall time that comes twice, the first instant; of a skipped one, that by the offset before the change. */
  instantOf(wall: DateTime): number {
    return this.shownAt(wall) ?? wall.toMillis() - this.offset(wall.toMillis() - DAY_MS);
  }

  /** The first instant of a date; not always midnight, because a change of the clocks may skip it. */
  startOfDay(date: DateTime): number {
    const midnight = date.startOf('day');
    return (
      this.shownAt(midnight) ??
      this.nextTurn(midnight.toMillis() - DAY_MS, midnight.toMillis() + DAY_MS) ??
      this.instantOf(midnight)
    );
  }

  /** Where the calendar unit of an instant begins. */
  startOf(unit: DateTimeUnit, instant: number): number {
    return this.startOfDay(this.at(instant).startOf(unit));
  }

  /** The instants after `start` and before `end` at which clocks change, ascending. May miss one of two in a day. */
  turns(start: number, end: number): readonly number[] {
    const turns: number[] = [];
    for (let from = start; from < end; from += DAY_MS) {
      const turn = this.nextTurn(from, Math.min(from + DAY_MS, end));
      if (turn !== undefined && turn < end) turns.push(turn);
    }
    return turns;
  }

  /** Milliseconds by which the clocks are ahead of UTC. */
  offset(instant: number): number {
    return Math.round(this.zone.offset(instant) * MINUTE_MS);
  }

  /** The first instant at which the clocks show this, or undefined if they never do. */
  private shownAt(wall: DateTime): number | undefined {
    const local = wall.toMillis();
    const instants = [this.offset(local - DAY_MS), this.offset(local + DAY_MS)].map((offset) => local - offset);
    return instants.sort((a, b) => a - b).find((instant) => instant + this.offset(instant) === local);
  }

  /** The instant after `from`, up to `to`, at which the clocks change, if the offsets differ. */
  private nextTurn(from: number, to: number): number | undefined {
    const before = this.offset(from);
    if (this.offset(to) === before) return undefined;
    let [earlier, later] = [from, to];
    while (later - earlier > 1) {
      const middle = Math.floor((earlier + later) / 2);
      if (this.offset(middle) === before) earlier = middle;
      else later = middle;
    }
    return later;
  }
}
