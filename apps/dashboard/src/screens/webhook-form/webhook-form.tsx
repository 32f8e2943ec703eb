import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answered, pendingNote } from '../../api/client';
import { problemIn } from '../../api/problem';
import { useWriteRefusal } from '../../api/queries';
import { useEdit } from '../../api/use-edit';
import { FormWaiting } from '../../ui/form-frame';
import { Page } from '../../ui/page';
import { jsonRequest, useDraft } from '../../ui/request-draft';
import { toast } from '../../ui/toast';
import { toastPending } from '../../ui/toast-pending';
import { useKept, useKeptEdit } from '../../ui/use-kept';
import { Merge } from '../link-form/merge';
import { nameOf } from '../webhooks/badges';
import { NewSecret } from '../webhooks/new-secret';
import { createWebhook, updateWebhook } from '../webhooks/webhook-commands';
import {
  keepWebhook,
  readWebhook,
  type Webhook,
  webhookQuery,
  type WebhookUpdate,
  type WebhookWithSecret,
} from '../webhooks/webhook-queries';
import { createBody, EMPTY, fieldsOf, updateBody, webhookLabel } from './fields';
import { Form } from './form';

const newRoute = getRouteApi('/$workspace/webhooks/new');
const editRoute = getRouteApi('/$workspace/webhooks/$id/edit');

export const NewWebhook = () => {
  const { workspace } = newRoute.useParams();
  const navigate = newRoute.useNavigate();
  const queries = useQueryClient();
  const { fields, set, forget, note } = useKept(`webhook.${workspace}`, EMPTY);
  const [created, setCreated] = useState<WebhookWithSecret | null>(null);
  const refusal = useWriteRefusal();
  const body = createBody(fields);
  useDraft(jsonRequest('POST', '/v1/webhooks', body));
  const creation = useMutation({
    mutationFn: () => createWebhook(body),
    onSuccess: (answered) => {
      forget();
      keepWebhook(queries, answered);
      toastPending(`Created “${nameOf(answered.data)}”`, answered);
      setCreated(answered.data);
    },
  });
  return (
    <Page title="New webhook" note={note}>
      <Form
        isNew
        fields={fields}
        set={set}
        problem={problemIn(creation.error)}
        busy={creation.isPending || created !== null}
        refusal={refusal}
        action="Create webhook"
        onSubmit={() => creation.mutate()}
        onCancel={() => {
          forget();
          void navigate({ to: '/$workspace/webhooks', params: { workspace } });
        }}
      />
      {created && (
        <NewSecret
          created={created}
          onClose={() => void navigate({ to: '/$workspace/webhooks/$id', params: { workspace, id: created.id } })}
        />
      )}
    </Page>
  );
};

export const EditWebhook = () => {
  const { id } = editRoute.useParams();
  // What was read before may be old; once it is edited, a later answer changes nothing of what is typed.
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...webhookQuery(id),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  if (data && isFetchedAfterMount) return <Editing key={id} read={data} />;
  const failed = data ? null : error;
  return <FormWaiting title="Edit webhook" what="the webhook" error={failed} onRetry={() => void refetch()} />;
};

const Editing = ({ read }: { readonly read: Answered<Webhook> }) => {
  const { workspace, id } = editRoute.useParams();
  const navigate = editRoute.useNavigate();
  const queries = useQueryClient();
  const { base, before, fields, set, forget, note } = useKeptEdit(`webhook.${id}`, read, fieldsOf);
  const refusal = useWriteRefusal();
  const body = updateBody(fields, before);
  const isChanged = Object.keys(body).length > 0;
  const leave = (): void => {
    forget();
    void navigate({ to: '/$workspace/webhooks/$id', params: { workspace, id } });
  };
  useDraft(jsonRequest('PATCH', `/v1/webhooks/${id}`, body, base.etag));
  const edit = useEdit<Webhook, WebhookUpdate>({
    send: (change, etag) => updateWebhook(id, change, etag),
    read: () => readWebhook(id),
    onSaved: (answered) => {
      keepWebhook(queries, answered);
      toast('Saved', pendingNote(answered));
      leave();
    },
  });
  return (
    <Page title={`Edit ${nameOf(base.data)}`} note={note}>
      <Form
        isNew={false}
        fields={fields}
        set={set}
        problem={edit.problem}
        busy={edit.busy}
        refusal={refusal ?? (isChanged ? undefined : 'Nothing is changed')}
        action="Save"
        onSubmit={() => edit.save(body, base.etag)}
        onCancel={leave}
      />
      <Merge noun="webhook" edit={edit} base={base.data} mine={body} labelOf={webhookLabel} />
    </Page>
  );
};
