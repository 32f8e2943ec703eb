import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Problem } from '@kernel';
import { type WebhookFilters, everything } from '@contexts/webhooks';
import { type Egress, egressOf } from '@platform/egress';
import type { Caller } from '../caller';
import type { GatewayConfig } from '../core.module';
import { LinkDomains } from '../links/link-domains';
import { ShortHosts } from '../links/short-hosts';
import { CONFIG } from '../tokens';
import { type Filtered, WebhookQueries } from './webhook.queries';
import type { UpdateWebhookBody } from './webhook.schemas';

const NOT_OURS: Readonly<Record<keyof Filtered, string>> = {
  link_ids: 'is not a link of this workspace',
  campaign_ids: 'is not a campaign of this workspace',
  domains: 'is not a domain of this workspace',
};

const KINDS = ['link_ids', 'campaign_ids', 'domains'] as const;
const LISTS = [...KINDS, 'tags'] as const;

/**
 * Judges what the schemas of a webhook cannot: where its URL leads, and whether the workspace has what filters name.
 */
@Injectable()
export class WebhookPolicy implements OnApplicationShutdown {
  private readonly egress: Egress;

  constructor(
    @Inject(CONFIG) config: GatewayConfig,
    private readonly queries: WebhookQueries,
    private readonly hosts: ShortHosts,
    private readonly linkDomains: LinkDomains,
  ) {
    this.egress = egressOf(config);
  }

  /** @param before the filters of the webhook: what these name may have been deleted since */
  async problemsOf(body: UpdateWebhookBody, { subject }: Caller, before: WebhookFilters = everything) {
    const [url, filters] = await Promise.all([
      this.problemsOfUrl(body, subject.workspaceId),
      this.problemsOfFilters(body.filters ?? {}, subject.workspaceId, before),
    ]);
    return [...url, ...filters];
  }

  /** Without repeated values, and with domains in the form in which links have them. */
  canonical<B extends UpdateWebhookBody>(body: B): B {
    const { events, filters } = body;
    const lists = LISTS.flatMap((name) => {
      const values = filters?.[name];
      return values ? [[name, [...new Set(values.map((value) => this.canonicalValue(name, value)))]] as const] : [];
    });
    return {
      ...body,
      ...(events && { events: [...new Set(events)] }),
      ...(filters && { filters: { ...filters, ...Object.fromEntries(lists) } }),
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.egress.close();
  }

  /** Verified domains lead to this installation, too. */
  private async problemsOfUrl(body: UpdateWebhookBody, workspaceId: string): Promise<Problem[]> {
    if (body.url === undefined) return [];
    const message = this.egress.problemWith(body.url);
    if (message !== null) return [{ location: 'body.url', message }];
    await this.linkDomains.prepare(body, workspaceId, [body.url]);
    const leadsToUs = this.linkDomains.leadsToUs(body.url, body);
    return leadsToUs ? [{ location: 'body.url', message: 'must not lead to this installation' }] : [];
  }

  private async problemsOfFilters(
    filters: NonNullable<UpdateWebhookBody['filters']>,
    workspaceId: string,
    before: WebhookFilters,
  ): Promise<Problem[]> {
    const named = KINDS.flatMap((kind) =>
      (filters[kind] ?? [])
        .map((sent, index) => ({ kind, index, value: this.canonicalValue(kind, sent) }))
        .filter(({ value }) => !before[kind].includes(value) && !(kind === 'domains' && this.hosts.has(value))),
    );
    if (named.length === 0) return [];
    const of = (wanted: keyof Filtered) => named.filter(({ kind }) => kind === wanted).map(({ value }) => value);
    const known = await this.queries.known(workspaceId, {
      link_ids: of('link_ids'),
      campaign_ids: of('campaign_ids'),
      domains: of('domains'),
    });
    return named
      .filter(({ kind, value }) => !known[kind].includes(value))
      .map(({ kind, index }) => ({ location: `body.filters.${kind}[${index}]`, message: NOT_OURS[kind] }));
  }

  private canonicalValue(list: (typeof LISTS)[number], value: string): string {
    return list === 'domains' ? this.linkDomains.nameOf(value) : value;
  }
}
