import { PaperAirplaneIcon, SyncIcon } from '@primer/octicons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Dot } from '../../ui/badge';
import { Button } from '../../ui/button';
import { ago, dateTime, number } from '../../ui/format';
import { Empty, Failed, Loading, Skeleton } from '../../ui/states';
import { DELIVERY_LABELS, DELIVERY_TONES } from '../webhooks/badges';
import { deliveriesQuery, type Delivery, refreshDeliveries, whyOf } from '../webhooks/webhook-queries';
import { type DeliveriesProps, Filters, Statuses } from './delivery-filters';
import { filterOf, type OnSearch } from './search';

const GRID =
  'grid grid-cols-[14px_minmax(0,1fr)_auto] @2xl:grid-cols-[14px_minmax(0,1fr)_80px_minmax(0,1.8fr)_70px_100px] items-center gap-x-3 px-4';

/** What was sent, or is to be; the newest first. */
export const Deliveries = ({ webhook, search, onSearch }: DeliveriesProps) => {
  const queries = useQueryClient();
  const filter = filterOf(search);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isRefetching } = useInfiniteQuery(
    deliveriesQuery(webhook.id, filter),
  );
  const rows = data?.pages.flatMap((page) => page.data);
  const meta = data?.pages[0]?.meta;
  return (
    <section aria-label="Deliveries">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Statuses search={search} onSearch={onSearch} />
        <Filters webhook={webhook} search={search} onSearch={onSearch} />
        <span className="ml-auto flex items-center gap-2">
          {meta && (
            <span className="text-faint tabular text-sm max-sm:hidden">
              {number(meta.total)}
              {meta.total_is === 'minimum' && '+'}
            </span>
          )}
          <Button
            size="sm"
            icon={<SyncIcon />}
            busy={isRefetching}
            onClick={() => void refreshDeliveries(queries, webhook.id)}
          >
            <span className="max-sm:sr-only">Refresh</span>
          </Button>
        </span>
      </div>
      {error && !data ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : rows?.length === 0 ? (
        <Nothing isFiltered={Object.keys(filter).length > 0} id={webhook.id} onSearch={onSearch} />
      ) : (
        <Table rows={rows} onOpen={(id) => onSearch({ delivery: id })} />
      )}
      {hasNextPage && (
        <div className="mt-3 text-center">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older
          </Button>
        </div>
      )}
    </section>
  );
};

const Table = ({
  rows,
  onOpen,
}: {
  readonly rows: readonly Delivery[] | undefined;
  readonly onOpen: (id: string) => void;
}) => (
  <div className="card">
    {!rows && <Loading what="deliveries" />}
    <div
      className={`${GRID} border-line bg-sunken text-faint h-9 rounded-t-[10px] border-b text-sm`}
      aria-hidden="true"
    >
      <span />
      <span>Event</span>
      <span className="hidden @2xl:block">Status</span>
      <span className="hidden @2xl:block">Answer</span>
      <span className="hidden text-right @2xl:block">Took</span>
      <span className="text-right">Queued</span>
    </div>
    <ul aria-label="Deliveries" className="divide-line divide-y">
      {rows?.map((row) => <Row key={row.id} delivery={row} onOpen={onOpen} />) ??
        [1, 2, 3, 4, 5].map((row) => (
          <li key={row} className={`${GRID} h-11`}>
            <span />
            <Skeleton className="h-4 w-40" />
          </li>
        ))}
    </ul>
  </div>
);

const Row = ({ delivery, onOpen }: { readonly delivery: Delivery; readonly onOpen: (id: string) => void }) => (
  <li className={`${GRID} hover:bg-hover relative py-2.5`}>
    <Dot tone={DELIVERY_TONES[delivery.status]} />
    <span className="min-w-0">
      <button
        type="button"
        className="max-w-full truncate text-left font-medium after:absolute after:inset-0"
        onClick={() => onOpen(delivery.id)}
      >
        <span className="sr-only">{DELIVERY_LABELS[delivery.status]}: </span>
        {delivery.type}
      </button>
      {delivery.replayed && <span className="text-faint ml-2 text-sm">replayed</span>}
      <span className="text-faint block truncate text-sm @2xl:hidden">
        {DELIVERY_LABELS[delivery.status]} · {answerOf(delivery)}
      </span>
    </span>
    <span className="text-soft hidden @2xl:block" aria-hidden="true">
      {DELIVERY_LABELS[delivery.status]}
    </span>
    <span className="text-soft hidden truncate @2xl:block" title={delivery.error ?? undefined}>
      {answerOf(delivery)}
    </span>
    <span className="text-soft tabular hidden text-right @2xl:block">
      {delivery.duration_ms === null ? '' : `${number(delivery.duration_ms)} ms`}
    </span>
    <time
      dateTime={delivery.created_at}
      title={dateTime(delivery.created_at)}
      className="text-faint text-right text-sm whitespace-nowrap"
    >
      {ago(delivery.created_at)}
    </time>
  </li>
);

/** What came of it so far. */
const answerOf = ({ status, attempt, error, response, next_attempt_at }: Delivery): string => {
  if (attempt === 0) return status === 'pending' ? 'Not tried yet' : 'Never tried';
  // More of the sentence follows.
  const answer = response ? String(response.status) : whyOf(error).replace(/\.$/, '');
  const tries = attempt > 1 ? `, ${attempt} attempts` : '';
  const next = next_attempt_at !== null && status === 'pending' ? `, next ${ago(next_attempt_at)}` : '';
  return `${answer}${tries}${next}`;
};

interface NothingProps {
  readonly isFiltered: boolean;
  readonly id: string;
  readonly onSearch: OnSearch;
}

const Nothing = ({ isFiltered, id, onSearch }: NothingProps) =>
  isFiltered ? (
    <Empty
      icon={<PaperAirplaneIcon size={20} />}
      title="No delivery is like this"
      action={
        <Button onClick={() => onSearch({ status: undefined, event_type: undefined, from: undefined, to: undefined })}>
          Show all
        </Button>
      }
    >
      The log holds the deliveries of 30 days.
    </Empty>
  ) : (
    <Empty
      icon={<PaperAirplaneIcon size={20} />}
      title="Nothing was sent yet"
      curl={`curl -X POST "$WAYMARK_BASE_URL/v1/webhooks/${id}/test" \\\n  --header "Authorization: Bearer $WAYMARK_API_KEY"`}
    >
      Send a ping to see whether your endpoint answers, or wait for the first event.
    </Empty>
  );
