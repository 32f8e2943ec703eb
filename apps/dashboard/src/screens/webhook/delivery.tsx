import { SyncIcon } from '@primer/octicons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { asProblem } from '../../api/problem';
import { Button } from '../../ui/button';
import { Code } from '../../ui/code';
import { CopyButton } from '../../ui/copy';
import { Modal } from '../../ui/dialog';
import { ago, dateTime } from '../../ui/format';
import { pretty } from '../../ui/snippets';
import { Failed, Loading, ProblemNote, Skeleton } from '../../ui/states';
import { DeliveryBadge } from '../webhooks/badges';
import { retryDelivery } from '../webhooks/webhook-commands';
import { type DeliveryDetail, deliveryQuery, refreshDeliveries, type Webhook } from '../webhooks/webhook-queries';
import { Attempts } from './attempts';
import { Headers } from './headers';

interface DeliveryDialogProps {
  readonly webhook: Webhook;
  readonly id: string;
  readonly refusal: string | undefined;
  readonly onClose: () => void;
}

/** Milliseconds after which it is looked once more whether the first attempt is made. */
const SOON_MS = 1_500;
const LOOKS = 2;

/** One delivery: what was sent, and what every attempt came to. */
export const DeliveryDialog = ({ webhook, id, refusal, onClose }: DeliveryDialogProps) => {
  const queries = useQueryClient();
  const { data, error, refetch, isRefetching } = useQuery({
    ...deliveryQuery(webhook.id, id),
    staleTime: 0,
    // What was just asked for has an answer soon: one more look, and no more.
    refetchInterval: ({ state }) =>
      state.dataUpdateCount < LOOKS && state.data?.status === 'pending' && state.data.attempt === 0 ? SOON_MS : false,
  });
  const look = (): void => {
    void refetch();
    void refreshDeliveries(queries, webhook.id);
  };
  const retry = useMutation({ mutationFn: () => retryDelivery(webhook.id, id), onSuccess: look });
  const isDisabled = webhook.status === 'disabled';
  return (
    <Modal
      open
      onClose={onClose}
      width="lg"
      title={
        <span className="flex flex-wrap items-center gap-2">
          <code className="font-mono text-base">{data?.type ?? 'Delivery'}</code>
          {data && <DeliveryBadge status={data.status} />}
        </span>
      }
      footer={
        <>
          <Button icon={<SyncIcon />} busy={isRefetching} onClick={look}>
            Refresh
          </Button>
          <Button
            tone="primary"
            busy={retry.isPending}
            refused={refusal ?? (isDisabled ? 'The webhook is disabled: enable it first' : undefined)}
            onClick={() => retry.mutate()}
          >
            {data?.status === 'delivered' ? 'Send again' : 'Retry now'}
          </Button>
        </>
      }
    >
      {error && !data ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <div className="space-y-5">
          {retry.error && <ProblemNote problem={asProblem(retry.error)} />}
          <Facts delivery={data} />
          <Attempts delivery={data} />
          <Sent delivery={data} />
        </div>
      ) : (
        <div className="space-y-3">
          <Loading what="the delivery" />
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-40 w-full" />
        </div>
      )}
    </Modal>
  );
};

const Facts = ({ delivery }: { readonly delivery: DeliveryDetail }) => (
  <dl className="text-sm">
    {(
      [
        ['Delivery', delivery.id],
        ['Event', delivery.event_id],
      ] as const
    ).map(([label, id]) => (
      <div key={label} className="grid grid-cols-[80px_minmax(0,1fr)] items-center gap-2">
        <dt className="text-soft">{label}</dt>
        <dd className="flex min-w-0 items-center gap-1">
          <code className="truncate font-mono text-xs">{id}</code>
          <CopyButton text={id} label={`Copy id of the ${label.toLowerCase()}`} small />
        </dd>
      </div>
    ))}
    <div className="grid grid-cols-[80px_minmax(0,1fr)] gap-2 py-0.5">
      <dt className="text-soft">Queued</dt>
      <dd>
        {dateTime(delivery.created_at)}
        {delivery.replayed && ', by a replay'}
      </dd>
    </div>
    {delivery.next_attempt_at !== null && (
      <div className="grid grid-cols-[80px_minmax(0,1fr)] gap-2 py-0.5">
        <dt className="text-soft">Next</dt>
        <dd title={dateTime(delivery.next_attempt_at)}>
          attempt {delivery.attempt + 1} {ago(delivery.next_attempt_at)}
        </dd>
      </div>
    )}
  </dl>
);

const Sent = ({ delivery: { request } }: { readonly delivery: DeliveryDetail }) => (
  <section aria-label="What is sent">
    <h3 className="mb-2 font-semibold">What is sent</h3>
    <p className="text-soft mb-2 font-mono text-xs">POST {request.url}</p>
    <Code text={pretty(request.body)} label="Body of the call" copy="Copy body" height="max-h-80" />
    <Headers headers={request.headers} label="Headers of the call" />
  </section>
);
