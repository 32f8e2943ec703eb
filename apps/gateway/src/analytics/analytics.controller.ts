import { Controller, Get } from '@nestjs/common';
import { resolveWindow } from '@contexts/clicks';
import type { AnalyticsClient } from '@platform/analytics-store';
import { Endpoint, Id, ValidQuery, notFound } from '@platform/http';
import type { Caller } from '../caller';
import { From } from '../edge';
import { LinkPresenter } from '../links/link.presenter';
import { LinkQueries } from '../links/link.queries';
import { queryAnalytics } from './analytics.query';
import { type AnalyticsQuery, analyticsQuerySchema, analyticsRecord } from './analytics.schemas';

/** Where clicks are counted, and up to when it knows them, RFC 3339. */
export class ClickSource {
  constructor(readonly client: AnalyticsClient, readonly asOf: () => string | Promise<string>) {}
}

@Controller('v1/analytics')
export class AnalyticsController {
  constructor(
    private readonly clicks: ClickSource,
    private readonly links: LinkQueries,
    private readonly presenter: LinkPresenter,
  ) {}

  @Get('workspace')
  @Endpoint({ summary: 'Clicks of the workspace', scope: 'read', query: analyticsQuerySchema, responses: { 200: analyticsRecord } })
  async workspace(@ValidQuery() query: AnalyticsQuery, @From() caller: Caller) {
    return this.answer(query, caller, await this.links.workspaceCreatedAt(caller.subject.workspaceId));
  }

  @Get('links/:id')
  @Endpoint({ summary: 'Clicks of a link', scope: 'read', query: analyticsQuerySchema, responses: { 200: analyticsRecord } })
  async link(@Id('link') id: string, @ValidQuery() query: AnalyticsQuery, @From() caller: Caller) {
    const link = await this.links.find(caller.subject.workspaceId, id);
    if (!link) throw notFound();
    return this.answer(query, caller, link.created_at, id);
  }

  private async answer({ include_bots, limit, ...wanted }: AnalyticsQuery, { subject, now }: Caller, earliest: string, linkId?: string) {
    const { workspaceId } = subject;
    const window = resolveWindow(wanted, { now: Date.parse(now), earliest: Date.parse(earliest) });
    const [current, previous] = await this.links.createdWithin(workspaceId, [window, window.previous], linkId);
    // Asked first: what is loaded meanwhile may be counted, but nothing is promised that is not.
    const asOf = await this.clicks.asOf();
    const analytics = await queryAnalytics({
      client: this.clicks.client, workspaceId, ...(linkId && { linkId }), window, includeBots: include_bots, limit,
      linksCreated: { current: current ?? 0, previous: previous ?? 0 }, asOf,
    });
    const names = await this.links.names(workspaceId, analytics.top_links.map(({ link_id }) => link_id));
    const top_links = analytics.top_links.map(({ link_id, clicks }) => {
      const name = names.get(link_id);
      return { link_id, short_url: name ? this.presenter.shortUrl(name) : null, clicks };
    });
    return { ...analytics, top_links };
  }
}
