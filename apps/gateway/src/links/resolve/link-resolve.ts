import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type CampaignUtm, inheritedBy } from '@contexts/campaigns';
import {
  type Enricher,
  assembleDestination,
  createEnricher,
  firstLanguageTag,
  isPreviewBot,
  networkOf,
  parametersOf,
  readQuery,
} from '@contexts/clicks';
import {
  type LinkFields,
  type Verdict,
  type VisitFacts,
  type Visited,
  compileChoice,
  hasLinkExpired,
  judge,
  linkDefaults,
  mergedPreview,
  shareOf,
} from '@contexts/links';
import { type GeoIp, openGeoIp } from '@platform/geoip';
import { CODES, type Code, found } from '@platform/http';
import type { Log, ReadStore } from '@platform/read-store';
import type { Caller } from '../../caller';
import type { GatewayConfig } from '../../core.module';
import { digest } from '../../ids';
import { CONFIG, LOGGER, READ_STORE } from '../../tokens';
import { firstRow } from '../../workspace-rows';
import { LinkQueries } from '../link.queries';
import type { ResolveBody, TestVisitor } from './link-resolve.schemas';

interface Resolution {
  readonly outcome: 'redirect' | 'preview' | 'password_required' | 'not_found' | 'expired' | 'click_limit_reached';
  readonly status: number;
  readonly destination_url: string | null;
  readonly rule: number | null;
  readonly variant: number | null;
}

type Tested = Visited & { readonly id: string };

/** Tells who goes where, by the functions that the redirector decides with. Nothing is counted or recorded. */
@Injectable()
export class LinkResolve {
  private places: { readonly geoIp: GeoIp; readonly enrich: Enricher } | undefined;

  constructor(
    private readonly queries: LinkQueries,
    @Inject(READ_STORE) private readonly store: ReadStore,
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  /** @throws Rejection not_found where `link_id` is none of the workspace */
  async resolve(body: ResolveBody, { subject, now }: Caller): Promise<Resolution> {
    const { visitor = {} } = body;
    const link = await this.inherited(await this.linkOf(body, subject.workspaceId), subject.workspaceId);
    const at = visitor.at ?? now;
    const verdict = judge(link, at);
    if (verdict.kind !== 'redirect') return ended(link, verdict, at);
    const { forwarded } = readQuery(visitor.query ?? '');
    const draw = () => ({ marks: [], share: () => shareOf(hashOf(link.id, visitor, at)) });
    if (!visitor.country && link.rules.some(({ if: conditions }) => conditions.country !== undefined))
      await this.opened().geoIp.opening(networkOf(visitor.ip ?? ''));
    const chosen = compileChoice(link, digest)(this.factsOf(visitor, at), draw);
    const { destination } = assembleDestination({ ...link, destination_url: chosen.destination_url }, forwarded);
    const where = { destination_url: destination, rule: chosen.rule, variant: chosen.variant };
    if (link.password_hash !== null)
      return { outcome: 'password_required', status: statusOf('password_required'), ...where };
    if (link.preview && isPreviewBot(visitor.user_agent ?? '')) return { outcome: 'preview', status: 200, ...where };
    return { outcome: 'redirect', status: verdict.type, ...where };
  }

  private async linkOf({ link_id, link = {} }: ResolveBody, workspaceId: string): Promise<Tested> {
    const { password, preview, ...draft } = link;
    const stored = link_id === undefined ? NEW : found(await this.queries.find(workspaceId, link_id));
    const changes = Object.entries(draft).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value ?? linkDefaults[name as keyof typeof linkDefaults]] as const],
    );
    return {
      ...stored,
      ...(Object.fromEntries(changes) as Partial<LinkFields>),
      ...(preview !== undefined && { preview: preview && mergedPreview(stored.preview, preview) }),
      ...(password !== undefined && { password_hash: password }),
    };
  }

  private async inherited(link: Tested, workspaceId: string): Promise<Tested> {
    if (link.campaign_id === null) return link;
    const text = `SELECT utm_source, utm_medium, utm_campaign FROM campaigns
      WHERE workspace_id = $1 AND id = $2 AND deleted_at IS NULL`;
    const campaign = await firstRow<CampaignUtm>(this.store, workspaceId, {
      text,
      values: [workspaceId, link.campaign_id],
    });
    return campaign ? { ...link, ...inheritedBy(link, campaign) } : link;
  }

  private factsOf(visitor: TestVisitor, now: string): VisitFacts {
    const { enrich } = this.opened();
    const agent = () => enrich.agent(visitor.user_agent ?? '');
    const { ip = '', query = '' } = visitor;
    const parameters = parametersOf(query);
    return {
      now,
      device: () => visitor.device ?? agent().device,
      os: () => visitor.os ?? agent().os,
      browser: () => visitor.browser ?? agent().browser,
      language: () => firstLanguageTag(visitor.language ?? ''),
      country: () => visitor.country ?? enrich.place(networkOf(ip), null).country,
      address: () => ip,
      query: () => parameters,
    };
  }

  /** Opened by the first visit, since few workspaces test their rules. */
  private opened() {
    if (this.places) return this.places;
    const { geoipDb } = this.config;
    const geoIp = openGeoIp({ ...(geoipDb !== undefined && { path: geoipDb }), log: this.log });
    return (this.places = { geoIp, enrich: createEnricher(geoIp) });
  }
}

/** A link that nothing is known of. */
const NEW: Tested = {
  id: '',
  destination_url: '',
  ...linkDefaults,
  deleted_at: null,
  disabled_at: null,
  limit_reached: null,
};

const ended = (link: Visited, verdict: Exclude<Verdict, { kind: 'redirect' }>, at: string): Resolution => {
  const nowhere = { destination_url: null, rule: null, variant: null };
  if (verdict.kind === 'over') {
    const outcome = hasLinkExpired(link, at) ? 'expired' : 'click_limit_reached';
    return { ...nowhere, outcome, status: 302, destination_url: verdict.location };
  }
  const { code } = verdict;
  return { ...nowhere, outcome: code === 'link_expired' ? 'expired' : code, status: statusOf(code) };
};

const statusOf = (code: Code): number => CODES.get(code)?.status ?? 500;

/** Another visitor, and the same one on another day, may draw another variant. */
const hashOf = (linkId: string, { ip = '', user_agent = '' }: TestVisitor, at: string): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([linkId, ip, user_agent, at.slice(0, 10)]))
    .digest();
