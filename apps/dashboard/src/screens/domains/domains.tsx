import { GlobeIcon, PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link as To } from '@tanstack/react-router';
import { useState } from 'react';
import { useWriteRefusal } from '../../api/queries';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { bare, dateTime, number } from '../../ui/format';
import { Page } from '../../ui/page';
import { useShortcuts } from '../../ui/shortcuts';
import { Empty, Failed } from '../../ui/states';
import { type Column, Table } from '../../ui/table';
import { AddDialog } from './add-dialog';
import { checkOf, DomainBadge } from './domain-badge';
import { allDomainsQuery, type Domain } from './domain-queries';

const route = getRouteApi('/$workspace/domains');

const CURL = `curl "$WAYMARK_BASE_URL/v1/domains" \\
  --header "Authorization: Bearer $WAYMARK_API_KEY" \\
  --header "Content-Type: application/json" \\
  --data '{ "hostname": "go.brand.example" }'`;

const GRID =
  'grid grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[minmax(0,1.4fr)_110px_minmax(0,1.2fr)] items-center gap-x-4 px-4';

export const Domains = () => {
  const { workspace } = route.useParams();
  const navigate = route.useNavigate();
  const { data, error, refetch } = useQuery(allDomainsQuery);
  const [adds, setAdds] = useState(false);
  const refusal = useWriteRefusal();
  useShortcuts('Domains', [{ keys: 'n', label: 'Add a domain', run: () => refusal === undefined && setAdds(true) }]);
  const add = (
    <Button tone="primary" icon={<PlusIcon />} refused={refusal} onClick={() => setAdds(true)}>
      Add domain
    </Button>
  );
  return (
    <Page
      title="Domains"
      note={data && <span className="text-faint tabular">{number(data.meta.total)}</span>}
      actions={add}
    >
      {error && !data ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data?.meta.total === 0 ? (
        <Empty icon={<GlobeIcon size={20} />} title="No domains yet" action={add} curl={CURL}>
          Links on a host of your own say whose they are. Add it, publish two DNS records, and it is yours here.
        </Empty>
      ) : (
        <Table
          label="Domains"
          what="domains"
          grid={GRID}
          columns={COLUMNS}
          entries={data?.data}
          row={(domain) => <Row domain={domain} workspace={workspace} />}
        />
      )}
      {adds && (
        <AddDialog
          onClose={() => setAdds(false)}
          onAdded={({ id }) => void navigate({ to: '/$workspace/domains/$id', params: { workspace, id } })}
        />
      )}
    </Page>
  );
};

const COLUMNS: readonly Column[] = [
  { label: 'Host name', isWide: true },
  { label: 'Status', isWide: true },
  { label: 'Last check', isWide: true },
];

const Row = ({ domain, workspace }: { readonly domain: Domain; readonly workspace: string }) => (
  <div role="row" className={`${GRID} hover:bg-hover relative py-3`}>
    <div role="cell" className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-2">
        <To
          to="/$workspace/domains/$id"
          params={{ workspace, id: domain.id }}
          className="min-w-0 font-medium after:absolute after:inset-0"
        >
          {domain.hostname}
        </To>
        {domain.is_primary && <Badge tone="accent">Primary</Badge>}
      </p>
      <p className="text-faint truncate text-sm">
        {domain.root_url !== null
          ? `/ leads to ${bare(domain.root_url)}`
          : domain.status === 'pending'
            ? 'Publish its records, then verify it'
            : '/ leads nowhere'}
      </p>
      <p className="text-faint text-sm md:hidden">{checkOf(domain)}</p>
    </div>
    <div role="cell">
      <DomainBadge status={domain.status} />
    </div>
    <div
      role="cell"
      className="text-soft hidden min-w-0 md:block"
      title={domain.last_checked_at === null ? undefined : dateTime(domain.last_checked_at)}
    >
      {checkOf(domain)}
    </div>
  </div>
);
