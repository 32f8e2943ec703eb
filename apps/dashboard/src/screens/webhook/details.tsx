import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge';
import { dateTime, remaining } from '../../ui/format';
import { useNow } from '../keys/use-now';
import { Value } from '../link/value';
import type { History } from '../history/newest';
import type { Webhook } from '../webhooks/webhook-queries';
import { namesOf } from '../webhooks/events';

interface DetailsProps {
  readonly webhook: Webhook;
  readonly history: History | undefined;
}

const GRACE_MS = 86_400_000;

/** When the former secret signs no more; null where there is none. */
const graceOf = (history: History | undefined): string | null => {
  const rotation = history?.entries.findLast(({ type }) => type === 'webhook.secret_rotated');
  return rotation ? new Date(Date.parse(rotation.at) + GRACE_MS).toISOString() : null;
};

export const Details = ({ webhook, history }: DetailsProps) => {
  const { filters, events } = webhook;
  const grace = graceOf(history);
  const lists = [
    ['Tags', filters.tags],
    ['Domains', filters.domains],
    ['Campaigns', filters.campaign_ids],
    ['Links', filters.link_ids],
  ] as const;
  const set = lists.filter(([, values]) => values.length > 0);
  return (
    <section className="card mb-5" aria-label="Details">
      <dl className="grid gap-x-8 px-4 py-2 @3xl:grid-cols-2">
        <Detail label="Endpoint">
          <span className="font-mono text-xs">{webhook.url}</span>
        </Detail>
        <Detail label="Events">
          <span className="flex flex-wrap gap-1" title={namesOf(events).join(', ')}>
            {events.map((name) => (
              <Badge key={name}>
                <code className="font-mono">{name}</code>
              </Badge>
            ))}
          </span>
        </Detail>
        {set.map(([label, values]) => (
          <Detail key={label} label={`Only ${label.toLowerCase()}`}>
            <Value value={values} />
          </Detail>
        ))}
        {filters.include_bots && <Detail label="Bots">Their clicks are sent, too</Detail>}
        <Detail label="Signed by">{grace === null ? 'One secret' : <Grace until={grace} />}</Detail>
        <Detail label="Created">{dateTime(webhook.created_at)}</Detail>
        <Detail label="Id">
          <code className="font-mono text-xs">{webhook.id}</code>
        </Detail>
      </dl>
    </section>
  );
};

/** Counts down to the end of the former secret. */
const Grace = ({ until }: { readonly until: string }) => {
  const left = remaining(until, useNow(1_000));
  if (left === null) return 'One secret';
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      Two secrets
      <Badge tone="warn">
        <span className="tabular">the former for {left}</span>
      </Badge>
    </span>
  );
};

const Detail = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="grid grid-cols-[110px_minmax(0,1fr)] gap-3 py-1.5">
    <dt className="text-soft">{label}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
);
