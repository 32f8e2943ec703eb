import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type Answered, pendingNote } from '../../api/client';
import { problemIn } from '../../api/problem';
import { useWriteRefusal } from '../../api/queries';
import { useEdit } from '../../api/use-edit';
import { FormWaiting } from '../../ui/form-frame';
import { Page } from '../../ui/page';
import { jsonRequest, useDraft } from '../../ui/request-draft';
import { toast } from '../../ui/toast';
import { useKept, useKeptEdit } from '../../ui/use-kept';
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
import { createBody, EMPTY, fieldsOf, labelOf, updateBody } from './fields';
import { Form } from './form';

const newRoute = getRouteApi('/$workspace/campaigns/new');
const editRoute = getRouteApi('/$workspace/campaigns/$id/edit');

export const NewCampaign = () => {
  const { workspace } = newRoute.useParams();
  const navigate = useNavigate();
  const { fields, set, forget, note } = useKept(`campaign.${workspace}`, EMPTY);
  const refusal = useWriteRefusal();
  const body = createBody(fields);
  useDraft(jsonRequest('POST', '/v1/campaigns', body));
  const creation = useCampaignMutation(
    null,
    () => createCampaign(body),
    (answered) => {
      forget();
      toast(`Created “${answered.data.name}”`, pendingNote(answered));
      void navigate({ to: '/$workspace/campaigns/$id', params: { workspace, id: answered.data.id } });
    },
  );
  return (
    <Page title="New campaign" note={note}>
      <Form
        fields={fields}
        set={set}
        problem={problemIn(creation.error)}
        busy={creation.isPending}
        refusal={refusal}
        action="Create campaign"
        onSubmit={() => creation.mutate(undefined)}
        onCancel={() => {
          forget();
          void navigate({ to: '/$workspace/campaigns', params: { workspace } });
        }}
      />
    </Page>
  );
};

export const EditCampaign = () => {
  const { id } = editRoute.useParams();
  // What was read before may be old; once it is edited, a later answer changes nothing of what is typed.
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...campaignQuery(id),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  if (data && isFetchedAfterMount) return <Editing key={id} read={data} />;
  const failed = data ? null : error;
  return <FormWaiting title="Edit campaign" what="the campaign" error={failed} onRetry={() => void refetch()} />;
};

const Editing = ({ read }: { readonly read: Answered<Campaign> }) => {
  const { workspace, id } = editRoute.useParams();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { base, before, fields, set, forget, note } = useKeptEdit(`campaign.${id}`, read, fieldsOf);
  const refusal = useWriteRefusal();
  const body = updateBody(fields, before);
  const leave = (): void => {
    forget();
    void navigate({ to: '/$workspace/campaigns/$id', params: { workspace, id } });
  };
  useDraft(jsonRequest('PATCH', `/v1/campaigns/${id}`, body, base.etag));
  const edit = useEdit<Campaign, CampaignUpdate>({
    send: (change, etag) => updateCampaign(id, change, etag),
    read: () => readCampaign(id),
    onSaved: (answered) => {
      queries.setQueryData(campaignQuery(id).queryKey, answered);
      for (const name of ['campaigns', 'campaign-history']) void queries.invalidateQueries({ queryKey: [name] });
      toast('Saved', pendingNote(answered));
      leave();
    },
  });
  return (
    <Page title={`Edit ${base.data.name}`} note={note}>
      <Form
        fields={fields}
        set={set}
        problem={edit.problem}
        busy={edit.busy}
        refusal={refusal ?? (Object.keys(body).length > 0 ? undefined : 'Nothing is changed')}
        action="Save"
        campaign={base.data}
        onSubmit={() => edit.save(body, base.etag)}
        onCancel={leave}
      />
      <Merge noun="campaign" edit={edit} base={base.data} mine={body} labelOf={labelOf} />
    </Page>
  );
};
