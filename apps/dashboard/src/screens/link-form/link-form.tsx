import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answered, answer, pendingNote, writes } from '../../api/client';
import { problemIn } from '../../api/problem';
import { domainsQuery, type Link, useWriteRefusal } from '../../api/queries';
import { useEdit } from '../../api/use-edit';
import { Button } from '../../ui/button';
import { FormWaiting } from '../../ui/form-frame';
import { bare } from '../../ui/format';
import { Page } from '../../ui/page';
import { jsonRequest, useDraft } from '../../ui/request-draft';
import { toast } from '../../ui/toast';
import { useKept, useKeptEdit } from '../../ui/use-kept';
import { fieldLabel } from '../link/field-labels';
import { linkQuery, readLink, updateLink } from '../link/link-query';
import { createBody, EMPTY, type Fields, fieldsOf, type LinkUpdate, plain, revive, updateBody } from './fields';
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
  if (!data || !domains)
    return <FormWaiting title="New link" what="the link" error={error} onRetry={() => void refetch()} />;
  const domain = domains.some(({ hostname }) => hostname === data.data.domain) ? data.data.domain : '';
  return <Creation key={from} start={{ ...fieldsOf(data.data), alias: '', domain, external_id: '' }} />;
};

const Creation = ({ start }: { readonly start: Fields | null }) => {
  const { workspace } = newRoute.useParams();
  const { from, destination_url } = newRoute.useSearch();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [begun] = useState(() => start ?? { ...EMPTY, ...(destination_url && { destination_url }) });
  const name = from ?? destination_url ?? '';
  // Every tab has the same draft of the empty form.
  const storage = name === '' ? localStorage : sessionStorage;
  const { fields, set, forget, note } = useKept(`link.${workspace}.${name}`, begun, { plain, revive, storage });
  const [many, setMany] = useState(false);
  const refusal = useWriteRefusal();
  const body = createBody(fields);
  useDraft(jsonRequest('POST', '/v1/links', body));
  const creation = useMutation({
    mutationFn: () => answer(writes.POST('/v1/links', { body })),
    onSuccess: (answered: Answered<Link>) => {
      const { data } = answered;
      forget();
      void queries.invalidateQueries({ queryKey: ['links'] });
      forgetCampaigns(queries);
      void queries.invalidateQueries({ queryKey: ['tags'] });
      void queries.invalidateQueries({ queryKey: ['workspace'] });
      toast(`Created ${bare(data.short_url)}`, pendingNote(answered));
      void navigate({ to: '/$workspace/links/$id', params: { workspace, id: data.id } });
    },
  });
  return (
    <Page
      title="New link"
      note={note}
      actions={
        <Button refused={refusal} onClick={() => setMany(true)}>
          Paste many
        </Button>
      }
    >
      <Form
        fields={fields}
        set={set}
        problem={problemIn(creation.error)}
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

export const EditLink = () => {
  const { id } = editRoute.useParams();
  // What was read before may be old; once it is edited, a later answer changes nothing of what is typed.
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...linkQuery(id),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  if (data && isFetchedAfterMount) return <Editing key={id} read={data} />;
  const failed = data ? null : error;
  return <FormWaiting title="Edit link" what="the link" error={failed} onRetry={() => void refetch()} />;
};

const Editing = ({ read }: { readonly read: Answered<Link> }) => {
  const { workspace, id } = editRoute.useParams();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { base, before, fields, set, forget, note } = useKeptEdit(`link.${id}`, read, fieldsOf, { plain, revive });
  const refusal = useWriteRefusal();
  const body = updateBody(fields, before);
  const isChanged = Object.keys(body).length > 0;
  const leave = (): void => {
    forget();
    void navigate({ to: '/$workspace/links/$id', params: { workspace, id } });
  };
  useDraft(jsonRequest('PATCH', `/v1/links/${id}`, body, base.etag));
  const edit = useEdit<Link, LinkUpdate>({
    send: (change, etag) => updateLink(id, change, etag),
    read: () => readLink(id),
    onSaved: (answered) => {
      queries.setQueryData(linkQuery(id).queryKey, answered);
      void queries.invalidateQueries({ queryKey: ['links'] });
      forgetCampaigns(queries);
      void queries.invalidateQueries({ queryKey: ['history', id] });
      toast('Saved', pendingNote(answered));
      leave();
    },
  });
  return (
    <Page title={`Edit ${bare(base.data.short_url)}`} note={note}>
      <Form
        fields={fields}
        set={set}
        problem={edit.problem}
        busy={edit.busy}
        refusal={refusal ?? (isChanged ? undefined : 'Nothing is changed')}
        action="Save"
        link={base.data}
        onSubmit={() => edit.save(body, base.etag)}
        onCancel={leave}
      />
      <Merge noun="link" edit={edit} base={base.data} mine={body} labelOf={fieldLabel} onDiscard={leave} />
    </Page>
  );
};
