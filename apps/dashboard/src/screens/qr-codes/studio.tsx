import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answered, pendingNote } from '../../api/client';
import { problemIn } from '../../api/problem';
import { useWriteRefusal } from '../../api/queries';
import { useEdit } from '../../api/use-edit';
import { Page } from '../../ui/page';
import { jsonRequest, useDraft } from '../../ui/request-draft';
import { Failed, Loading, Skeleton } from '../../ui/states';
import { toast } from '../../ui/toast';
import { useKept, useKeptEdit } from '../../ui/use-kept';
import { Merge } from '../link-form/merge';
import { SavedActions, SavedMenu } from './actions';
import { createBody, EMPTY, type Fields, fieldsOf, labelOf, titleOf, updateBody } from './fields';
import { Form } from './form';
import { Preview } from './preview';
import { createQrCode, type QrCode, qrCodeQuery, type QrCodeUpdate, readQrCode, updateQrCode } from './qr-queries';

const newRoute = getRouteApi('/$workspace/qr-codes/new');
const oneRoute = getRouteApi('/$workspace/qr-codes/$id');

/** A new QR code: with the defaults, or like another one. */
export const NewQrCode = () => {
  const { from } = newRoute.useSearch();
  const { data, error, refetch } = useQuery({ ...qrCodeQuery(from ?? ''), enabled: from !== undefined });
  if (from === undefined) return <Creation key="" start={EMPTY} />;
  if (data) return <Creation key={from} start={{ ...fieldsOf(data.data), name: '' }} />;
  return <Waiting title="New QR code" error={error} onRetry={() => void refetch()} />;
};

const Creation = ({ start }: { readonly start: Fields }) => {
  const { workspace } = newRoute.useParams();
  const { from = '' } = newRoute.useSearch();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [begun] = useState(start);
  const { fields, set, forget, note } = useKept(`qr-code.${workspace}.${from}`, begun);
  const refusal = useWriteRefusal();
  const body = createBody(fields);
  useDraft(jsonRequest('POST', '/v1/qr-codes', body));
  const creation = useMutation({
    mutationFn: () => createQrCode(body),
    onSuccess: (answered) => {
      forget();
      queries.setQueryData(qrCodeQuery(answered.data.id).queryKey, answered);
      void queries.invalidateQueries({ queryKey: ['qr-codes'] });
      toast(`Created “${titleOf(answered.data)}”`, pendingNote(answered));
      void navigate({ to: '/$workspace/qr-codes/$id', params: { workspace, id: answered.data.id } });
    },
  });
  return (
    <Page title="New QR code" note={note}>
      <Form
        fields={fields}
        set={set}
        problem={problemIn(creation.error)}
        busy={creation.isPending}
        refusal={refusal}
        action="Create QR code"
        aside={<Preview fields={fields} saved={null} hasNewLogo={fields.logo_url.trim() !== ''} />}
        onSubmit={() => creation.mutate()}
        onCancel={() => {
          forget();
          void navigate({ to: '/$workspace/qr-codes', params: { workspace } });
        }}
      />
    </Page>
  );
};

export const QrStudio = () => {
  const { id } = oneRoute.useParams();
  const { data, error, refetch } = useQuery({ ...qrCodeQuery(id), refetchOnWindowFocus: false });
  if (data) return <Editing key={id} read={data} />;
  return <Waiting title="QR code" error={error} onRetry={() => void refetch()} />;
};

const Editing = ({ read }: { readonly read: Answered<QrCode> }) => {
  const { workspace, id } = oneRoute.useParams();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { base, before, fields, set, begin, forget, note } = useKeptEdit(`qr-code.${id}`, read, fieldsOf);
  const refusal = useWriteRefusal();
  const body = updateBody(fields, before);
  const isChanged = Object.keys(body).length > 0;
  // Once something is typed, a later answer of the server changes neither that nor what it is compared with.
  if (read.etag !== base.etag && !isChanged) begin(read);
  useDraft(jsonRequest('PATCH', `/v1/qr-codes/${id}`, body, base.etag));
  const edit = useEdit<QrCode, QrCodeUpdate>({
    send: (change, etag) => updateQrCode(id, change, etag),
    read: () => readQrCode(id),
    onSaved: (answered) => {
      void queries.invalidateQueries({ queryKey: ['qr-codes'] });
      toast('Saved', pendingNote(answered));
      queries.setQueryData(qrCodeQuery(id).queryKey, answered);
      forget();
      begin(answered);
    },
  });
  return (
    <Page title={titleOf(base.data)} note={note} actions={<SavedMenu code={base.data} refusal={refusal} />}>
      <Form
        fields={fields}
        set={set}
        problem={edit.problem}
        busy={edit.busy}
        refusal={refusal ?? (isChanged ? undefined : 'Nothing is changed')}
        action="Save"
        aside={
          <Preview
            fields={fields}
            saved={isChanged ? null : { id, etag: base.etag }}
            hasNewLogo={fields.logo_url.trim() !== '' && isChanged}
            actions={<SavedActions read={base} isChanged={isChanged} />}
          />
        }
        onSubmit={() => edit.save(body, base.etag)}
        onCancel={() => {
          forget();
          void navigate({ to: '/$workspace/qr-codes', params: { workspace } });
        }}
      />
      <Merge noun="QR code" edit={edit} base={base.data} mine={body} labelOf={labelOf} />
    </Page>
  );
};

interface WaitingProps {
  readonly title: string;
  readonly error: Error | null;
  readonly onRetry: () => void;
}

const Waiting = ({ title, error, onRetry }: WaitingProps) => (
  <Page title={title}>
    {error ? (
      <Failed error={error} onRetry={onRetry} />
    ) : (
      <div className="grid gap-8 @3xl:grid-cols-[minmax(0,1fr)_360px]">
        <Loading what="the QR code" />
        <Skeleton className="h-96 w-full" />
        <Skeleton className="h-96 w-full" />
      </div>
    )}
  </Page>
);
