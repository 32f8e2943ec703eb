import { useQuery } from '@tanstack/react-query';
import { type Ref, useRef, useState } from 'react';
import { type Answered, pendingNote } from '../../api/client';
import { problemIn } from '../../api/problem';
import type { ApiKey } from '../../api/queries';
import { Confirm } from '../../ui/dialog';
import { SelectField, TextField } from '../../ui/fields';
import { FormModal } from '../../ui/form-modal';
import { ago, number } from '../../ui/format';
import { jsonRequest, useDraft } from '../../ui/request-draft';
import { toast } from '../../ui/toast';
import { isInUse } from './advice';
import {
  type CreatedApiKey,
  createKey,
  keyQuery,
  renameKey,
  revokeKey,
  rotateKey,
  useKeyMutation,
} from './key-queries';

interface KeyDialogProps {
  readonly onClose: () => void;
  /** The new key, which is shown once. */
  readonly onSecret: (created: Answered<CreatedApiKey>) => void;
}

interface NameFieldProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly error: string | undefined;
}

const NameField = ({ ref, name, onName, error }: NameFieldProps) => (
  <TextField
    ref={ref}
    label="Name"
    value={name}
    maxLength={100}
    placeholder="Nightly export"
    onChange={(event) => onName(event.target.value)}
    error={error}
  />
);

const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

export const CreateDialog = ({ onClose, onSecret }: KeyDialogProps) => {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<'Read' | 'Read + Write'>('Read');
  const [expiration, setExpiration] = useState('');
  const first = useRef<HTMLInputElement>(null);
  const body = { name: name.trim(), scope, ...(expiration && { expiration }) };
  const creation = useKeyMutation(() => createKey(body), onSecret);
  const problem = problemIn(creation.error);
  useDraft(jsonRequest('POST', '/v1/api-keys', body));
  return (
    <FormModal
      title="Create an API key"
      description="One for each program that uses it, and no wider than that needs."
      action="Create key"
      busy={creation.isPending}
      problem={problem}
      first={first}
      onSubmit={() => creation.mutate(undefined)}
      onClose={onClose}
    >
      <NameField ref={first} name={name} onName={setName} error={problem?.at('body.name')} />
      <SelectField
        label="Scope"
        value={scope}
        onChange={(event) => setScope(event.target.value as typeof scope)}
        options={[
          ['Read', 'Read: lists, analytics, exports'],
          ['Read + Write', 'Read + Write: also creates, changes and deletes'],
        ]}
        error={problem?.at('body.scope')}
      />
      <TextField
        label="Expires after"
        type="date"
        min={tomorrow()}
        value={expiration}
        onChange={(event) => setExpiration(event.target.value)}
        hint="Valid to the end of this day (UTC). Empty: until it is revoked."
        error={problem?.at('body.expiration')}
      />
    </FormModal>
  );
};

interface OneKeyProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

export const RotateDialog = ({ apiKey, onClose, onSecret }: OneKeyProps & KeyDialogProps) => {
  const rotation = useKeyMutation(() => rotateKey(apiKey.id), onSecret);
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Rotate “${apiKey.name}”?`}
      action="Rotate key"
      tone="primary"
      busy={rotation.isPending}
      problem={problemIn(rotation.error)}
      onConfirm={() => rotation.mutate(undefined)}
    >
      <p>
        A new key with the same name and scope takes its place. The old one stays valid for 24 hours, then it is
        revoked.
      </p>
    </Confirm>
  );
};

const staleNote = (name: string): string =>
  `Somebody has changed the key meanwhile: it is called “${name}” now. Rename it again to overwrite that.`;

export const RenameDialog = ({ apiKey, onClose }: OneKeyProps) => {
  const { data: read, refetch } = useQuery(keyQuery(apiKey.id));
  const [base, setBase] = useState(read);
  const [typed, setTyped] = useState<string | null>(null);
  // From the first letter on it is an edit of what was shown then.
  if (read && read.etag !== base?.etag && (typed === null || !base)) setBase(read);
  const former = base?.data.name ?? apiKey.name;
  const name = typed ?? former;
  const renaming = useKeyMutation(
    () => renameKey(apiKey.id, name.trim(), base?.etag ?? null),
    (answered) => {
      toast('Renamed', pendingNote(answered));
      onClose();
    },
  );
  const first = useRef<HTMLInputElement>(null);
  const problem = problemIn(renaming.error);
  const isStale = problem?.code === 'revision_mismatch';
  const takeTheirs = (error: Error): void => {
    if (problemIn(error)?.code === 'revision_mismatch') void refetch().then(({ data }) => setBase(data ?? base));
  };
  return (
    <FormModal
      title="Rename the key"
      action="Rename"
      busy={renaming.isPending}
      problem={isStale ? null : problem}
      first={first}
      onSubmit={() => renaming.mutate(undefined, { onError: takeTheirs })}
      onClose={onClose}
    >
      <NameField
        ref={first}
        name={name}
        onName={setTyped}
        error={isStale ? staleNote(former) : problem?.at('body.name')}
      />
    </FormModal>
  );
};

export const RevokeDialog = ({ apiKey, onClose }: OneKeyProps) => {
  const [reason, setReason] = useState('');
  const [now] = useState(Date.now);
  const revocation = useKeyMutation(
    () => revokeKey(apiKey.id, reason),
    () => {
      toast(`Revoked “${apiKey.name}”`);
      onClose();
    },
  );
  const used = apiKey.last_used_at === null ? 'It was never used' : `It was last used ${ago(apiKey.last_used_at)}`;
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Revoke “${apiKey.name}”?`}
      action="Revoke key"
      busy={revocation.isPending}
      problem={problemIn(revocation.error)}
      typed={isInUse(apiKey, now) ? apiKey.name : undefined}
      onConfirm={() => revocation.mutate(undefined)}
    >
      <p>
        {used}, for <span className="tabular">{number(apiKey.request_count)}</span> requests in all. From now on every
        request with it is refused, at once and for good.
      </p>
      <TextField
        label="Reason"
        value={reason}
        maxLength={255}
        onChange={(event) => setReason(event.target.value)}
        hint="Stays in its history."
      />
    </Confirm>
  );
};
