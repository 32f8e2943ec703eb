import { SyncIcon } from '@primer/octicons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answered, pendingNote } from '../../api/client';
import { asProblem } from '../../api/problem';
import { useWriteRefusal } from '../../api/queries';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy';
import { MenuItem, MenuSeparator } from '../../ui/menu';
import { MoreActions } from '../../ui/more-actions';
import { Page } from '../../ui/page';
import { useShortcuts } from '../../ui/shortcuts';
import { Failed, Loading, ProblemNote, Skeleton } from '../../ui/states';
import { toast } from '../../ui/toast';
import { toastPending } from '../../ui/toast-pending';
import { DomainBadge } from '../domains/domain-badge';
import { type Domain, domainHistoryQuery, domainQuery, updateDomain, verifyDomain } from '../domains/domain-queries';
import { Changes } from '../history/changes';
import { domainLabel } from './fields';
import { keepDomain } from './keep-domain';
import { Records } from './records';
import { RemoveDialog } from './remove-dialog';
import { Settings } from './settings';

const route = getRouteApi('/$workspace/domains/$id');

export const DomainScreen = () => {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(domainQuery(id));
  if (data) return <Loaded read={data} />;
  return (
    <Page title="Domain">
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <Loading what="the domain" />
          <Skeleton className="mb-5 h-64 w-full" />
          <Skeleton className="h-64 w-full" />
        </>
      )}
    </Page>
  );
};

const FOUND = {
  found: 'The record is there',
  missing: 'The record is not there yet',
  unreachable: 'No name server answered',
} as const;

const useVerification = (domain: Domain) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => verifyDomain(domain.id),
    onSuccess: (answered) => {
      keepDomain(queries, answered);
      const { last_check, status } = answered.data;
      if (last_check === null) return toastPending('The record was looked for', answered);
      const outcome = status === 'verified' ? { description: 'The domain is verified.' } : { tone: 'bad' as const };
      toast(FOUND[last_check], { ...outcome, ...pendingNote(answered) });
    },
  });
};

/** Makes it the one on which links are created that name no domain, or takes that from it. */
const usePromotion = (domain: Domain) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (is_primary: boolean) => updateDomain(domain.id, { is_primary }, null),
    onSuccess: (answered) => {
      keepDomain(queries, answered);
      const done = answered.data.is_primary ? 'New links are created here' : 'It is no longer the primary domain';
      toast(done, pendingNote(answered));
    },
    onError: (error) => toast('The domain was not changed', { tone: 'bad', description: asProblem(error).message }),
  });
};

const Loaded = ({ read }: { readonly read: Answered<Domain> }) => {
  const { data: domain } = read;
  const { workspace } = route.useParams();
  const navigate = route.useNavigate();
  const refusal = useWriteRefusal();
  const verification = useVerification(domain);
  const [removes, setRemoves] = useState(false);
  const verify = (
    <Button
      tone={domain.status === 'verified' ? 'plain' : 'primary'}
      icon={<SyncIcon />}
      busy={verification.isPending}
      refused={refusal}
      onClick={() => verification.mutate()}
    >
      Verify now
    </Button>
  );
  useShortcuts('Domain', [
    {
      keys: 'v',
      label: 'Verify now',
      run: () => refusal === undefined && !verification.isPending && verification.mutate(),
    },
  ]);
  return (
    <Page
      title={domain.hostname}
      note={
        <>
          <CopyButton text={domain.hostname} label="Copy host name" />
          <DomainBadge status={domain.status} />
          {domain.is_primary && <Badge tone="accent">Primary</Badge>}
        </>
      }
      actions={<More domain={domain} refusal={refusal} onRemove={() => setRemoves(true)} />}
    >
      {verification.error && (
        <div className="mb-4">
          <ProblemNote problem={asProblem(verification.error)} />
        </div>
      )}
      <Records domain={domain} actions={verify} />
      <h2 className="mb-2 font-semibold">Settings</h2>
      <Settings key={domain.id} read={read} refusal={refusal} />
      <h2 className="mt-6 mb-2 font-semibold">History</h2>
      <Past id={domain.id} />
      {removes && (
        <RemoveDialog
          domain={domain}
          onClose={() => setRemoves(false)}
          onRemoved={() => void navigate({ to: '/$workspace/domains', params: { workspace } })}
        />
      )}
    </Page>
  );
};

interface MoreProps {
  readonly domain: Domain;
  readonly refusal: string | undefined;
  readonly onRemove: () => void;
}

const More = ({ domain, refusal, onRemove }: MoreProps) => {
  const promotion = usePromotion(domain);
  return (
    <MoreActions>
      <MenuItem
        refused={refusal ?? (domain.status === 'verified' ? undefined : 'Only a verified domain can be primary')}
        onSelect={() => promotion.mutate(!domain.is_primary)}
      >
        {domain.is_primary ? 'No longer primary' : 'Make primary'}
      </MenuItem>
      <MenuSeparator />
      <MenuItem isDangerous refused={refusal} onSelect={onRemove}>
        Remove
      </MenuItem>
    </MoreActions>
  );
};

const Past = ({ id }: { readonly id: string }) => {
  const { data, error, refetch } = useQuery(domainHistoryQuery(id));
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />;
  return data ? (
    <Changes entries={data.entries} total={data.total} labelOf={domainLabel} />
  ) : (
    <Skeleton className="h-32 w-full" />
  );
};
