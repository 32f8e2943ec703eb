import { Controller, Get, Param } from '@nestjs/common';
import { comparedWindow } from '@contexts/clicks';
import { DEFAULT_DOMAIN } from '@contexts/links';
import type { AnalyticsReader } from '@platform/analytics-store';
import { Endpoint, Id, type OperationId, ValidQuery, found, notFound } from '@platform/http';
import { type Caller, CurrentCaller } from '../caller';
import { CampaignQueries } from '../campaigns/campaign.queries';
import { DomainQueries } from '../domains/domain.queries';
import type { LinkScope } from '../links/created-links';
import { LinkQueries } from '../links/link.queries';
import { line } from '../text.schemas';
import { AnalyticsPresenter } from './analytics.presenter';
import { queryAnalytics } from './analytics.query';
import { type AnalyticsQuery, analyticsQuerySchema, analyticsRecord } from './analytics.schemas';
import { ATTRIBUTION } from './attribution';
import { ClickSource } from './click-source';
import { ClickFilters, only } from './filters';
import { Gone } from './gone';
import { VisibleWindows } from './visible-window';

const analyticsEndpoint = (id: OperationId, summary: string, description = '') =>
  Endpoint({
    id,
    summary,
    description: [description, ATTRIBUTION].filter(Boolean).join(' '),
    scope: 'read',
    query: analyticsQuerySchema,
    responses: { 200: analyticsRecord },
  });

const tagName = line(50);

@Controller('v1/analytics')
export class AnalyticsController {
  constructor(
    private readonly clicks: ClickSource,
    private readonly links: LinkQueries,
    private readonly campaigns: CampaignQueries,
    private readonly domains: DomainQueries,
    private readonly windows: VisibleWindows,
    private readonly presenter: AnalyticsPresenter,
    private readonly filters: ClickFilters,
  ) {}

  @Get('workspace')
  @analyticsEndpoint('analytics.workspace', 'Clicks of the workspace')
  workspace(@ValidQuery() query: AnalyticsQuery, @CurrentCaller() caller: Caller, @Gone() gone: AbortSignal) {
    return this.answer({ query, caller, gone }, {});
  }

  @Get('links/:id')
  @analyticsEndpoint('analytics.link', 'Clicks of a link')
  async link(
    @Id('link') id: string,
    @ValidQuery() query: AnalyticsQuery,
    @CurrentCaller() caller: Caller,
    @Gone() gone: AbortSignal,
  ) {
    const link = await this.links.find(caller.subject.workspaceId, id);
    if (!link) throw notFound();
    return this.answer({ query, caller, gone }, { link: id }, link.created_at);
  }

  @Get('campaigns/:id')
  @analyticsEndpoint(
    'analytics.campaign',
    'Clicks of a campaign',
    'Clicks on links that were in the campaign at the time of the click, whatever its status.',
  )
  async campaign(
    @Id('cmp') id: string,
    @ValidQuery() query: AnalyticsQuery,
    @CurrentCaller() caller: Caller,
    @Gone() gone: AbortSignal,
  ) {
    const campaign = found(await this.campaigns.find(caller.subject.workspaceId, id));
    return this.answer({ query, caller, gone }, { campaign: id }, campaign.created_at);
  }

  @Get('tags/:name')
  @analyticsEndpoint(
    'analytics.tag',
    'Clicks of a tag',
    'Clicks on links that had the tag at the time of the click. An unused tag has zeros; an invalid tag is a 404.',
  )
  tag(
    @Param('name') tag: string,
    @ValidQuery() query: AnalyticsQuery,
    @CurrentCaller() caller: Caller,
    @Gone() gone: AbortSignal,
  ) {
    if (tagName.safeParse(tag).data !== tag || tag.includes(',')) throw notFound();
    return this.answer({ query, caller, gone }, { tag });
  }

  @Get('domains/:id')
  @analyticsEndpoint(
    'analytics.domain',
    'Clicks of a domain',
    `Clicks of links of the domain. All own short hosts are one domain, \`${DEFAULT_DOMAIN}\`.`,
  )
  async domain(
    @Id('dom') id: string,
    @ValidQuery() query: AnalyticsQuery,
    @CurrentCaller() caller: Caller,
    @Gone() gone: AbortSignal,
  ) {
    if (id !== DEFAULT_DOMAIN) found(await this.domains.find(caller.subject.workspaceId, id));
    return this.answer({ query, caller, gone }, { domain: id });
  }

  /** @param began when the link or campaign began; by default, when the workspace did */
  private async answer({ query, caller, gone }: Asked, named: LinkScope, began?: string) {
    const { workspaceId } = caller.subject;
    const analytics = await this.clicks.questions.ask(workspaceId, gone, (client) =>
      this.query(client, { query, caller }, named, began),
    );
    return this.presenter.present(workspaceId, analytics);
  }

  private async query(
    client: AnalyticsReader,
    { query, caller }: Omit<Asked, 'gone'>,
    named: LinkScope,
    began: string | undefined,
  ) {
    const { workspaceId } = caller.subject;
    const scope = Object.fromEntries(
      Object.entries(named).map(([dimension, value]: [string, string]) => [dimension, only(value)]),
    );
    const { window, notBefore } = await this.windows.of(client, query, caller, scope, began);
    const [current = 0, previous = 0] = await this.links.createdWithin(workspaceId, [window, window.previous], named);
    // Read first: the answer may count clicks that are loaded meanwhile, but `as_of` promises no click that it lacks.
    const asOf = await this.clicks.asOf();
    return queryAnalytics({
      client,
      workspaceId,
      window,
      ...(query.compare && { comparedWith: comparedWindow(window, query.compare) }),
      notBefore,
      scope,
      filters: this.filters.of(query, workspaceId),
      includeBots: query.include_bots,
      groupBy: query.group_by,
      limit: query.limit,
      linksCreated: { current, previous },
      asOf,
    });
  }
}

interface Asked {
  readonly query: AnalyticsQuery;
  readonly caller: Caller;
  readonly gone: AbortSignal;
}
