import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { pendingNote } from '../../api/client';
import { asProblem } from '../../api/problem';
import { Confirm } from '../../ui/dialog';
import { plural } from '../../ui/format';
import { Loading, ProblemNote, Skeleton } from '../../ui/states';
import { toast } from '../../ui/toast';
import { type Domain, domainQuery, linkCountQuery, removeDomain } from '../domains/domain-queries';

interface RemoveDialogProps {
  readonly domain: Domain;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

/** Says first what becomes of the links. */
export const RemoveDialog = ({ domain, onClose, onRemoved }: RemoveDialogProps) => {
  const queries = useQueryClient();
  const count = useQuery({ ...linkCountQuery(domain.hostname), staleTime: 0 });
  const removal = useMutation({
    mutationFn: () => removeDomain(domain.id, count.data !== 0),
    onSuccess: (answered) => {
      toast(`Removed ${domain.hostname}`, pendingNote(answered));
      onRemoved();
      queries.removeQueries({ queryKey: domainQuery(domain.id).queryKey, type: 'inactive' });
      void queries.invalidateQueries({ queryKey: ['domains'] });
      void queries.invalidateQueries({ queryKey: ['links'] });
    },
  });
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Remove ${domain.hostname}?`}
      action="Remove domain"
      busy={removal.isPending || (count.data === undefined && !count.error)}
      problem={removal.error && asProblem(removal.error)}
      // Where the number of links cannot be known there may be some.
      typed={count.error || count.data ? domain.hostname : undefined}
      onConfirm={() => removal.mutate()}
    >
      {count.error ? (
        <ProblemNote problem={asProblem(count.error)} />
      ) : count.data === undefined ? (
        <>
          <Loading what="the number of links" />
          <Skeleton className="h-10 w-full" />
        </>
      ) : (
        <Consequences domain={domain} count={count.data} />
      )}
    </Confirm>
  );
};

const Consequences = ({ domain, count }: { readonly domain: Domain; readonly count: number }) => (
  <ul className="list-disc space-y-1.5 pl-5">
    {count === 0 ? (
      <li>It has no links.</li>
    ) : (
      <>
        <li className="text-ink">
          <strong className="font-semibold">
            {plural(count, 'link')} {count === 1 ? 'stops' : 'stop'} working
          </strong>{' '}
          at once, with the QR codes that are printed of {count === 1 ? 'it' : 'them'}.
        </li>
        <li>
          {count === 1 ? 'It stays' : 'They stay'} in the list, and {count === 1 ? 'is' : 'are'} back when the domain is
          added and verified again. It then has a new TXT record.
        </li>
      </>
    )}
    {domain.is_primary && (
      <li>New links that name no domain are created on the usual host, for there is no primary one.</li>
    )}
    {domain.status === 'verified' && <li>Another workspace can verify the host name once its TXT record is gone.</li>}
  </ul>
);
