import { useState } from 'react';
import { controlClass } from '../../ui/fields';
import { dateTime } from '../../ui/format';
import { DELIVERY_LABELS } from '../webhooks/badges';
import { loggedNames } from '../webhooks/events';
import type { Webhook } from '../webhooks/webhook-queries';
import { type OnSearch, STATUSES, type WebhookSearch } from './search';

export interface DeliveriesProps {
  readonly webhook: Webhook;
  readonly search: WebhookSearch;
  readonly onSearch: OnSearch;
}

/** A phone has one line for both, and for what stands beside them. */
const SHARED = 'max-sm:min-w-0 max-sm:flex-1 max-sm:basis-24';

export const Statuses = ({ search, onSearch }: Omit<DeliveriesProps, 'webhook'>) => (
  <div role="group" aria-label="Status" className="border-control flex overflow-hidden rounded-md border">
    {([undefined, ...STATUSES] as const).map((status) => (
      <button
        key={status ?? 'all'}
        type="button"
        aria-pressed={search.status === status}
        onClick={() => onSearch({ status })}
        className="border-line text-soft aria-pressed:bg-hover aria-pressed:text-ink hover:text-ink h-7.5 border-l px-2.5 text-sm font-medium -outline-offset-2 first:border-l-0"
      >
        {status === undefined ? 'All' : DELIVERY_LABELS[status]}
      </button>
    ))}
  </div>
);

const HOUR_MS = 3_600_000;
const WINDOWS = [
  ['1', 'Last hour'],
  ['24', 'Last 24 hours'],
  ['168', 'Last 7 days'],
] as const;

export const Filters = ({ webhook, search, onSearch }: DeliveriesProps) => {
  const [hours, setHours] = useState('');
  const choose = (value: string): void => {
    setHours(value);
    onSearch({
      from: value === '' ? undefined : new Date(Date.now() - Number(value) * HOUR_MS).toISOString(),
      to: undefined,
    });
  };
  const isCustom = search.from !== undefined && hours === '';
  return (
    <>
      <select
        aria-label="Event"
        value={search.event_type ?? ''}
        onChange={(event) => onSearch({ event_type: event.target.value || undefined })}
        className={`${controlClass} select w-auto! max-w-48 text-sm ${SHARED}`}
      >
        <option value="">Every event</option>
        {loggedNames(webhook.events).map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label="Time"
        value={search.from === undefined ? '' : isCustom ? 'custom' : hours}
        onChange={(event) => choose(event.target.value)}
        className={`${controlClass} select w-auto! text-sm ${SHARED}`}
      >
        <option value="">Last 30 days</option>
        {WINDOWS.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        {isCustom && <option value="custom">Since {dateTime(search.from ?? '')}</option>}
      </select>
    </>
  );
};
