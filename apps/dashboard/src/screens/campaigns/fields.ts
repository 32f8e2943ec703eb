import type { Campaign, CampaignCreate, CampaignUpdate } from './campaign-queries';
import { instantOf, localOf } from '../../ui/local-time';
import { INHERITED } from './inheritance';

/** A campaign as its form has it: texts, and instants in the browser's time zone. */
export interface Fields {
  readonly name: string;
  readonly description: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly utm_source: string;
  readonly utm_medium: string;
  readonly utm_campaign: string;
  readonly tags: readonly string[];
}

export const EMPTY: Fields = {
  name: '',
  description: '',
  starts_at: '',
  ends_at: '',
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  tags: [],
};

export const fieldsOf = (campaign: Campaign): Fields => ({
  name: campaign.name,
  description: campaign.description ?? '',
  starts_at: localOf(campaign.starts_at),
  ends_at: localOf(campaign.ends_at),
  utm_source: campaign.utm_source ?? '',
  utm_medium: campaign.utm_medium ?? '',
  utm_campaign: campaign.utm_campaign ?? '',
  tags: campaign.tags,
});

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

const whole = (fields: Fields) => ({
  name: fields.name.trim(),
  description: orNull(fields.description),
  starts_at: instantOf(fields.starts_at),
  ends_at: instantOf(fields.ends_at),
  ...(Object.fromEntries(INHERITED.map((name) => [name, orNull(fields[name])])) as Pick<
    CampaignCreate,
    (typeof INHERITED)[number]
  >),
  tags: [...fields.tags],
});

/** The body of a creation: what is set. */
export const createBody = (fields: Fields): CampaignCreate => {
  const { name, ...rest } = whole(fields);
  const given = Object.entries(rest).filter(([, value]) => value !== null && String(value) !== '');
  return { name, ...Object.fromEntries(given) };
};

/** The body of an edit: what differs from the campaign as it was read; null clears. */
export const updateBody = (fields: Fields, before: Fields): CampaignUpdate => {
  const then: Readonly<Record<string, unknown>> = whole(before);
  return Object.fromEntries(
    Object.entries(whole(fields)).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(then[name])),
  );
};

const LABELS: Readonly<Record<string, string>> = {
  name: 'Name',
  description: 'Notes',
  status: 'Status',
  starts_at: 'Starts',
  ends_at: 'Ends',
  utm_source: 'utm_source',
  utm_medium: 'utm_medium',
  utm_campaign: 'utm_campaign',
  tags: 'Tags',
};

/** Undefined for a field that people cannot change. */
export const labelOf = (name: string): string | undefined => LABELS[name];
