import { ChevronRightIcon } from '@primer/octicons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Answered } from '../../api/client';
import { asProblem, type Problem } from '../../api/problem';
import { Button } from '../../ui/button';
import { controlClass, Field, TextField } from '../../ui/fields';
import { useDraft } from '../../ui/request-draft';
import { ProblemNote } from '../../ui/states';
import { toast } from '../../ui/toast';
import { Merge } from '../link-form/merge';
import { type Domain, type DomainUpdate, readDomain, updateDomain } from '../domains/domain-queries';
import { domainLabel, type Fields, fieldsOf, updateBody } from './fields';
import { keepDomain } from './keep-domain';

interface SettingsProps {
  readonly read: Answered<Domain>;
  readonly refusal: string | undefined;
}

/** Where the host leads by itself, and what it serves to apps. */
export const Settings = ({ read, refusal }: SettingsProps) => {
  const queries = useQueryClient();
  const [base, setBase] = useState(read);
  const before = useMemo(() => fieldsOf(base.data), [base]);
  const [fields, setFields] = useState(before);
  const [theirs, setTheirs] = useState<Answered<Domain> | null>(null);
  const body = updateBody(fields, before);
  const isChanged = Object.keys(body).length > 0;
  const follow = (now: Answered<Domain>): void => {
    setBase(now);
    setFields(fieldsOf(now.data));
  };
  if (read.etag !== base.etag) {
    // A later answer of the server changes nothing of what somebody types; a conflict is a change of these fields alone.
    if (!isChanged) follow(read);
    else if (JSON.stringify(fieldsOf(read.data)) === JSON.stringify(before)) setBase(read);
  }
  const edit = useMutation({
    mutationFn: ({ change, etag }: { readonly change: DomainUpdate; readonly etag: string | null }) =>
      updateDomain(base.data.id, change, etag),
    onSuccess: (answered) => {
      keepDomain(queries, answered);
      setTheirs(null);
      follow(answered);
      toast('Saved', answered.pending ? { description: `${answered.pending} still applies it.` } : {});
    },
    onError: async (error) => {
      if (asProblem(error).code !== 'revision_mismatch') return;
      setTheirs(await readDomain(base.data.id).catch(() => null));
    },
  });
  const problem = edit.error && !theirs ? asProblem(edit.error) : null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!edit.isPending && refusal === undefined && isChanged) edit.mutate({ change: body, etag: base.etag });
  };
  return (
    <>
      <Form fields={fields} problem={problem} set={(change) => setFields({ ...fields, ...change })} onSubmit={submit}>
        {isChanged && <Draft id={base.data.id} etag={base.etag} body={body} />}
        {problem && <ProblemNote problem={problem} />}
        <Button
          tone="primary"
          type="submit"
          busy={edit.isPending}
          refused={refusal ?? (isChanged ? undefined : 'Nothing is changed')}
        >
          Save
        </Button>
      </Form>
      {theirs && (
        <Merge
          noun="domain"
          base={base.data}
          mine={body}
          theirs={theirs.data}
          labelOf={domainLabel}
          busy={edit.isPending}
          onClose={() => setTheirs(null)}
          onMerge={(change) => edit.mutate({ change, etag: theirs.etag })}
        />
      )}
    </>
  );
};

interface DraftProps {
  readonly id: string;
  readonly etag: string | null;
  readonly body: DomainUpdate;
}

const Draft = ({ id, etag, body }: DraftProps) => {
  useDraft({
    method: 'PATCH',
    url: `/v1/domains/${id}`,
    headers: { 'content-type': 'application/json', ...(etag && { 'if-match': etag }) },
    body: JSON.stringify(body),
  });
  return null;
};

interface FormProps {
  readonly fields: Fields;
  readonly problem: Problem | null;
  readonly set: (change: Partial<Fields>) => void;
  readonly onSubmit: ComponentProps<'form'>['onSubmit'];
  readonly children: React.ReactNode;
}

const HINTS = {
  root_url: 'Empty: where unknown aliases lead.',
  not_found_url: 'By 302. Empty: a 404.',
  expired_url: 'By 302, for links without a page of their own. Empty: a 410.',
} as const;

const Form = ({ fields, problem, set, onSubmit, children }: FormProps) => {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // To the first field that the API refused.
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [problem]);
  return (
    <form ref={form} onSubmit={onSubmit} noValidate className="card max-w-[820px] space-y-4 p-4" aria-label="Settings">
      {(['root_url', 'not_found_url', 'expired_url'] as const).map((name) => (
        <TextField
          key={name}
          label={domainLabel(name)}
          aside={<code className="font-mono">{name}</code>}
          type="url"
          value={fields[name]}
          placeholder="https://brand.example/"
          onChange={(event) => set({ [name]: event.target.value })}
          hint={HINTS[name]}
          error={problem?.at(`body.${name}`)}
        />
      ))}
      <details className="group border-line border-y py-1" open={hasFiles(fields, problem) || undefined}>
        <summary className="flex list-none items-center gap-2 rounded-md py-2.5 [&::-webkit-details-marker]:hidden">
          <ChevronRightIcon className="text-faint transition-transform group-open:rotate-90" />
          <span className="shrink-0 font-medium">Apps</span>
          <span className="text-faint min-w-0 truncate text-sm">
            Files that open links in apps of Apple and Android
          </span>
        </summary>
        <div className="space-y-4 pt-1 pb-4 pl-6">
          {(['apple_app_site_association', 'assetlinks'] as const).map((name) => (
            <Field key={name} label={domainLabel(name)} hint="JSON." error={problem?.at(`body.${name}`)}>
              {(slots) => (
                <textarea
                  {...slots}
                  rows={5}
                  spellCheck={false}
                  value={fields[name]}
                  onChange={(event) => set({ [name]: event.target.value })}
                  className={`${controlClass} h-auto! py-2 font-mono text-xs leading-5`}
                />
              )}
            </Field>
          ))}
        </div>
      </details>
      {children}
    </form>
  );
};

const hasFiles = ({ apple_app_site_association, assetlinks }: Fields, problem: Problem | null): boolean =>
  apple_app_site_association + assetlinks !== '' ||
  problem?.at('body.apple_app_site_association') !== undefined ||
  problem?.at('body.assetlinks') !== undefined;
