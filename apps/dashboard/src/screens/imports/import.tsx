import { DownloadIcon } from '@primer/octicons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link as To } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { asProblem } from '../../api/problem';
import { useWriteRefusal } from '../../api/queries';
import { Badge } from '../../ui/badge';
import { Button, buttonClass } from '../../ui/button';
import { Confirm } from '../../ui/dialog';
import { dateTime, number } from '../../ui/format';
import { Page } from '../../ui/page';
import { Failed, Loading, Skeleton } from '../../ui/states';
import { toast } from '../../ui/toast';
import { downloadByTicket } from '../analytics/download';
import { Errors } from './errors';
import { cancelImport, hasEnded, type Import, importQuery, nameOf } from './import-queries';
import { Progress } from './progress';
import { StatusBadge } from './status-badge';

const route = getRouteApi('/$workspace/imports/$id');

export const ImportScreen = () => {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(importQuery(id));
  useRefreshedLinks(data?.data);
  if (data) return <Loaded of={data.data} />;
  return (
    <Page title="Import">
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <Loading what="the import" />
          <Skeleton className="mb-4 h-32 w-full rounded-[10px]" />
          <Skeleton className="h-48 w-full rounded-[10px]" />
        </>
      )}
    </Page>
  );
};

/** Once it has ended, there are links that other screens have not seen. */
const useRefreshedLinks = (one: Import | undefined): void => {
  const queries = useQueryClient();
  const ended = one && hasEnded(one);
  useEffect(() => {
    if (ended === undefined) return;
    for (const name of ['imports', 'links', 'tags', 'workspace']) void queries.invalidateQueries({ queryKey: [name] });
  }, [ended, queries]);
};

const Loaded = ({ of: one }: { readonly of: Import }) => {
  const { workspace } = route.useParams();
  const refusal = useWriteRefusal();
  const [cancels, setCancels] = useState(false);
  const save = (): void =>
    void downloadByTicket(`/v1/imports/${one.id}/errors?format=csv`, `waymark-${one.id}-errors.csv`);
  return (
    <Page
      title={one.source === null ? 'Import' : `Import from ${nameOf(one.source)}`}
      note={<StatusBadge status={one.status} />}
      actions={
        <>
          {!hasEnded(one) && (
            <Button refused={refusal} onClick={() => setCancels(true)}>
              Cancel import
            </Button>
          )}
          <To to="/$workspace/imports" params={{ workspace }} className={buttonClass()}>
            All imports
          </To>
        </>
      }
    >
      <div className="space-y-4">
        <Counts of={one} workspace={workspace} />
        {one.failed > 0 || one.errors.length > 0 ? (
          <Errors
            of={one}
            action={
              <Button
                icon={<DownloadIcon />}
                refused={one.failed > 0 ? undefined : 'No row failed by itself'}
                onClick={save}
              >
                Failed rows as CSV
              </Button>
            }
          />
        ) : null}
      </div>
      {cancels && <Cancelling of={one} onClose={() => setCancels(false)} />}
    </Page>
  );
};

const Counts = ({ of: one, workspace }: { readonly of: Import; readonly workspace: string }) => {
  const left = one.total === null ? null : Math.max(0, one.total - one.created - one.failed);
  return (
    <section className="card" aria-label="Progress">
      <div className="p-4 md:p-5">
        <dl className="mb-4 grid grid-cols-2 gap-4 @xl:grid-cols-4" aria-live="polite">
          <Count label="Rows" value={one.total} />
          <Count label="Created" value={one.created} tone={one.created > 0 ? 'text-good' : ''} />
          <Count label="Failed" value={one.failed} tone={one.failed > 0 ? 'text-bad' : ''} />
          <Count label={hasEnded(one) ? 'Not done' : 'Left'} value={left} />
        </dl>
        <Progress of={one} />
      </div>
      <dl className="border-line grid gap-x-8 border-t px-4 py-2 md:px-5 @3xl:grid-cols-2">
        <Detail label="Began">{dateTime(one.created_at)}</Detail>
        <Detail label="Ended">
          {one.ended_at === null ? (
            <span className="text-faint">not yet</span>
          ) : (
            `${dateTime(one.ended_at)}, after ${tookOf(one.created_at, one.ended_at)}`
          )}
        </Detail>
        <Detail label="Source">{nameOf(one.source)}</Detail>
        {one.created > 0 && (
          <Detail label="Links">
            <To to="/$workspace/links" params={{ workspace }} className="underline underline-offset-2">
              See the newest links
            </To>
          </Detail>
        )}
        {one.ignored_columns.length > 0 && (
          <Detail label="Not taken over">
            <span className="flex flex-wrap gap-1">
              {one.ignored_columns.map((name) => (
                <Badge key={name}>{name}</Badge>
              ))}
            </span>
          </Detail>
        )}
      </dl>
    </section>
  );
};

const tookOf = (from: string, to: string): string => {
  const seconds = (Date.parse(to) - Date.parse(from)) / 1_000;
  return seconds < 90 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds / 60)} min`;
};

interface CountProps {
  readonly label: string;
  readonly value: number | null;
  readonly tone?: string;
}

const Count = ({ label, value, tone = '' }: CountProps) => (
  <div>
    <dt className="text-soft text-sm">{label}</dt>
    <dd className={`tabular mt-0.5 text-2xl font-semibold tracking-tight ${tone}`}>
      {value === null ? '–' : number(value)}
    </dd>
  </div>
);

const Detail = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="grid grid-cols-[88px_minmax(0,1fr)] gap-3 py-1.5 sm:grid-cols-[120px_minmax(0,1fr)]">
    <dt className="text-soft">{label}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
);

const Cancelling = ({ of: one, onClose }: { readonly of: Import; readonly onClose: () => void }) => {
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => cancelImport(one.id),
    onSuccess: ({ data }) => {
      queries.setQueryData(importQuery(one.id).queryKey, { data, retryAfter: null });
      toast('Cancelled the import');
      onClose();
    },
    onError: () => void queries.invalidateQueries({ queryKey: ['import', one.id] }),
  });
  return (
    <Confirm
      open
      onClose={onClose}
      title="Cancel the import?"
      action="Cancel import"
      busy={cancel.isPending}
      problem={cancel.error && asProblem(cancel.error)}
      onConfirm={() => cancel.mutate()}
    >
      <p>The links that it has made stay, and no more are made.</p>
    </Confirm>
  );
};
