import type { PublicEvent } from '@kernel';

/** Narrows a subscription. An empty list lets everything through. An event has to pass each list that is not empty. */
export interface WebhookFilters {
  readonly link_ids: readonly string[];
  /** One of these is enough. */
  readonly tags: readonly string[];
  readonly campaign_ids: readonly string[];
  /** Host names, in lower case and in ASCII. */
  readonly domains: readonly string[];
  /** Whether clicks of bots are delivered, too. */
  readonly include_bots: boolean;
}

export const everything: WebhookFilters = {
  link_ids: [],
  tags: [],
  campaign_ids: [],
  domains: [],
  include_bots: false,
};

/** What filters look at. An absent value passes no list. */
export interface FilteredFields {
  readonly link_id?: string | null;
  readonly tags?: readonly string[];
  readonly campaign_id?: string | null;
  /** Host name. */
  readonly domain?: string;
}

/** Whether something passes the filters, apart from `include_bots`. */
export const passes = (filters: WebhookFilters, { link_id, tags = [], campaign_id, domain }: FilteredFields): boolean =>
  admits(filters.link_ids, link_id) &&
  admits(filters.campaign_ids, campaign_id) &&
  admits(filters.domains, domain) &&
  (filters.tags.length === 0 || filters.tags.some((tag) => tags.includes(tag)));

const admits = (wanted: readonly string[], value: string | null | undefined): boolean =>
  wanted.length === 0 || (typeof value === 'string' && wanted.includes(value));

/**
 * What an event of a stream is about, before and after it: an edit by which a link leaves the filter passes it, too.
 */
export const subjectsOf = ({
  type,
  data,
  previous,
}: Pick<PublicEvent, 'type' | 'data' | 'previous'>): readonly FilteredFields[] =>
  [data, { ...data, ...previous }].map((record) => subjectOf(type, record));

const subjectOf = (type: string, record: Record<string, unknown>): FilteredFields => {
  switch (type.slice(0, type.indexOf('.'))) {
    case 'link': {
      const { id, tags, campaign_id, domain } = record;
      return { link_id: id, tags, campaign_id, domain } as FilteredFields;
    }
    case 'campaign':
      return { campaign_id: record['id'], tags: record['tags'] } as FilteredFields;
    case 'domain':
      return { domain: record['hostname'] } as FilteredFields;
    case 'qr_code':
      return { link_id: record['link_id'] } as FilteredFields;
    default:
      return {};
  }
};
