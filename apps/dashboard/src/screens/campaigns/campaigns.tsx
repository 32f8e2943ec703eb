import { MegaphoneIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link as To } from '@tanstack/react-router';
import { useWriteRefusal } from '../../api/queries';
import { CreateLink } from '../../ui/create-link';
import { compact, date, number, plural } from '../../ui/format';
import { Page } from '../../ui/page';
import { Pages } from '../../ui/pages';
import { useShortcuts } from '../../ui/shortcuts';
import { Empty, Failed } from '../../ui/states';
import { type Column, Table } from '../../ui/table';
import { type Campaign, campaignsQuery, type CampaignStatus } from './campaign-queries';
import { campaignListSearch, STATUSES } from './search';
import { StatusBadge } from './status-badge';

const route = getRouteApi('/$workspace/campaigns');

const CURL = `curl "$WAYMARK_BASE_URL/v1/campaigns" \\
  --header "Authorization: Bearer $WAYMARK_API_KEY" \\
  --header "Content-Type: application/json" \\
  --data '{ "name": "Summer 2026", "utm_campaign": "summer" }'`;

const GRID =
  'grid grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[minmax(0,1.6fr)_100px_minmax(0,1fr)_80px_90px] items-center gap-x-4 px-4';

export const Campaigns = () => {
  const { workspace } = route.useParams();
  const { status, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const refusal = useWriteRefusal();
  const { data, error, refetch } = useQuery(campaignsQuery(status, page));
  const onSearch = (search: { readonly status?: CampaignStatus | undefined; readonly page?: number }): void =>
    void navigate({ search: campaignListSearch(search) });
  useShortcuts('Campaigns', [
    {
      keys: 'n',
      label: 'Create a campaign',
      run: () => refusal === undefined && void navigate({ to: '/$workspace/campaigns/new', params: { workspace } }),
    },
  ]);
  const create = (
    <CreateLink to="/$workspace/campaigns/new" workspace={workspace} refusal={refusal}>
      Create campaign
    </CreateLink>
  );
  return (
    <Page
      title="Campaigns"
      note={data && <span className="text-faint tabular">{number(data.meta.total)}</span>}
      actions={create}
    >
      {(status !== undefined || data?.meta.total !== 0) && (
        <Filter status={status} onChange={(next) => onSearch({ status: next })} />
      )}
      {error && !data ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data?.meta.total !== 0 ? (
        <Table
          label="Campaigns"
          what="campaigns"
          grid={GRID}
          columns={COLUMNS}
          entries={data?.data}
          row={(campaign) => <Row campaign={campaign} workspace={workspace} />}
        />
      ) : status === undefined ? (
        <Empty icon={<MegaphoneIcon size={20} />} title="No campaigns yet" action={create} curl={CURL}>
          A campaign holds links together: they inherit its utm fields, and their clicks are counted as one.
        </Empty>
      ) : (
        <Empty icon={<MegaphoneIcon size={20} />} title={`No campaign is ${status}`}>
          Look at another status.
        </Empty>
      )}
      <Pages page={page} meta={data?.meta} onPage={(next) => onSearch({ status, page: next })} />
    </Page>
  );
};

const TAB =
  'text-soft aria-pressed:bg-hover aria-pressed:text-ink hover:text-ink h-7 rounded-md px-2.5 text-sm font-medium';

const Filter = ({
  status,
  onChange,
}: {
  readonly status: CampaignStatus | undefined;
  readonly onChange: (status: CampaignStatus | undefined) => void;
}) => (
  <div role="group" aria-label="Status" className="mb-3 flex flex-wrap gap-1">
    {([[undefined, 'All'], ...STATUSES] as const).map(([value, label]) => (
      <button key={label} type="button" aria-pressed={status === value} className={TAB} onClick={() => onChange(value)}>
        {label}
      </button>
    ))}
  </div>
);

const COLUMNS: readonly Column[] = [
  { label: 'Campaign' },
  { label: 'Status', isWide: true },
  { label: 'Schedule', isWide: true },
  { label: 'Links', isWide: true, isRight: true },
  { label: 'Clicks', isRight: true },
];

/** In words: from one day to another, or what is known of it. */
const scheduleOf = ({ starts_at, ends_at }: Campaign): string => {
  if (starts_at && ends_at) return `${date(starts_at)} – ${date(ends_at)}`;
  if (starts_at) return `from ${date(starts_at)}`;
  return ends_at ? `until ${date(ends_at)}` : '–';
};

const Row = ({ campaign, workspace }: { readonly campaign: Campaign; readonly workspace: string }) => (
  <div role="row" className={`${GRID} hover:bg-sunken relative min-h-16 py-3 last:rounded-b-[10px]`}>
    <div role="cell" className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <To
          to="/$workspace/campaigns/$id"
          params={{ workspace, id: campaign.id }}
          className="truncate font-medium underline-offset-2 after:absolute after:inset-0 hover:underline"
        >
          {campaign.name}
        </To>
        <span className="md:hidden">
          <StatusBadge status={campaign.status} />
        </span>
      </p>
      <p className="text-faint mt-0.5 truncate text-sm">
        <span className="md:hidden">{plural(campaign.link_count, 'link')} · </span>
        {campaign.description ??
          (campaign.tags.length > 0 ? campaign.tags.join(', ') : `created ${date(campaign.created_at)}`)}
      </p>
    </div>
    <div role="cell" className="hidden md:block">
      <StatusBadge status={campaign.status} />
    </div>
    <div role="cell" className="text-soft hidden text-sm md:block">
      {scheduleOf(campaign)}
    </div>
    <div role="cell" className="tabular text-soft hidden text-right md:block">
      {number(campaign.link_count)}
    </div>
    <div role="cell" className="tabular text-right font-medium" title={number(campaign.clicks)}>
      {compact(campaign.clicks)}
    </div>
  </div>
);
