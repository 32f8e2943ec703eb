import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Answered, pendingNote } from '../../api/client';
import { asProblem } from '../../api/problem';
import { setWorkspace } from '../../api/session';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy';
import { TextField } from '../../ui/fields';
import { date } from '../../ui/format';
import { Draft, jsonRequest } from '../../ui/request-draft';
import { ProblemNote, Skeleton } from '../../ui/states';
import { toast } from '../../ui/toast';
import { Section } from './section';
import { renameWorkspace, useChange, type Workspace, workspaceQuery } from './workspace-queries';

interface GeneralProps {
  readonly found: Answered<Workspace> | undefined;
  readonly refusal: string | undefined;
}

export const General = ({ found, refusal }: GeneralProps) => (
  <Section title="General" about="What the workspace is called, here and in mails to those who are invited.">
    {found ? (
      <div className="card divide-line divide-y">
        <Name key={found.data.id} found={found} refusal={refusal} />
        <Facts workspace={found.data} />
      </div>
    ) : (
      <Skeleton className="h-44 w-full" />
    )}
  </Section>
);

const Name = ({ found: { data: workspace, etag }, refusal }: GeneralProps & { found: Answered<Workspace> }) => {
  const queries = useQueryClient();
  const [typed, setTyped] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const name = typed ?? workspace.name;
  const body = { name: name.trim() };
  const renaming = useChange(
    ['me'],
    () => renameWorkspace(body.name, etag),
    (renamed) => {
      queries.setQueryData(workspaceQuery.queryKey, renamed);
      setWorkspace(renamed.data);
      setTyped(null);
      toast('Saved', pendingNote(renamed));
    },
  );
  const problem = renaming.error && asProblem(renaming.error);
  const isStale = problem?.status === 412;
  const save = (): void => {
    if (refusal !== undefined || renaming.isPending || name === workspace.name) return;
    renaming.mutate(undefined, {
      // What it is called by now is shown beside what was typed.
      onError: (error) => {
        if (asProblem(error).status === 412) void queries.invalidateQueries({ queryKey: workspaceQuery.queryKey });
        input.current?.focus();
      },
    });
  };
  return (
    <form
      noValidate
      className="space-y-3 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {typed !== null && name !== workspace.name && <Draft request={jsonRequest('PATCH', '/v1/workspace', body)} />}
      <div className="flex items-start gap-2">
        <TextField
          ref={input}
          className="flex-1"
          label="Name"
          value={name}
          maxLength={100}
          readOnly={refusal !== undefined}
          title={refusal}
          onChange={(event) => setTyped(event.target.value)}
          error={
            isStale
              ? `Somebody has called it “${workspace.name}” meanwhile. Save again to overwrite that.`
              : problem?.at('body.name')
          }
        />
        <Button
          type="submit"
          className="mt-[23.5px]"
          tone={name === workspace.name ? 'plain' : 'primary'}
          busy={renaming.isPending}
          refused={refusal ?? (name === workspace.name ? 'Nothing was changed' : undefined)}
        >
          Save
        </Button>
      </div>
      {problem && problem.errors.length === 0 && !isStale && <ProblemNote problem={problem} />}
    </form>
  );
};

const PLANS: Readonly<Record<Workspace['plan'], string>> = { free: 'Free', pro: 'Pro', enterprise: 'Enterprise' };

const Facts = ({ workspace }: { readonly workspace: Workspace }) => (
  <dl className="grid gap-x-6 gap-y-3 p-4 sm:grid-cols-[auto_auto_minmax(0,1fr)]">
    <div>
      <dt className="text-faint text-sm">Plan</dt>
      <dd className="mt-0.5" title="The operator of the server changes it">
        <Badge tone="accent">{PLANS[workspace.plan]}</Badge>
      </dd>
    </div>
    <div>
      <dt className="text-faint text-sm">Created</dt>
      <dd className="mt-0.5">{date(workspace.created_at)}</dd>
    </div>
    <div className="min-w-0">
      <dt className="text-faint text-sm">Id</dt>
      <dd className="flex items-center gap-1">
        <code className="min-w-0 truncate font-mono text-xs">{workspace.id}</code>
        <CopyButton text={workspace.id} label="Copy id" small />
      </dd>
    </div>
  </dl>
);
