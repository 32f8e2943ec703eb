import { WatchedSlots } from '../watched-slots';

/** About how long an export of millions of clicks takes, in seconds. */
const RETRY_AFTER = 30;

/** The exports that are under way in this process; each holds a thread of the engine. */
export class ExportSlots extends WatchedSlots {
  constructor() {
    super({ what: 'exports', ofWorkspace: 2, ofAll: 6, retryAfter: RETRY_AFTER });
  }
}
