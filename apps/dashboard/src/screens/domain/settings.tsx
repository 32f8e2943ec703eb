import { ChevronRightIcon } from '@primer/octicons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { ComponentProps, FormEvent } from 'react';
import { type Answered, pendingNote } from '../../api/client';
import type { Problem } from '../../api/problem';
import { useEdit } from '../../api/use-edit';
import { Button } from '../../ui/button';
import { controlClass, Field, TextField } from '../../ui/fields';
import { useRefusedField } from '../../ui/form-frame';
import { Draft, jsonRequest } from '../../ui/request-draft';
import { ProblemNote } from '../../ui/states';
import { toast } from '../../ui/toast';
import { useKeptEdit } from '../../ui/use-kept';
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
  const kept = useKeptEdit(`domain.${read.data.id}`, read, fieldsOf);
  const { base, before, fields, set, begin, rebase, forget, note } = kept;
  const body = updateBody(fields, before);
  const isChanged = Object.keys(body).length > 0;
  if (read.etag !== base.etag) {
    // A later answer of the server changes nothing of what somebody types; a conflict is a change of these fields alone.
    if (!isChanged) begin(read);
    else if (JSON.stringify(fieldsOf(read.data)) === JSON.stringify(before)) rebase(read);
  }
  const edit = useEdit<Domain, DomainUpdate>({
    send: (change, etag) => updateDomain(base.data.id, change, etag),
    read: () => readDomain(base.data.id),
    onSaved: (answered) => {
      keepDomain(queries, answered);
      forget();
      begin(answered);
      toast('Saved', pendingNote(answered));
    },
  });
  const { problem } = edit;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!edit.busy && refusal === undefined && isChanged) edit.save(body, base.etag);
  };
  return (
    <>
      <Form fields={fields} problem={problem} set={set} onSubmit={submit}>
        {isChanged && <Draft request={jsonRequest('PATCH', `/v1/domains/${base.data.id}`, body, base.etag)} />}
        {problem && <ProblemNote problem={problem} />}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            tone="primary"
            type="submit"
            busy={edit.busy}
            refused={refusal ?? (isChanged ? undefined : 'Nothing is changed')}
          >
            Save
          </Button>
          {note}
        </div>
      </Form>
      <Merge noun="domain" edit={edit} base={base.data} mine={body} labelOf={domainLabel} />
    </>
  );
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
  const form = useRefusedField(problem);
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
          <ChevronRightIcon className="text-faint shrink-0 transition-transform group-open:rotate-90" />
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
