import { Tabs } from '@base-ui/react/tabs';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Answered } from '../../api/client';
import { useWriteRefusal } from '../../api/queries';
import { CopyButton } from '../../ui/copy';
import { Page } from '../../ui/page';
import { Failed, Loading, Skeleton } from '../../ui/states';
import { Changes } from '../history/changes';
import { webhookLabel } from '../webhook-form/fields';
import { nameOf, WebhookBadge } from '../webhooks/badges';
import { NewSecret } from '../webhooks/new-secret';
import { type Webhook, webhookHistoryQuery, webhookQuery, type WebhookWithSecret } from '../webhooks/webhook-queries';
import { Actions, type Doing } from './actions';
import { DeliveryDialog } from './delivery';
import { Deliveries } from './deliveries';
import { DeleteDialog, RotateDialog } from './dialogs';
import { Details } from './details';
import { Notice } from './notice';
import { ReplayDialog } from './replay-dialog';
import { type OnSearch, type Tab, TABS, webhookSearch, type WebhookSearch } from './search';
import { Verify } from './verify';

const route = getRouteApi('/$workspace/webhooks/$id');

export const WebhookScreen = () => {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(webhookQuery(id));
  if (data) return <Loaded key={id} read={data} />;
  if (error)
    return (
      <Page title="Webhook">
        <Failed error={error} onRetry={() => void refetch()} />
      </Page>
    );
  return (
    <Page title="Webhook">
      <Loading what="the webhook" />
      <Skeleton className="mb-4 h-24 w-full" />
      <Skeleton className="h-96 w-full" />
    </Page>
  );
};

const Loaded = ({ read: { data: webhook } }: { readonly read: Answered<Webhook> }) => {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { workspace } = route.useParams();
  const refusal = useWriteRefusal();
  const { data: history } = useQuery(webhookHistoryQuery(webhook.id));
  const [doing, setDoing] = useState<Doing | null>(null);
  const [rotated, setRotated] = useState<WebhookWithSecret | null>(null);
  const onSearch: OnSearch = (change) =>
    void navigate({ search: (now) => webhookSearch({ ...now, ...change }), resetScroll: false, replace: true });
  const close = (): void => setDoing(null);
  return (
    <Page
      title={nameOf(webhook)}
      note={
        <>
          <CopyButton text={webhook.url} label="Copy endpoint" />
          <WebhookBadge status={webhook.status} />
        </>
      }
      actions={<Actions webhook={webhook} refusal={refusal} onDo={setDoing} onSearch={onSearch} />}
    >
      <Notice webhook={webhook} refusal={refusal} onReplay={() => setDoing('replay')} />
      <Details webhook={webhook} history={history} />
      <Parts webhook={webhook} search={search} onSearch={onSearch} />
      {search.delivery !== undefined && (
        <DeliveryDialog
          webhook={webhook}
          id={search.delivery}
          refusal={refusal}
          onClose={() => onSearch({ delivery: undefined })}
        />
      )}
      {doing === 'replay' && <ReplayDialog webhook={webhook} onClose={close} onSearch={onSearch} />}
      {doing === 'rotate' && (
        <RotateDialog
          webhook={webhook}
          onClose={close}
          onRotated={(answered) => {
            close();
            setRotated(answered);
          }}
        />
      )}
      {doing === 'delete' && (
        <DeleteDialog
          webhook={webhook}
          onClose={close}
          onDeleted={() => void navigate({ to: '/$workspace/webhooks', params: { workspace } })}
        />
      )}
      {rotated && <NewSecret isRotated created={rotated} onClose={() => setRotated(null)} />}
    </Page>
  );
};

interface PartsProps {
  readonly webhook: Webhook;
  readonly search: WebhookSearch;
  readonly onSearch: OnSearch;
}

const Parts = ({ webhook, search, onSearch }: PartsProps) => (
  <Tabs.Root
    value={search.tab ?? 'deliveries'}
    onValueChange={(tab) => onSearch({ tab: tab === 'deliveries' ? undefined : (tab as Tab) })}
  >
    <Tabs.List className="border-line mb-4 flex gap-5 border-b" aria-label="Parts of the webhook">
      {TABS.map(([value, label]) => (
        <Tabs.Tab
          key={value}
          value={value}
          className="text-soft aria-selected:border-accent aria-selected:text-ink hover:text-ink -mb-px h-9 border-b-2 border-transparent font-medium"
        >
          {label}
        </Tabs.Tab>
      ))}
    </Tabs.List>
    <Tabs.Panel value="deliveries" tabIndex={-1}>
      <Deliveries webhook={webhook} search={search} onSearch={onSearch} />
    </Tabs.Panel>
    <Tabs.Panel value="verify" tabIndex={-1}>
      <Verify />
    </Tabs.Panel>
    <Tabs.Panel value="history" tabIndex={-1}>
      <Past id={webhook.id} />
    </Tabs.Panel>
  </Tabs.Root>
);

const Past = ({ id }: { readonly id: string }) => {
  const { data, error, refetch } = useQuery(webhookHistoryQuery(id));
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />;
  return data ? (
    <Changes entries={data.entries} total={data.total} labelOf={webhookLabel} />
  ) : (
    <Skeleton className="h-40 w-full" />
  );
};
