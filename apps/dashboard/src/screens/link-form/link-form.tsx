import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { type Answered, answer, api } from '../../api/client';
import { asProblem, type Problem } from '../../api/problem';
import { domainsQuery, type Link, useWriteRefusal } from '../../api/queries';
import { repeatable } from '../../api/repeatable';
import { Button } from '../../ui/button';
import { bare } from '../../ui/format';
import { Page } from '../../ui/page';
import { useDraft } from '../../ui/request-draft';
import { Failed, Loading, Skeleton } from '../../ui/states';
import { toast } from '../../ui/toast';
import { fieldLabel } from '../link/field-labels';
import { linkQuery, readLink } from '../link/link-query';
import { draftOf, dropDraft, dropEditDraft, editDraftOf, keepDraft, keepEditDraft } from './drafts';
import { createBody, EMPTY, type Fields, fieldsOf, type LinkUpdate, updateBody } from './fields';
import { Form } from './form';
import { ManyDialog } from './many-dialog';
import { Merge } from './merge';

const newRoute = getRouteApi('/$workspace/links/new');
const editRoute = getRouteApi('/$workspace/links/$id/edit');

/** A new link: empty, with a draft, or like another one. */
export const NewLink = () => {
  const { from, destination_url } = newRoute.useSearch();
  const { data, error, refetch } = useQuery({ ...linkQuery(from ?? ''), enabled: from !== undefined });
  const { data: domains } = useQuery({ ...domainsQuery, enabled: from !== undefined });
  // Another address is another form.
  if (from === undefined) return <Creation key={destination_url} start={null} />;
  if (error)
    return (
      <Page title="New link">
        <Failed error={error} onRetry={() => void refetch()} />
      </Page>
    );
  if (!data || !domains) return <Waiting title="New link" />;
  const domain = domains.some(({ hostname }) => hostname === data.data.domain) ? data.data.domain : '';
  return <Creation key={from} start={{ ...fieldsOf(data.data), alias: '', domain, external_id: '' }} />;
};

const Creation = ({ start }: { readonly start: Fields | null }) => {
  const { workspace } = newRoute.useParams();
  const { destination_url } = newRoute.useSearch();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const given = start ?? (destination_url ? { ...EMPTY, destination_url } : null);
  const [draft, setDraft] = useState(() => (given ? null : draftOf(workspace)));
  const [fields, setFields] = useState<Fields>(given ?? draft ?? EMPTY);
  const [many, setMany] = useState(false);
  const [repeat] = useState(repeatable);
  const refusal = useWriteRefusal();
  const body = createBody(fields);
  useEffect(() => {
    if (!start) keepDraft(workspace, fields);
  }, [start, workspace, fields]);
  useDraft({ method: 'POST', url: '/v1/links', headers: { 'content-type': 'application/json' }, body: shown(body) });
  const creation = useMutation({
    mutationFn: () =>
      repeat(body, (key) => answer(api.POST('/v1/links', { body, params: { header: { 'Idempotency-Key': key } } }))),
    onSuccess: ({ data, pending }: Answered<Link>) => {
      if (!start) dropDraft(workspace);
      void queries.invalidateQueries({ queryKey: ['links'] });
      forgetCampaigns(queries);
      void queries.invalidateQueries({ queryKey: ['tags'] });
      void queries.invalidateQueries({ queryKey: ['workspace'] });
      toast(`Created ${bare(data.short_url)}`, pending ? { description: `${pending} still applies it.` } : {});
      void navigate({ to: '/$workspace/links/$id', params: { workspace, id: data.id } });
    },
  });
  return (
    <Page
      title="New link"
      note={draft && <DraftNote onDrop={() => (setDraft(null), setFields(EMPTY))} />}
      actions={
        <Button refused={refusal} onClick={() => setMany(true)}>
          Paste many
        </Button>
      }
    >
      <Form
        fields={fields}
        set={(change) => setFields((now) => ({ ...now, ...change }))}
        problem={problemOf(creation.error)}
        busy={creation.isPending}
        refusal={refusal}
        action="Create link"
        onSubmit={() => creation.mutate()}
        onCancel={() => void navigate({ to: '/$workspace/links', params: { workspace } })}
      />
      {many && <ManyDialog onClose={() => setMany(false)} />}
    </Page>
  );
};

/** They count their links. */
const forgetCampaigns = (queries: QueryClient): void => {
  for (const name of ['campaign', 'campaigns'])
    void queries.invalidateQueries({ queryKey: [name], refetchType: 'none' });
};

const DraftNote = ({ onDrop }: { readonly onDrop: () => void }) => (
  <span className="text-faint flex items-center gap-1 text-sm">
    What you typed last time.
    <Button tone="quiet" size="sm" onClick={onDrop}>
      Start anew
    </Button>
  </span>
);

const problemOf = (error: Error | null): Problem | null => (error ? asProblem(error) : null);

/** Nothing on the screen gives a password away. */
const shown = (body: { readonly password?: string | null }): string =>
  JSON.stringify(body.password ? { ...body, password: '…' } : body);

export const EditLink = () => {
  const { id } = editRoute.useParams();
  // What was read before may be old; once it is edited, a later answer changes nothing of what is typed.
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...linkQuery(id),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  if (error && !data)
    return (
      <Page title="Edit link">
        <Failed error={error} onRetry={() => void refetch()} />
      </Page>
    );
  return data && isFetchedAfterMount ? <Editing key={id} read={data} /> : <Waiting title="Edit link" />;
};

const Editing = ({ read }: { readonly read: Answered<Link> }) => {
  const { workspace, id } = editRoute.useParams();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(() => editDraftOf(id));
  // A later answer of the server changes neither what is edited nor what it is compared with.
  const [base, setBase] = useState(draft?.base ?? read);
  const before = useMemo(() => fieldsOf(base.data), [base]);
  const [fields, setFields] = useState(draft?.fields ?? before);
  const [theirs, setTheirs] = useState<Answered<Link> | null>(null);
  const [repeat] = useState(repeatable);
  const refusal = useWriteRefusal();
  const body = updateBody(fields, before);
  const isChanged = Object.keys(body).length > 0;
  useEffect(() => (isChanged ? keepEditDraft(id, { base, fields }) : dropEditDraft(id)), [id, isChanged, base, fields]);
  const leave = (): void => {
    dropEditDraft(id);
    void navigate({ to: '/$workspace/links/$id', params: { workspace, id } });
  };
  const startAnew = (): void => {
    setDraft(null);
    setBase(read);
    setFields(fieldsOf(read.data));
  };
  useDraft({
    method: 'PATCH',
    url: `/v1/links/${id}`,
    headers: { 'content-type': 'application/json', ...(base.etag && { 'if-match': base.etag }) },
    body: shown(body),
  });
  const edit = useMutation({
    mutationFn: (sent: { readonly change: LinkUpdate; readonly etag: string | null }) =>
      repeat(sent, (key) => {
        const header = { 'Idempotency-Key': key, ...(sent.etag && { 'If-Match': sent.etag }) };
        return answer(api.PATCH('/v1/links/{id}', { params: { path: { id }, header }, body: sent.change }));
      }),
    onSuccess: (answered) => {
      queries.setQueryData(linkQuery(id).queryKey, answered);
      void queries.invalidateQueries({ queryKey: ['links'] });
      forgetCampaigns(queries);
      void queries.invalidateQueries({ queryKey: ['history', id] });
      toast('Saved', answered.pending ? { description: `${answered.pending} still applies it.` } : {});
      leave();
    },
    onError: async (error) => {
      if (asProblem(error).code !== 'revision_mismatch') return;
      setTheirs(await readLink(id).catch(() => null));
    },
  });
  return (
    <Page title={`Edit ${bare(base.data.short_url)}`} note={draft && <DraftNote onDrop={startAnew} />}>
      <Form
        fields={fields}
        set={(change) => setFields((now) => ({ ...now, ...change }))}
        problem={theirs ? null : problemOf(edit.error)}
        busy={edit.isPending}
        refusal={refusal ?? (isChanged ? undefined : 'Nothing is changed')}
        action="Save"
        link={base.data}
        onSubmit={() => edit.mutate({ change: body, etag: base.etag })}
        onCancel={leave}
      />
      {theirs && (
        <Merge
          noun="link"
          labelOf={fieldLabel}
          base={base.data}
          mine={body}
          theirs={theirs.data}
          busy={edit.isPending}
          problem={problemOf(edit.error)}
          onClose={() => setTheirs(null)}
          onDiscard={leave}
          onMerge={(change) => edit.mutate({ change, etag: theirs.etag })}
        />
      )}
    </Page>
  );
};

const Waiting = ({ title }: { readonly title: string }) => (
  <Page title={title}>
    <Loading what="the link" />
    <div className="max-w-[640px] space-y-5">
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="space-y-1.5">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-8 w-full" />
        </div>
      ))}
    </div>
  </Page>
);
