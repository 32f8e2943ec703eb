import type { PublishedClick } from '@platform/analytics-store';
import { type LinkPresenter } from '../links/link.presenter';
import { type LinkQueries } from '../links/link.queries';

export interface PresentedClick extends PublishedClick {
  readonly domain: string | null;
  readonly short_url: string | null;
}

/** Adds the domain and short URL of its link to each click, from Postgres. */
export class ClickNames {
  constructor(
    private readonly links: LinkQueries,
    private readonly presenter: LinkPresenter,
  ) {}

  async named(workspaceId: string, clicks: readonly PublishedClick[]): Promise<PresentedClick[]> {
    if (clicks.length === 0) return [];
    const names = await this.links.names(workspaceId, [...new Set(clicks.map(({ link_id }) => link_id))]);
    return clicks.map((click) => {
      const name = names.get(click.link_id);
      return { ...click, domain: name?.domain ?? null, short_url: name ? this.presenter.shortUrl(name) : null };
    });
  }
}
