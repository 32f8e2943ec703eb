import { type Aggregate, awaitedRows, purgedBy, timerRows } from '@kernel';
import { LINK_CATEGORY, type LinkEvent, linkStream } from './link';
import { linkChronicle } from './link.chronicle';
import { linkDecider } from './link.decider';
import { linkList } from './link-list/link-list.projection';
import { REACHED_LIMITS, type ReachedLimitRow } from './reached-limits';
import { type LinkTimerRow, linkTimers } from './link-timers/link-timers.projection';

const links = awaitedRows(linkList, ({ id }) => linkStream(id));

const timers = timerRows(linkTimers);

export const linkAggregate: Aggregate<LinkEvent> = {
  category: LINK_CATEGORY,
  service: 'links',
  decider: linkDecider,
  readModels: [links, timers],
  resource: { idPrefix: 'link', readModel: links, streamOf: linkStream },
  purge: purgedBy(links, 'PurgeLink', 'link_id'),
  timers: [
    {
      table: linkTimers.name,
      removedBy: 'projector',
      // With the revision, an extension that expires is recorded again, and by several schedulers once.
      commandOf: ({ id, workspace_id, revision }: LinkTimerRow, now: string) => ({
        command: { type: 'ExpireLink', data: { link_id: id, workspace_id, now } },
        subject: id,
        occurrence: `ExpireLink/${id}/${revision}`,
      }),
    },
    {
      table: REACHED_LIMITS,
      removedBy: 'scheduler',
      commandOf: ({ id, workspace_id, click_limit, taken }: ReachedLimitRow) => ({
        command: { type: 'ReachLimit', data: { link_id: id, workspace_id, click_limit } },
        subject: id,
        occurrence: `ReachLimit/${id}/${click_limit}/${taken}`,
      }),
    },
  ],
  chronicle: linkChronicle,
};
