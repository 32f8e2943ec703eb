import { ArrowRightIcon, PencilIcon } from '@primer/octicons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link as To, useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { Answered } from '../../api/client';
import { asProblem } from '../../api/problem';
import { type Link, useWriteRefusal } from '../../api/queries';
import { Button, buttonClass } from '../../ui/button';
import { CopyButton } from '../../ui/copy';
import { bare } from '../../ui/format';
import { MenuItem, MenuSeparator } from '../../ui/menu';
import { MoreActions } from '../../ui/more-actions';
import { Page } from '../../ui/page';
import { useShortcuts } from '../../ui/shortcuts';
import { Failed, Loading, Skeleton } from '../../ui/states';
import { Report } from '../analytics/report';
import { copyShortUrl, STEP_LABELS, stepsOf, useLinkSteps } from '../links/actions';
import { StatusBadge } from '../links/status-badge';
import { Details } from './details';
import { historyQuery, linkQuery } from './link-query';
import { Past } from './past';
import { QrDialog } from './qr-dialog';
import { linkSearch, type LinkSearch } from './search';
import { Timeline } from './timeline';

const route = getRouteApi('/$workspace/links/$id');

export const LinkScreen = () => {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(linkQuery(id));
  const step = useLinkSteps();
  if (data) return <Loaded read={data} />;
  if (error)
    return (
      <Page title="Link">
        <Failed error={error} onRetry={() => void refetch()} />
        {asProblem(error).code === 'not_found' && (
          <p className="text-center">
            <span className="text-soft">If it was deleted, it can be </span>
            <button
              type="button"
              className="text-accent-strong underline underline-offset-2"
              onClick={() => step('restore', { id, short_url: id })}
            >
              restored
            </button>
            .
          </p>
        )}
      </Page>
    );
  return (
    <Page title="Link">
      <Loading what="the link" />
      <Skeleton className="mb-4 h-16 w-full" />
      <Skeleton className="h-96 w-full" />
    </Page>
  );
};

const Loaded = ({ read }: { readonly read: Answered<Link> }) => {
  const { data: link } = read;
  const { as_of: asOf, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const refusal = useWriteRefusal();
  const history = useQuery(historyQuery(link.id));
  const onSearch = (change: Partial<Record<keyof LinkSearch, string | undefined>>): void =>
    void navigate({ search: (now) => linkSearch({ ...now, ...change }), resetScroll: false });
  const onChoose = (next: (asOf: string | undefined) => string | undefined): void =>
    void navigate({ search: (now) => linkSearch({ ...now, as_of: next(now.as_of) }), resetScroll: false });
  return (
    <Page
      title={bare(link.short_url)}
      isPast={asOf !== undefined}
      note={
        <>
          <CopyButton text={link.short_url} label="Copy short URL" />
          {link.status !== 'active' && <StatusBadge status={link.status} />}
        </>
      }
      actions={<Actions link={link} refusal={refusal} />}
    >
      <p className="text-soft -mt-3 mb-4 flex items-center gap-2">
        <ArrowRightIcon className="text-faint shrink-0" />
        <a
          href={link.destination_url}
          target="_blank"
          rel="noreferrer"
          className="min-w-0 underline-offset-2 hover:underline"
        >
          {link.destination_url}
        </a>
      </p>
      {history.error ? (
        <Failed error={history.error} onRetry={() => void history.refetch()} />
      ) : history.data ? (
        <Timeline history={history.data} asOf={asOf} onChoose={onChoose} />
      ) : (
        <Skeleton className="mb-4 h-19 w-full rounded-[10px]" />
      )}
      {asOf === undefined ? (
        <div className="space-y-4">
          <Details link={link} />
          <Report search={search} onSearch={onSearch} subject={{ kind: 'link', id: link.id }} />
        </div>
      ) : (
        <Past now={read} asOf={asOf} refusal={refusal} onRestored={() => onSearch({ as_of: undefined })} />
      )}
    </Page>
  );
};

const Actions = ({ link, refusal }: { readonly link: Link; readonly refusal: string | undefined }) => {
  const { workspace } = route.useParams();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const onDeleted = useCallback(async () => {
    await navigate({ to: '/$workspace/links', params: { workspace } });
    queries.removeQueries({ queryKey: ['link', link.id] });
  }, [navigate, queries, workspace, link.id]);
  const step = useLinkSteps(onDeleted);
  const [showsQr, setShowsQr] = useState(false);
  const edit = (): void => void navigate({ to: '/$workspace/links/$id/edit', params: { workspace, id: link.id } });
  const duplicate = (): void =>
    void navigate({ to: '/$workspace/links/new', params: { workspace }, search: { from: link.id } });
  useShortcuts('Link', [
    { keys: 'e', label: 'Edit', run: () => refusal === undefined && edit() },
    { keys: 'y', label: 'Copy short URL', run: () => copyShortUrl(link) },
    { keys: 'q', label: 'QR code', run: () => setShowsQr(true) },
    { keys: 'd', label: 'Duplicate', run: () => refusal === undefined && duplicate() },
  ]);
  return (
    <>
      <Button onClick={() => setShowsQr(true)}>QR code</Button>
      <To
        to="/$workspace/links/$id/edit"
        params={{ workspace, id: link.id }}
        className={buttonClass('primary')}
        aria-disabled={refusal !== undefined}
        disabled={refusal !== undefined}
        title={refusal}
      >
        <PencilIcon /> Edit
      </To>
      <MoreActions>
        <MenuItem hint="Y" onSelect={() => copyShortUrl(link)}>
          Copy short URL
        </MenuItem>
        <MenuItem hint="D" refused={refusal} onSelect={duplicate}>
          Duplicate
        </MenuItem>
        <MenuSeparator />
        {stepsOf(link.status).map((name) => (
          <MenuItem key={name} isDangerous={name === 'delete'} refused={refusal} onSelect={() => step(name, link)}>
            {STEP_LABELS[name]}
          </MenuItem>
        ))}
      </MoreActions>
      {showsQr && <QrDialog link={link} onClose={() => setShowsQr(false)} />}
    </>
  );
};
