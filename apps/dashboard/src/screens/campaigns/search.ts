import { type PageSearch, pageSearch } from '../../ui/page-search';
import { type AnalyticsSearch, analyticsSearch } from '../overview/search';
import type { CampaignStatus } from './campaign-queries';

export const STATUSES = [
  ['draft', 'Draft'],
  ['active', 'Active'],
  ['paused', 'Paused'],
  ['ended', 'Ended'],
] as const satisfies readonly (readonly [CampaignStatus, string])[];

export interface CampaignListSearch extends PageSearch {
  readonly status?: CampaignStatus;
}

type Given = Readonly<Record<string, unknown>>;

export const campaignListSearch = (search: Given): CampaignListSearch => {
  const status = STATUSES.find(([name]) => name === search['status'])?.[0];
  return { ...(status && { status }), ...pageSearch(search) };
};

export const TABS = [
  ['analytics', 'Analytics'],
  ['links', 'Links'],
  ['history', 'History'],
] as const;
export type CampaignTab = (typeof TABS)[number][0];

/** The window of its analytics, and which of its parts is shown. */
export type CampaignSearch = AnalyticsSearch &
  PageSearch & {
    readonly tab?: Exclude<CampaignTab, 'analytics'>;
  };

export const campaignSearch = (search: Given): CampaignSearch => {
  const tab = search['tab'];
  return { ...analyticsSearch(search), ...((tab === 'links' || tab === 'history') && { tab, ...pageSearch(search) }) };
};
