import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import type { Answered } from '../../api/client';
import { asProblem, type Problem } from '../../api/problem';
import { useWriteRefusal } from '../../api/queries';
import { Page } from '../../ui/page';
import { useDraft } from '../../ui/request-draft';
import { Failed, Loading, Skeleton } from '../../ui/states';
import { toast } from '../../ui/toast';
import { Merge } from '../link-form/merge';
import {
  type Campaign,
  campaignQuery,
  type CampaignUpdate,
  createCampaign,
  readCampaign,
  updateCampaign,
  useCampaignMutation,
} from './campaign-queries';
import { createBody, EMPTY, type Fields, fieldsOf, labelOf, updateBody } from './fields';
import { Form } from './form';

const newRoute = getRouteApi('/$workspace/campaigns/new');
const editRoute = getRouteApi('/$workspace/campaigns/$id/edit');

const problemOf = (error: Error | null): Problem | null => (error ? asProblem(error) : null);
const pendingNote = ({ pending }: Answered<unknown>) =>
  pending ? { description: `${pending} still applies it.` } : {};

export const NewCampaign = () => {
  const { workspace } = newRoute.useParams();
  const navigate = useNavigate();
  const [fields, setFields] = useState(EMPTY);
  const refusal = useWriteRefusal();
  const sent = useRef({ body: '', key: '' });
  const body = createBody(fields);
  const text = JSON.stringify(body);
  useDraft({ method: 'POST', url: '/v1/campaigns', headers: { 'content-type': 'application/json' }, body: text });
  const creation = useCampaignMutation(
    null,
    () => {
      // A repeat of the same is the same request; what was changed since is another.
      if (sent.current.body !== text) sent.current = { body: text, key: crypto.randomUUID() };
      return createCampaign(body, sent.current.key);
    },
    (answered) => {
      toast(`Created “${answered.data.name}”`, pendingNote(answered));
      void navigate({ to: '/$workspace/campaigns/$id', params: { workspace, id: answered.data.id } });
    },
  );
  return (
    <Page title="New campaign">
      <Form
        fields={fields}
        set={(change) => setFields((now) => ({ ...now, ...change }))}
        problem={problemOf(creation.error)}
        busy={creation.isPending}
        refusal={refusal}
        action="Create campaign"
        onSubmit={() => creation.mutate(undefined)}
        onCancel={() => void navigate({ to: '/$workspace/campaigns', params: { workspace } })}
      />
    </Page>
  );
};

export const EditCampaign = () => {
  const { id } = editRoute.useParams();
  const { data, error, refetch } = useQuery({ ...campaignQuery(id), staleTime: 0, refetchOnWindowFocus: false });
  if (data) return <Editing key={data.etag} read={data} />;
  return (
    <Page title="Edit campaign">
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="max-w-[640px] space-y-5">
          <Loading what="the campaign" />
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} className="h-13 w-full" />
          ))}
        </div>
      )}
    </Page>
  );
};

const Editing = ({ read }: { readonly read: Answered<Campaign> }) => {
  const { workspace, id } = editRoute.useParams();
  const navigate = useNavigate();
  const queries = useQueryClient();
  // A later answer of the server changes neither what is edited nor what it is compared with.
  const [base] = useState(read);
  const before = useMemo(() => fieldsOf(base.data), [base]);
  const [fields, setFields] = useState<Fields>(before);
  const [theirs, setTheirs] = useState<Answered<Campaign> | null>(null);
  const refusal = useWriteRefusal();
  const body = updateBody(fields, before);
  const leave = (): void => void navigate({ to: '/$workspace/campaigns/$id', params: { workspace, id } });
  useDraft({
    method: 'PATCH',
    url: `/v1/campaigns/${id}`,
    headers: { 'content-type': 'application/json', ...(base.etag && { 'if-match': base.etag }) },
    body: JSON.stringify(body),
  });
  const edit = useCampaignMutation(
    null,
    ({ change, etag }: { readonly change: CampaignUpdate; readonly etag: string | null }) =>
      updateCampaign(id, change, etag).catch(async (error: unknown) => {
        if (asProblem(error).code === 'revision_mismatch') setTheirs(await readCampaign(id).catch(() => null));
        throw error;
      }),
    (answered) => {
      queries.setQueryData(campaignQuery(id).queryKey, answered);
      void queries.invalidateQueries({ queryKey: ['campaign-history', id] });
      toast('Saved', pendingNote(answered));
      leave();
    },
  );
  return (
    <Page title={`Edit ${base.data.name}`}>
      <Form
        fields={fields}
        set={(change) => setFields((now) => ({ ...now, ...change }))}
        problem={theirs ? null : problemOf(edit.error)}
        busy={edit.isPending}
        refusal={refusal ?? (Object.keys(body).length > 0 ? undefined : 'Nothing is changed')}
        action="Save"
        campaign={base.data}
        onSubmit={() => edit.mutate({ change: body, etag: base.etag })}
        onCancel={leave}
      />
      {theirs && (
        <Merge
          noun="campaign"
          base={base.data}
          mine={body}
          theirs={theirs.data}
          busy={edit.isPending}
          labelOf={labelOf}
          onClose={() => setTheirs(null)}
          onMerge={(change) => edit.mutate({ change, etag: theirs.etag })}
        />
      )}
    </Page>
  );
};
