import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { type Answered, answer, pendingNote, writes } from '../../api/client';
import { problemIn } from '../../api/problem';
import { domainsQuery, type Link, useWriteRefusal } from '../../api/queries';
import { useEdit } from '../../api/use-edit';
import { Button } from '../../ui/button';
import { DraftNote } from '../../ui/draft-note';
import { FormWaiting } from '../../ui/form-frame';
import { bare } from '../../ui/format';
import { Page } from '../../ui/page';
import { jsonRequest, useDraft } from '../../ui/request-draft';
import { toast } from '../../ui/toast';
import { fieldLabel } from '../link/field-labels';
import { linkQuery, readLink, updateLink } from '../link/link-query';
import { draftFrom, dropEditDraft, editDraftOf, emptyDraft, keepEditDraft } from './drafts';
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
  const [kept] = useState(() => {
    const name = from ?? destination_url;
    return name ? draftFrom(workspace, name, begun) : emptyDraft(workspace);
  });
  const [draft, setDraft] = useState(kept.read);
  const [fields, setFields] = useState(draft ?? begun);
  const [many, setMany] = useState(false);
  const refusal = useWriteRefusal();
  const body = createBody(fields);
  useEffect(() => kept.keep(fields), [kept, fields]);
  useDraft(jsonRequest('POST', '/v1/links', body));
  const creation = useMutation({
    mutationFn: () => answer(writes.POST('/v1/links', { body })),
    onSuccess: (answered: Answered<Link>) => {
      const { data } = answered;
      kept.drop();
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
      note={draft && <DraftNote onDrop={() => (setDraft(null), setFields(begun))} />}
      actions={
        <Button refused={refusal} onClick={() => setMany(true)}>
          Paste many
        </Button>
      }
    >
      <Form
        fields={fields}
        set={(change) => setFields((now) => ({ ...now, ...change }))}
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
  const [draft, setDraft] = useState(() => editDraftOf(id));
  // A later answer of the server changes neither what is edited nor what it is compared with.
  const [base, setBase] = useState(draft?.base ?? read);
  const before = useMemo(() => fieldsOf(base.data), [base]);
  const [fields, setFields] = useState(draft?.fields ?? before);
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
    <Page title={`Edit ${bare(base.data.short_url)}`} note={draft && <DraftNote onDrop={startAnew} />}>
      <Form
        fields={fields}
        set={(change) => setFields((now) => ({ ...now, ...change }))}
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
