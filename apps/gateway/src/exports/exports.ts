import { WorkspaceSlots } from '../workspace-slots';

/** About how long an export of millions of clicks takes, in seconds. */
const RETRY_AFTER = 30;

/** The exports that are under way in this process; each holds a thread of the engine. */
export class ExportSlots extends WorkspaceSlots {
  constructor() {
    super({ what: 'exports', ofWorkspace: 2, ofAll: 6, retryAfter: RETRY_AFTER });
  }
}

/** @param header Accept-Encoding; without one, or if it does not name gzip, a file is sent as it is */
export const acceptsGzip = (header: string | string[] | undefined): boolean =>
  String(header ?? '')
    .split(',')
    .map((entry) => entry.split(';').map((part) => part.trim().toLowerCase()))
    .some(([coding, ...parameters]) => coding === 'gzip' && !parameters.some((one) => /^q=0(\.0*)?$/.test(one)));
