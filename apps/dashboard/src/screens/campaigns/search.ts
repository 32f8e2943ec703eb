import { type AnalyticsSearch, analyticsSearch } from '../overview/search';
import type { CampaignStatus } from './campaign-queries';

export const STATUSES = [
  ['draft', 'Draft'],
  ['active', 'Active'],
  ['paused', 'Paused'],
  ['ended', 'Ended'],
] as const satisfies readonly (readonly [CampaignStatus, string])[];

export interface CampaignListSearch {
  readonly status?: CampaignStatus;
  readonly page?: number;
}

type Given = Readonly<Record<string, unknown>>;

const pageOf = (search: Given): { readonly page?: number } => {
  const page = Number(search['page']);
  return Number.isInteger(page) && page > 1 ? { page } : {};
};

export const campaignListSearch = (search: Given): CampaignListSearch => {
  const status = STATUSES.find(([name]) => name === search['status'])?.[0];
  return { ...(status && { status }), ...pageOf(search) };
};

export const TABS = [
  ['analytics', 'Analytics'],
  ['links', 'Links'],
  ['history', 'History'],
] as const;
export type CampaignTab = (typeof TABS)[number][0];

/** The window of its analytics, and which of its parts is shown. */
export type CampaignSearch = AnalyticsSearch & {
  readonly tab?: Exclude<CampaignTab, 'analytics'>;
  readonly page?: number;
};

export const campaignSearch = (search: Given): CampaignSearch => {
  const tab = search['tab'];
  return { ...analyticsSearch(search), ...((tab === 'links' || tab === 'history') && { tab, ...pageOf(search) }) };
};
