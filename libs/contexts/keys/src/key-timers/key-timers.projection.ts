import type { Projection } from '@kernel';
import { KEY_CATEGORY, type KeyEvent } from '../key';

export type TimerKind = 'grace' | 'expiry';

/**
 * A row of `key_timers`: made by libs/platform/read-store/src/migrations/key-timers.ts, read by
 * apps/scheduler/src/due-timers.ts. What the clock will decide about a key, and when. There is none once it is on record.
 */
export interface KeyTimerRow {
  /** `<kind>/<key id>` */
  readonly id: string;
  readonly workspace_id: string;
  readonly key_id: string;
  readonly stream: string;
  readonly kind: TimerKind;
  /** RFC 3339 UTC. */
  readonly due_at: string;
  readonly revision: string;
}

const timerId = (kind: TimerKind, keyId: string): string => `${kind}/${keyId}`;

/** The due times of an event, by timer: null ends a timer, and timers that are not named stay as they are. */
const dueTimes = ({ type, data }: KeyEvent): Readonly<Record<string, string | null>> => {
  switch (type) {
    case 'KeyCreated':
      return { [timerId('expiry', data.key_id)]: data.expiration };
    case 'KeyRotated': {
      const { key_id, previous_key_id, expiration, grace_ends_at } = data;
      // The rotated key has the expiration of its successor. Where it comes no later than the end of grace, it alone goes on record.
      const graceCounts = !expiration || expiration > grace_ends_at;
      return {
        [timerId('expiry', key_id)]: expiration,
        [timerId('grace', previous_key_id)]: graceCounts ? grace_ends_at : null,
      };
    }
    case 'KeyRevoked':
    case 'KeyGraceExpired':
    case 'KeyExpired':
      return { [timerId('expiry', data.key_id)]: null, [timerId('grace', data.key_id)]: null };
    default:
      return {};
  }
};

export const keyTimers: Projection<KeyTimerRow, KeyEvent> = {
  name: 'key_timers',
  categories: [KEY_CATEGORY],
  keys: ({ event }) => Object.keys(dueTimes(event)),
  evolve: (row, { event, metadata, stream, revision }, id) => {
    const due_at = dueTimes(event)[id];
    if (due_at === undefined) return row;
    if (due_at === null) return null;
    const [kind, key_id = ''] = id.split('/');
    return {
      id,
      workspace_id: metadata.workspace_id,
      key_id,
      stream,
      kind: kind === 'grace' ? 'grace' : 'expiry',
      due_at,
      revision: revision.toString(),
    };
  },
};
