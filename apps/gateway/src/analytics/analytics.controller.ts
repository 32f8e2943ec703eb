import { Controller, Get, Param } from '@nestjs/common';
import { resolveWindow } from '@contexts/clicks';
import { DEFAULT_DOMAIN } from '@contexts/links';
import type { AnalyticsClient } from '@platform/analytics-store';
import { Endpoint, Id, ValidQuery, notFound } from '@platform/http';
import type { Caller } from '../caller';
import { From } from '../edge';
import { LinkQueries, type LinkScope } from '../links/link.queries';
import { line } from '../text.schemas';
import { AnalyticsPresenter } from './analytics.presenter';
import { queryAnalytics } from './analytics.query';
import { type AnalyticsQuery, analyticsQuerySchema, analyticsRecord } from './analytics.schemas';
import { ATTRIBUTION } from './attribution';
import { filtersOf, only } from './filters';

/** Where clicks are counted, and up to when it knows them, RFC 3339. */
export class ClickSource {
  constructor(readonly client: AnalyticsClient, readonly asOf: () => string | Promise<string>) {}
}

const analyticsEndpoint = (summary: string, description = '') => Endpoint({
  summary, description: [description, ATTRIBUTION].filter(Boolean).join(' '), scope: 'read', query: analyticsQuerySchema, responses: { 200: analyticsRecord },
});

const tagName = line(50);

@Controller('v1/analytics')
export class AnalyticsController {
  constructor(
    private readonly clicks: ClickSource,
    private readonly links: LinkQueries,
    private readonly presenter: AnalyticsPresenter,
  ) {}

  @Get('workspace')
  @analyticsEndpoint('Clicks of the workspace')
  workspace(@ValidQuery() query: AnalyticsQuery, @From() caller: Caller) {
    return this.answer(query, caller, {});
  }

  @Get('links/:id')
  @analyticsEndpoint('Clicks of a link')
  async link(@Id('link') id: string, @ValidQuery() query: AnalyticsQuery, @From() caller: Caller) {
    const link = await this.links.find(caller.subject.workspaceId, id);
    if (!link) throw notFound();
    return this.answer(query, caller, { link: id }, link.created_at);
  }

  @Get('tags/:tag')
  @analyticsEndpoint('Clicks of a tag', 'Clicks of links that had the tag when they were clicked. A tag is no resource: one that no link has answers with zeros.')
  tag(@Param('tag') tag: string, @ValidQuery() query: AnalyticsQuery, @From() caller: Caller) {
    if (tagName.safeParse(tag).data !== tag || tag.includes(',')) throw notFound();
    return this.answer(query, caller, { tag });
  }

  @Get('domains/:id')
  @analyticsEndpoint('Clicks of a domain', `Clicks of links of the domain. All own short hosts are one domain, \`${DEFAULT_DOMAIN}\`.`)
  domain(@Id('dom') id: string, @ValidQuery() query: AnalyticsQuery, @From() caller: Caller) {
    if (id !== DEFAULT_DOMAIN) throw notFound();
    return this.answer(query, caller, { domain: id });
  }

  /** @param began when what is asked about began; the workspace, unless said */
  private async answer(query: AnalyticsQuery, { subject: { workspaceId }, now }: Caller, scope: LinkScope, began?: string) {
    const earliest = began ?? (await this.links.workspaceCreatedAt(workspaceId));
    const window = resolveWindow(query, { now: Date.parse(now), earliest: Date.parse(earliest) });
    const [current = 0, previous = 0] = await this.links.createdWithin(workspaceId, [window, window.previous], scope);
    // Asked first: what is loaded meanwhile may be counted, but nothing is promised that is not.
    const asOf = await this.clicks.asOf();
    const analytics = await queryAnalytics({
      client: this.clicks.client, workspaceId, window, filters: filtersOf(query), includeBots: query.include_bots, groupBy: query.group_by,
      scope: Object.fromEntries(Object.entries(scope).map(([dimension, value]: [string, string]) => [dimension, only(value)])),
      limit: query.limit, linksCreated: { current, previous }, asOf,
    });
    return this.presenter.present(workspaceId, analytics);
  }
}
