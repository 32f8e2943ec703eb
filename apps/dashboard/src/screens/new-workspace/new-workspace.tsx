import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { answer, writes } from '../../api/client';
import { asProblem, type Problem } from '../../api/problem';
import { session, signOut, switchWorkspace } from '../../api/session';
import { useStore } from '../../api/store';
import { Button } from '../../ui/button';
import { EntryPage, linkClass } from '../../ui/entry-page';
import { TextField } from '../../ui/fields';
import { jsonRequest, useDraft } from '../../ui/request-draft';
import { ProblemNote } from '../../ui/states';

/** Another workspace, or the first one of somebody who has none any more. */
export const NewWorkspace = () => {
  const navigate = useNavigate();
  const current = useStore(session);
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const body = { name: name.trim() };
  useDraft(jsonRequest('POST', '/v1/workspaces', body));
  useEffect(() => {
    if (current === null) void navigate({ to: '/sign-in' });
  }, [current, navigate]);
  const submit = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      const { data } = await answer(writes.POST('/v1/workspaces', { body }));
      await switchWorkspace(data.id);
      await navigate({ to: '/$workspace', params: { workspace: data.id } });
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  };
  const before = current?.workspace;
  const foot = (
    <p>
      {before ? (
        <Link to="/$workspace" params={{ workspace: before.id }} className={linkClass}>
          Back to {before.name}
        </Link>
      ) : (
        <button type="button" className={linkClass} onClick={() => void signOut()}>
          Sign out
        </button>
      )}
    </p>
  );
  return (
    <EntryPage
      title="New workspace"
      about={
        before
          ? 'It has links, keys, members and a limit of its own. You are its owner.'
          : 'You belong to no workspace at present. Make one, or ask for an invitation.'
      }
      foot={foot}
    >
      <form
        noValidate
        className="space-y-3.5"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextField
          label="Name"
          autoFocus
          maxLength={100}
          placeholder="Acme Ltd"
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={problem?.at('body.name')}
        />
        {problem && problem.errors.length === 0 && <ProblemNote problem={problem} />}
        <Button tone="primary" type="submit" busy={busy} className="h-9 w-full">
          Create workspace
        </Button>
      </form>
    </EntryPage>
  );
};
