import { PencilIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link as To, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { pendingNote } from '../../api/client';
import { asProblem } from '../../api/problem';
import { useWriteRefusal } from '../../api/queries';
import { buttonClass } from '../../ui/button';
import { copyText } from '../../ui/copy';
import { Confirm } from '../../ui/dialog';
import { plural } from '../../ui/format';
import { MenuItem, MenuSeparator } from '../../ui/menu';
import { MoreActions } from '../../ui/more-actions';
import { Page } from '../../ui/page';
import { useShortcuts } from '../../ui/shortcuts';
import { Failed, Loading, Skeleton } from '../../ui/states';
import { toast } from '../../ui/toast';
import { Report } from '../analytics/report';
import { CampaignLinks } from './campaign-links';
import { type Campaign, campaignQuery, deleteCampaign, useCampaignMutation } from './campaign-queries';
import { Details } from './details';
import { CampaignHistory } from './campaign-history';
import { Lifecycle } from './lifecycle';
import { campaignSearch, type CampaignSearch, type CampaignTab, TABS } from './search';
import { StatusBadge } from './status-badge';

const route = getRouteApi('/$workspace/campaigns/$id');

export const CampaignScreen = () => {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(campaignQuery(id));
  if (data) return <Loaded campaign={data.data} />;
  if (error)
    return (
      <Page title="Campaign">
        <Failed error={error} onRetry={() => void refetch()} />
      </Page>
    );
  return (
    <Page title="Campaign">
      <Loading what="the campaign" />
      <Skeleton className="mb-4 h-32 w-full rounded-[10px]" />
      <Skeleton className="mb-4 h-28 w-full rounded-[10px]" />
      <Skeleton className="h-96 w-full rounded-[10px]" />
    </Page>
  );
};

const Loaded = ({ campaign }: { readonly campaign: Campaign }) => {
  const { tab, page = 1, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const refusal = useWriteRefusal();
  const onSearch = (change: Partial<Record<keyof CampaignSearch, string | number | undefined>>): void =>
    void navigate({ search: (now) => campaignSearch({ ...now, ...change }), resetScroll: false });
  const onPage = (next: number): void => onSearch({ page: next });
  return (
    <Page
      title={campaign.name}
      note={<StatusBadge status={campaign.status} />}
      actions={<Actions campaign={campaign} refusal={refusal} />}
    >
      {campaign.description !== null && <p className="text-soft -mt-3 mb-4 max-w-3xl">{campaign.description}</p>}
      <div className="space-y-4">
        <Lifecycle campaign={campaign} refusal={refusal} />
        <Details campaign={campaign} />
        <Tabs
          current={tab ?? 'analytics'}
          links={campaign.link_count}
          onChange={(next) => onSearch({ tab: next, page: undefined })}
        />
        {tab === 'links' ? (
          <CampaignLinks campaign={campaign} refusal={refusal} page={page} onPage={onPage} />
        ) : tab === 'history' ? (
          <CampaignHistory id={campaign.id} page={page} onPage={onPage} />
        ) : (
          <Report search={search} onSearch={onSearch} subject={{ kind: 'campaign', id: campaign.id }} />
        )}
      </div>
    </Page>
  );
};

interface TabsProps {
  readonly current: CampaignTab;
  readonly links: number;
  readonly onChange: (tab: CampaignTab) => void;
}

const Tabs = ({ current, links, onChange }: TabsProps) => (
  <div role="group" aria-label="Parts of the campaign" className="border-line flex gap-5 border-b">
    {TABS.map(([tab, label]) => (
      <button
        key={tab}
        type="button"
        aria-pressed={current === tab}
        className="text-faint aria-pressed:text-ink hover:text-ink aria-pressed:border-accent -mb-px h-10 border-b-2 border-transparent font-medium"
        onClick={() => onChange(tab)}
      >
        {label}
        {tab === 'links' && <span className="text-faint tabular ml-1.5 font-normal">{links}</span>}
      </button>
    ))}
  </div>
);

interface ActionsProps {
  readonly campaign: Campaign;
  readonly refusal: string | undefined;
}

const Actions = ({ campaign, refusal }: ActionsProps) => {
  const { workspace } = route.useParams();
  const navigate = useNavigate();
  const [deletes, setDeletes] = useState(false);
  const params = { workspace, id: campaign.id };
  useShortcuts('Campaign', [
    {
      keys: 'e',
      label: 'Edit',
      run: () => refusal === undefined && void navigate({ to: '/$workspace/campaigns/$id/edit', params }),
    },
    { keys: '#', label: 'Delete', run: () => refusal === undefined && setDeletes(true) },
  ]);
  return (
    <>
      <To
        to="/$workspace/campaigns/$id/edit"
        params={params}
        className={buttonClass('primary')}
        aria-disabled={refusal !== undefined}
        disabled={refusal !== undefined}
        title={refusal}
      >
        <PencilIcon /> Edit
      </To>
      <MoreActions>
        <MenuItem onSelect={() => void copyText(campaign.id).then(() => toast('Copied the id'))}>Copy id</MenuItem>
        <MenuSeparator />
        <MenuItem isDangerous hint="#" refused={refusal} onSelect={() => setDeletes(true)}>
          Delete
        </MenuItem>
      </MoreActions>
      {deletes && <Deletion campaign={campaign} onClose={() => setDeletes(false)} />}
    </>
  );
};

const Deletion = ({ campaign, onClose }: { readonly campaign: Campaign; readonly onClose: () => void }) => {
  const { workspace } = route.useParams();
  const navigate = useNavigate();
  // What shows the campaign itself is not asked for again: there is nothing any more.
  const deletion = useCampaignMutation(
    null,
    () => deleteCampaign(campaign.id),
    (answered) => {
      toast(`Deleted “${campaign.name}”`, pendingNote(answered));
      void navigate({ to: '/$workspace/campaigns', params: { workspace } });
    },
  );
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Delete “${campaign.name}”?`}
      action="Delete campaign"
      busy={deletion.isPending}
      problem={deletion.error && asProblem(deletion.error)}
      typed={campaign.status === 'active' && campaign.link_count > 0 ? campaign.name : undefined}
      onConfirm={() => deletion.mutate(undefined)}
    >
      <p>
        {campaign.link_count > 0
          ? `Its ${plural(campaign.link_count, 'link')} stay, leave the campaign, and no longer inherit its utm fields.`
          : 'It has no links.'}{' '}
        Clicks of the past stay counted. It cannot be restored.
      </p>
    </Confirm>
  );
};
