import type { Projection } from '@kernel';
import { KEY_CATEGORY, type KeyEvent } from '../key';

export type TimerKind = 'grace' | 'expiry';

/**
 * A row of `key_timers`: made by libs/platform/read-store/src/migrations/key-timers.ts, read by
 * apps/scheduler/src/due-timers.ts. A change that time brings to a key, and when. The change's event removes the row.
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

/** The due times that an event sets, by timer. Null ends a timer; timers that are not listed stay as they are. */
const dueTimes = ({ type, data }: KeyEvent): Readonly<Record<string, string | null>> => {
  switch (type) {
    case 'KeyCreated':
      return { [timerId('expiry', data.key_id)]: data.expiration };
    case 'KeyRotated': {
      const { key_id, previous_key_id, expiration, grace_ends_at } = data;
      // The rotated key expires with its successor. If that is no later than the end of grace, only expiry is recorded.
      const graceCounts = !expiration || expiration > grace_ends_at;
      return {
        [timerId('expiry', key_id)]: expiration,
        [timerId('grace', previous_key_id)]: graceCounts ? grace_ends_at : null,
      };
    }
    case 'KeyRevoked':
    case 'KeyGraceExpired':
    case 'KeyExpired':
    case 'KeyPurged':
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
