import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { asProblem } from '../../api/problem';
import { useMe } from '../../api/queries';
import { setWorkspace } from '../../api/session';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/dialog';
import { plural } from '../../ui/format';
import { jsonRequest, useDraft } from '../../ui/request-draft';
import { toast } from '../../ui/toast';
import { Section } from './section';
import { deleteWorkspace, useChange, type Workspace } from './workspace-queries';

interface DeletionProps {
  readonly workspace: Workspace;
  readonly refusal: string | undefined;
}

export const Deletion = ({ workspace, refusal }: DeletionProps) => {
  const [open, setOpen] = useState(false);
  return (
    <Section title="Delete the workspace" about="The operator of the server can restore it for 30 days.">
      <div className="card flex flex-wrap items-center gap-3 p-4">
        <p className="text-soft min-w-0 flex-1 basis-56">
          Its links resolve no more and its keys are refused, at once. After 30 days its data is erased.
        </p>
        <Button tone="danger" refused={refusal} onClick={() => setOpen(true)}>
          Delete workspace
        </Button>
      </div>
      {open && <DeletionDialog workspace={workspace} onClose={() => setOpen(false)} />}
    </Section>
  );
};

const DeletionDialog = ({ workspace, onClose }: { readonly workspace: Workspace; readonly onClose: () => void }) => {
  const { data: me } = useMe();
  const navigate = useNavigate();
  const { usage, name, id } = workspace;
  useDraft(jsonRequest('DELETE', '/v1/workspace', { name }));
  const deletion = useChange(
    [],
    () => deleteWorkspace(name),
    () => {
      toast(`Deleted “${name}”`);
      const other = me?.workspaces.find((own) => own.id !== id);
      setWorkspace(null);
      void navigate(other ? { to: '/$workspace', params: { workspace: other.id } } : { to: '/new-workspace' });
    },
  );
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Delete “${name}”?`}
      action="Delete workspace"
      busy={deletion.isPending}
      problem={deletion.error && asProblem(deletion.error)}
      typed={name}
      onConfirm={() => deletion.mutate(undefined)}
    >
      <p>
        {plural(usage.links, 'link')} and {plural(usage.api_keys, 'key')} stop working now, for{' '}
        {plural(usage.members, 'member')}. Aliases stay taken.
      </p>
    </Confirm>
  );
};
