import type { Aggregate, ReadModel } from '@kernel';
import { LINK_CATEGORY, type LinkEvent, linkStream } from './link';
import { linkChronicle } from './link.chronicle';
import { linkDecider } from './link.decider';
import { type LinkRow, linkList } from './link-list/link-list.projection';

const links: ReadModel<LinkRow, LinkEvent> = {
  projection: linkList,
  awaited: true,
  streamOf: ({ id }) => linkStream(id),
};

export const linkAggregate: Aggregate<LinkEvent> = {
  category: LINK_CATEGORY,
  service: 'links',
  decider: linkDecider,
  readModels: [links],
  resource: { idPrefix: 'link', readModel: links, streamOf: linkStream },
  purge: {
    readModel: links,
    commandOf: ({ id, workspace_id }: LinkRow) => ({
      command: { type: 'PurgeLink', data: { link_id: id, workspace_id } },
      subject: id,
      occurrence: `PurgeLink/${id}`,
    }),
  },
  chronicle: linkChronicle,
};
