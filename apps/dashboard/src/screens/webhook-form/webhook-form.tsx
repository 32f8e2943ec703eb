import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import type { Answered } from '../../api/client';
import { asProblem, type Problem } from '../../api/problem';
import { useWriteRefusal } from '../../api/queries';
import { Page } from '../../ui/page';
import { useDraft } from '../../ui/request-draft';
import { Failed, Loading, Skeleton } from '../../ui/states';
import { toast } from '../../ui/toast';
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

const problemOf = (error: Error | null): Problem | null => (error ? asProblem(error) : null);

export const NewWebhook = () => {
  const { workspace } = newRoute.useParams();
  const navigate = newRoute.useNavigate();
  const queries = useQueryClient();
  const [fields, setFields] = useState(EMPTY);
  const [created, setCreated] = useState<WebhookWithSecret | null>(null);
  const key = useRef(crypto.randomUUID());
  const refusal = useWriteRefusal();
  const body = createBody(fields);
  useDraft({
    method: 'POST',
    url: '/v1/webhooks',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const creation = useMutation({
    mutationFn: () => createWebhook(body, key.current),
    onSuccess: (answered) => {
      keepWebhook(queries, answered);
      setCreated(answered.data);
    },
    // Another request than the refused one needs a key of its own.
    onError: () => (key.current = crypto.randomUUID()),
  });
  return (
    <Page title="New webhook">
      <Form
        isNew
        fields={fields}
        set={(change) => setFields((now) => ({ ...now, ...change }))}
        problem={problemOf(creation.error)}
        busy={creation.isPending || created !== null}
        refusal={refusal}
        action="Create webhook"
        onSubmit={() => creation.mutate()}
        onCancel={() => void navigate({ to: '/$workspace/webhooks', params: { workspace } })}
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
  const { data, error, refetch } = useQuery({ ...webhookQuery(id), staleTime: 0, refetchOnWindowFocus: false });
  if (error && !data)
    return (
      <Page title="Edit webhook">
        <Failed error={error} onRetry={() => void refetch()} />
      </Page>
    );
  return data ? <Editing key={data.etag} read={data} /> : <Waiting />;
};

const Editing = ({ read }: { readonly read: Answered<Webhook> }) => {
  const { workspace, id } = editRoute.useParams();
  const navigate = editRoute.useNavigate();
  const queries = useQueryClient();
  // A later answer of the server changes neither what is edited nor what it is compared with.
  const [base] = useState(read);
  const before = useMemo(() => fieldsOf(base.data), [base]);
  const [fields, setFields] = useState(before);
  const [theirs, setTheirs] = useState<Answered<Webhook> | null>(null);
  const refusal = useWriteRefusal();
  const body = updateBody(fields, before);
  const isChanged = Object.keys(body).length > 0;
  const leave = (): void => void navigate({ to: '/$workspace/webhooks/$id', params: { workspace, id } });
  useDraft({
    method: 'PATCH',
    url: `/v1/webhooks/${id}`,
    headers: { 'content-type': 'application/json', ...(base.etag && { 'if-match': base.etag }) },
    body: JSON.stringify(body),
  });
  const edit = useMutation({
    mutationFn: ({ change, etag }: { readonly change: WebhookUpdate; readonly etag: string | null }) =>
      updateWebhook(id, change, etag),
    onSuccess: (answered) => {
      keepWebhook(queries, answered);
      toast('Saved', answered.pending ? { description: `${answered.pending} still applies it.` } : {});
      leave();
    },
    onError: async (error) => {
      if (asProblem(error).code !== 'revision_mismatch') return;
      setTheirs(await readWebhook(id).catch(() => null));
    },
  });
  return (
    <Page title={`Edit ${nameOf(base.data)}`}>
      <Form
        isNew={false}
        fields={fields}
        set={(change) => setFields((now) => ({ ...now, ...change }))}
        problem={theirs ? null : problemOf(edit.error)}
        busy={edit.isPending}
        refusal={refusal ?? (isChanged ? undefined : 'Nothing is changed')}
        action="Save"
        onSubmit={() => edit.mutate({ change: body, etag: base.etag })}
        onCancel={leave}
      />
      {theirs && (
        <Merge
          noun="webhook"
          base={base.data}
          mine={body}
          theirs={theirs.data}
          labelOf={webhookLabel}
          busy={edit.isPending}
          onClose={() => setTheirs(null)}
          onMerge={(change) => edit.mutate({ change, etag: theirs.etag })}
        />
      )}
    </Page>
  );
};

const Waiting = () => (
  <Page title="Edit webhook">
    <Loading what="the webhook" />
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
