import { type Aggregate, awaitedRows, purgedBy, timerRows } from '@kernel';
import { KEY_CATEGORY, type KeyEvent, lineageStream } from './key';
import { keyChronicle } from './key.chronicle';
import { keyDecider } from './key.decider';
import { keyList } from './key-list/key-list.projection';
import { type KeyTimerRow, keyTimers } from './key-timers/key-timers.projection';

const keys = awaitedRows(keyList, ({ lineage }) => lineageStream(lineage));
const timers = timerRows(keyTimers);

/** One aggregate is a lineage: a key and its successors. */
export const keyAggregate: Aggregate<KeyEvent> = {
  category: KEY_CATEGORY,
  service: 'keys',
  decider: keyDecider,
  readModels: [keys, timers],
  resource: { idPrefix: 'key', readModel: keys },
  timers: [
    {
      table: keyTimers.name,
      removedBy: 'projector',
      commandOf: ({ kind, key_id, workspace_id }: KeyTimerRow, now: string) => {
        const type = kind === 'grace' ? 'EndGrace' : 'ExpireKey';
        return {
          command: { type, data: { key_id, workspace_id, now } },
          subject: key_id,
          occurrence: `${type}/${key_id}`,
        };
      },
    },
  ],
  purge: purgedBy(keys, 'PurgeKey', 'key_id'),
  chronicle: () => keyChronicle,
};
