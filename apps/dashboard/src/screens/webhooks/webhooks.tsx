import { AlertIcon, WebhookIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link as To } from '@tanstack/react-router';
import { useWriteRefusal } from '../../api/queries';
import { CreateLink } from '../../ui/create-link';
import { date, dateTime, number, plural } from '../../ui/format';
import { Page } from '../../ui/page';
import { useShortcuts } from '../../ui/shortcuts';
import { Empty, Failed } from '../../ui/states';
import { type Column, Table } from '../../ui/table';
import { nameOf, WebhookBadge, whyDisabled } from './badges';
import { namesOf } from './events';
import { type Webhook, webhooksQuery } from './webhook-queries';

const route = getRouteApi('/$workspace/webhooks');

const CURL = `curl "$WAYMARK_BASE_URL/v1/webhooks" \\
  --header "Authorization: Bearer $WAYMARK_API_KEY" \\
  --header "Content-Type: application/json" \\
  --data '{ "url": "https://hooks.example.com/waymark", "events": ["link.*"] }'`;

const GRID =
  'grid grid-cols-[minmax(0,1fr)] md:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)_110px_110px] items-center gap-x-4 px-4';

export const Webhooks = () => {
  const { workspace } = route.useParams();
  const navigate = route.useNavigate();
  const { data, error, refetch } = useQuery(webhooksQuery);
  const refusal = useWriteRefusal();
  useShortcuts('Webhooks', [
    {
      keys: 'n',
      label: 'Create a webhook',
      run: () => refusal === undefined && void navigate({ to: '/$workspace/webhooks/new', params: { workspace } }),
    },
  ]);
  const create = (
    <CreateLink to="/$workspace/webhooks/new" workspace={workspace} refusal={refusal}>
      Create webhook
    </CreateLink>
  );
  return (
    <Page
      title="Webhooks"
      note={data && <span className="text-faint tabular">{number(data.meta.total)}</span>}
      actions={create}
    >
      {error && !data ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data?.meta.total === 0 ? (
        <Empty icon={<WebhookIcon size={20} />} title="No webhooks yet" action={create} curl={CURL}>
          Waymark calls your server when a link is changed, is clicked or expires. Every call is signed, logged and
          repeated until it arrives.
        </Empty>
      ) : (
        <Table
          label="Webhooks"
          what="webhooks"
          grid={GRID}
          columns={COLUMNS}
          entries={data?.data}
          row={(webhook) => <Row webhook={webhook} workspace={workspace} />}
        />
      )}
    </Page>
  );
};

const COLUMNS: readonly Column[] = [
  { label: 'Endpoint', isWide: true },
  { label: 'Events', isWide: true },
  { label: 'Status', isWide: true },
  { label: 'Created', isWide: true },
];

const Row = ({ webhook, workspace }: { readonly webhook: Webhook; readonly workspace: string }) => {
  const name = nameOf(webhook);
  const { events } = webhook;
  return (
    <div role="row" className={`${GRID} hover:bg-hover relative gap-y-1 py-3`}>
      <div role="cell" className="min-w-0">
        <To
          to="/$workspace/webhooks/$id"
          params={{ workspace, id: webhook.id }}
          className="block truncate font-medium after:absolute after:inset-0"
        >
          {name}
        </To>
        {name === webhook.description && <p className="text-faint truncate text-sm">{webhook.url}</p>}
        {webhook.status === 'disabled' && (
          <p className="text-bad mt-0.5 flex items-start gap-1 text-sm">
            <AlertIcon size={12} className="mt-[3px] shrink-0" /> {whyDisabled(webhook)}
          </p>
        )}
      </div>
      <div role="cell" className="text-soft min-w-0">
        <span className="block truncate font-mono text-xs" title={events.join(', ')}>
          {events.join(', ')}
        </span>
        <span className="text-faint text-sm">
          {plural(namesOf(events).length, 'kind')}
          {isFiltered(webhook) && ', filtered'}
        </span>
      </div>
      <div role="cell">
        <WebhookBadge status={webhook.status} />
      </div>
      <div role="cell" className="text-soft hidden text-sm md:block" title={dateTime(webhook.created_at)}>
        {date(webhook.created_at)}
      </div>
    </div>
  );
};

const isFiltered = ({ filters }: Webhook): boolean =>
  [filters.tags, filters.link_ids, filters.campaign_ids, filters.domains].some((list) => list.length > 0);
