import type { Webhook, WebhookCreate, WebhookUpdate } from '../webhooks/webhook-queries';

/** What the form has of a webhook. */
export interface Fields {
  readonly url: string;
  readonly description: string;
  readonly events: readonly string[];
  readonly tags: readonly string[];
  readonly domains: readonly string[];
  readonly campaign_ids: readonly string[];
  readonly link_ids: readonly string[];
  readonly include_bots: boolean;
}

export const EMPTY: Fields = {
  url: '',
  description: '',
  events: ['link.*'],
  tags: [],
  domains: [],
  campaign_ids: [],
  link_ids: [],
  include_bots: false,
};

const LISTS = ['tags', 'domains', 'campaign_ids', 'link_ids'] as const;

export const fieldsOf = ({ url, description, events, filters }: Webhook): Fields => ({
  url,
  description: description ?? '',
  events,
  ...filters,
});

const filtersOf = (fields: Fields): NonNullable<WebhookCreate['filters']> => ({
  ...Object.fromEntries(LISTS.filter((name) => fields[name].length > 0).map((name) => [name, [...fields[name]]])),
  ...(fields.include_bots && { include_bots: true }),
});

export const createBody = (fields: Fields): WebhookCreate => {
  const filters = filtersOf(fields);
  return {
    url: fields.url.trim(),
    events: [...fields.events],
    ...(fields.description.trim() && { description: fields.description.trim() }),
    ...(Object.keys(filters).length > 0 && { filters }),
  };
};

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What differs alone; an empty list of a filter clears it. */
export const updateBody = (fields: Fields, before: Fields): WebhookUpdate => {
  const lists = LISTS.filter((name) => !same(fields[name], before[name]));
  const filters = {
    ...Object.fromEntries(lists.map((name) => [name, fields[name].length > 0 ? [...fields[name]] : null])),
    ...(fields.include_bots !== before.include_bots && { include_bots: fields.include_bots }),
  };
  return {
    ...(fields.url.trim() !== before.url && { url: fields.url.trim() }),
    ...(!same(fields.events, before.events) && { events: [...fields.events] }),
    ...(fields.description.trim() !== before.description && { description: fields.description.trim() || null }),
    ...(Object.keys(filters).length > 0 && { filters }),
  };
};

const LABELS: Readonly<Record<string, string>> = {
  url: 'Endpoint',
  description: 'Note',
  events: 'Events',
  filters: 'Filters',
  status: 'Status',
  disabled_reason: 'Why',
};

/** Undefined for a field that is not shown. */
export const webhookLabel = (name: string): string | undefined => LABELS[name];
