import type { DeliveryFilter, DeliveryStatus } from '../webhooks/webhook-queries';

export const TABS = [
  ['deliveries', 'Deliveries'],
  ['verify', 'Verify'],
  ['history', 'History'],
] as const;
export type Tab = (typeof TABS)[number][0];

/** Which deliveries are shown, which of them is open, and what is shown instead of them. */
export type WebhookSearch = DeliveryFilter & {
  readonly delivery?: string;
  readonly tab?: Exclude<Tab, 'deliveries'>;
};

export const STATUSES = ['pending', 'delivered', 'failed', 'skipped'] as const satisfies readonly DeliveryStatus[];

const instant = (value: unknown): string | undefined =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined;
const matching = (value: unknown, pattern: RegExp): string | undefined =>
  typeof value === 'string' && pattern.test(value) ? value : undefined;

export const webhookSearch = (search: Readonly<Record<string, unknown>>): WebhookSearch => {
  const kept = {
    status: STATUSES.find((status) => status === search['status']),
    event_type: matching(search['event_type'], /^[a-z_.]+$/),
    from: instant(search['from']),
    to: instant(search['to']),
    delivery: matching(search['delivery'], /^dlv_\w+$/),
    tab: TABS.map(([tab]) => tab).find((tab) => tab !== 'deliveries' && tab === search['tab']),
  };
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
};

export const filterOf = ({ delivery: _delivery, tab: _tab, ...filter }: WebhookSearch): DeliveryFilter => filter;

/** Changes what is shown; what is undefined is shown no more. */
export type OnSearch = (change: Partial<Record<keyof WebhookSearch, string | undefined>>) => void;
