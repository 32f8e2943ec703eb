import type { ClickRecord } from '@contexts/clicks';
import type { ClickRow } from '@platform/analytics-store';

/** A click record as a row of the table; the place for what the loader adds to it. */
export const clickRow = (source: string, seq: number, { at, ...record }: ClickRecord): ClickRow => ({
  ...record,
  time: new Date(at).toISOString().replace('T', ' ').slice(0, -1),
  source,
  seq,
  campaign_id: record.campaign_id ?? '',
  utm_source: record.utm_source ?? '',
  utm_medium: record.utm_medium ?? '',
  utm_campaign: record.utm_campaign ?? '',
  utm_term: record.utm_term ?? '',
  utm_content: record.utm_content ?? '',
  country: record.country ?? '',
  network: record.network ?? '',
});
