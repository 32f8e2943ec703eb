import type { Projection } from '@kernel';
import { LINK_CATEGORY, type Link, type LinkEvent, evolve } from '../link';

/** A row of `links`. Clicks are telemetry and live in a table of their own. */
export interface LinkRow extends Omit<Link, 'link_id'> {
  readonly id: string;
  readonly revision: string;
}

export const linkList: Projection<LinkRow, LinkEvent> = {
  name: 'links',
  categories: [LINK_CATEGORY],
  keys: ({ event }) => [event.data.link_id],
  evolve: (row, { event, metadata, revision }) => {
    const link = evolve(row && toLink(row), event, metadata);
    return link && toRow(link, revision.toString());
  },
};

export const toRow = ({ link_id, ...link }: Link, revision: string): LinkRow => ({ ...link, id: link_id, revision });

const toLink = ({ id, revision: _, ...row }: LinkRow): Link => ({ ...row, link_id: id });
