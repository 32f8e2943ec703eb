import { CAMPAIGN_CATEGORY } from '@contexts/campaigns';
import { DOMAIN_CATEGORY, HOSTNAME_CATEGORY } from '@contexts/domains';
import { LINK_CATEGORY } from '@contexts/links';
import { WORKSPACE_CATEGORY } from '@contexts/workspaces';
import type { NamedProcessor } from './aggregates';
import { PUBLISHED } from './public-streams';

/** A processor of the redirect index. */
export interface IndexProcessor extends NamedProcessor {
  /** Of the keys of its state, which is beside the links. */
  readonly prefix: string;
}

/** Publishes public events to other systems. */
export const RELAY: NamedProcessor = { name: 'relay', categories: PUBLISHED };

/** Queues public events for webhooks. The read model is `webhooks`. */
export const WEBHOOK_DISPATCHER: NamedProcessor = { name: 'webhook-dispatcher', categories: PUBLISHED };

/** Links, deleted workspaces, campaigns and the hosts of workspaces, as the redirectors have them. */
export const REDIRECT_INDEX: IndexProcessor = { name: 'redirect-index', categories: [LINK_CATEGORY], prefix: '' };
export const REDIRECT_WORKSPACES: IndexProcessor = {
  name: 'redirect-workspaces',
  categories: [WORKSPACE_CATEGORY],
  prefix: 'workspaces/',
};
export const REDIRECT_CAMPAIGNS: IndexProcessor = {
  name: 'redirect-campaigns',
  categories: [CAMPAIGN_CATEGORY],
  prefix: 'campaigns/',
};
export const REDIRECT_HOSTS: IndexProcessor = {
  name: 'redirect-hosts',
  categories: [DOMAIN_CATEGORY, HOSTNAME_CATEGORY],
  prefix: 'hosts/',
};

/** Processors with a state in Postgres and without a table of their own, which could be folded again. */
export const WITHOUT_TABLE: readonly NamedProcessor[] = [RELAY, WEBHOOK_DISPATCHER];

/** Processors with a state in the redirect index. Each redirector has its own. */
export const OF_INDEX: readonly IndexProcessor[] = [
  REDIRECT_INDEX,
  REDIRECT_WORKSPACES,
  REDIRECT_CAMPAIGNS,
  REDIRECT_HOSTS,
];
