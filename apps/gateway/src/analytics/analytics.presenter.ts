import { type LinkPresenter } from '../links/link.presenter';
import { type LinkQueries } from '../links/link.queries';
import type { Analytics } from './analytics.query';
import { type Dimension, DIMENSIONS } from './dimensions';
import type { GroupEntry } from './groups';

/** Analytics in the shape of the HTTP contract: groups under their plural names, links with their short URLs. */
export class AnalyticsPresenter {
  constructor(
    private readonly links: LinkQueries,
    private readonly presenter: LinkPresenter,
  ) {}

  async present(workspaceId: string, { groups, top_links, as_of, ...analytics }: Analytics) {
    const ids = [...top_links.map(({ link_id }) => link_id), ...(groups.link ?? []).map(({ key }) => key ?? '')];
    const names = await this.links.names(workspaceId, [...new Set(ids)]);
    const shortUrl = (id: string) => {
      const name = names.get(id);
      return name ? this.presenter.shortUrl(name) : null;
    };
    const named = Object.entries(groups).map(([dimension, entries]) => [
      DIMENSIONS[dimension as Dimension].plural,
      dimension === 'link'
        ? entries.map((entry: GroupEntry) => ({ ...entry, short_url: shortUrl(entry.key ?? '') }))
        : entries,
    ]);
    return {
      ...analytics,
      top_links: top_links.map(({ link_id, clicks }) => ({ link_id, short_url: shortUrl(link_id), clicks })),
      ...(Object.fromEntries(named) as Record<string, readonly GroupEntry[]>),
      as_of,
    };
  }
}
