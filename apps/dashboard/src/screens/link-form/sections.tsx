import { ChevronRightIcon, XIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { api, dataOf } from '../../api/client';
import type { Problem } from '../../api/problem';
import { domainsQuery, tagsQuery } from '../../api/queries';
import { Field, SelectField, TextField } from '../../ui/fields';
import { useDebounced } from '../../ui/use-debounced';
import { type Fields, UTM } from './fields';

export interface SectionProps {
  readonly fields: Fields;
  readonly set: (change: Partial<Fields>) => void;
  readonly problem: Problem | null;
}

interface FoldProps {
  readonly title: string;
  readonly note: string;
  /** Says what is set in it, where something is. */
  readonly summary?: string | undefined;
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/** A part of the form that most links do not need. */
export const Fold = ({ title, note, summary, isOpen, children }: FoldProps) => {
  const [{ open, was }, setState] = useState({ open: isOpen, was: isOpen });
  // It opens where something in it was refused, and stays as people leave it.
  if (was !== isOpen) setState({ open: open || isOpen, was: isOpen });
  return (
    <details
      open={open}
      onToggle={(event) => setState({ open: event.currentTarget.open, was: isOpen })}
      className="group border-line border-t py-1"
    >
      <summary className="flex list-none items-center gap-2 rounded-md py-2.5 [&::-webkit-details-marker]:hidden">
        <ChevronRightIcon className="text-faint transition-transform group-open:rotate-90" />
        <span className="shrink-0 font-medium">{title}</span>
        <span className="text-faint min-w-0 truncate text-sm">{summary ?? note}</span>
      </summary>
      <div className="space-y-4 pt-1 pb-4 pl-6">{children}</div>
    </details>
  );
};

export const ShortLink = ({ fields, set, problem, isNew }: SectionProps & { readonly isNew: boolean }) => {
  const { data: domains = [] } = useQuery({ ...domainsQuery, enabled: isNew });
  if (!isNew)
    return (
      <TextField
        label="Short URL"
        value={`${fields.domain}/${fields.alias}`}
        disabled
        readOnly
        hint="Host and alias stay for good: they are printed and sent. Duplicate the link for another alias."
      />
    );
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <SelectField
        label="Host"
        value={fields.domain}
        onChange={(event) => set({ domain: event.target.value })}
        options={[['', 'The usual one'], ...domains.map(({ hostname }) => [hostname, hostname] as const)]}
        error={problem?.at('body.domain')}
      />
      <Alias fields={fields} set={set} problem={problem} />
    </div>
  );
};

const Alias = ({ fields, set, problem }: SectionProps) => {
  const asked = useDebounced(`${fields.domain} ${fields.alias.trim()}`, 350);
  const [domain = '', alias = ''] = asked.split(' ');
  const isComplete = /^[\w-]{1,100}$/.test(alias);
  const { data } = useQuery({
    queryKey: ['alias', domain, alias],
    enabled: isComplete,
    queryFn: ({ signal }) =>
      dataOf(api.GET('/v1/links/exists', { params: { query: { alias, ...(domain && { domain }) } }, signal })),
  });
  const taken = problem?.code === 'alias_taken' ? 'This alias is taken.' : undefined;
  const isTyped = fields.alias.trim() !== '';
  const hint = !isTyped
    ? 'Left empty, it is made of 7 random characters.'
    : data && !data.exists && isComplete
      ? 'It is free.'
      : ' ';
  return (
    <TextField
      label="Alias"
      value={fields.alias}
      onChange={(event) => set({ alias: event.target.value })}
      autoComplete="off"
      spellCheck={false}
      maxLength={100}
      hint={hint}
      error={
        problem?.at('body.alias') ??
        taken ??
        (isTyped && isComplete && data?.exists ? 'This alias is taken.' : undefined)
      }
    />
  );
};

/** Tags as words that can be taken away one by one. */
export const Tags = ({ fields, set, problem }: SectionProps) => {
  const [text, setText] = useState('');
  const { data: known = [] } = useQuery(tagsQuery);
  const add = (): void => {
    const tag = text.trim();
    setText('');
    if (tag !== '' && !fields.tags.includes(tag)) set({ tags: [...fields.tags, tag] });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if ((event.key === 'Enter' && text.trim() !== '') || event.key === ',') {
      event.preventDefault();
      add();
    } else if (event.key === 'Backspace' && text === '') set({ tags: fields.tags.slice(0, -1) });
  };
  return (
    <Field label="Tags" hint="Enter or a comma ends a tag." error={problem?.at('body.tags')}>
      {(slots) => (
        <div className="border-control focus-within:outline-accent flex min-h-8 flex-wrap items-center gap-1 rounded-md border px-1.5 py-1 focus-within:outline-2">
          {fields.tags.map((tag) => (
            <span key={tag} className="bg-hover flex h-6 items-center gap-1 rounded-full pr-1 pl-2.5 text-sm">
              {tag}
              <button
                type="button"
                aria-label={`Remove ${tag}`}
                className="text-faint hover:text-ink grid size-4 place-items-center"
                onClick={() => {
                  set({ tags: fields.tags.filter((one) => one !== tag) });
                  document.getElementById(slots.id)?.focus();
                }}
              >
                <XIcon size={12} />
              </button>
            </span>
          ))}
          <input
            {...slots}
            value={text}
            list={`${slots.id}-known`}
            maxLength={50}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={add}
            className="h-6 min-w-24 flex-1 bg-transparent px-1 outline-none"
          />
          <datalist id={`${slots.id}-known`}>
            {known
              .filter(({ tag }) => !fields.tags.includes(tag))
              .map(({ tag }) => (
                <option key={tag} value={tag} />
              ))}
          </datalist>
        </div>
      )}
    </Field>
  );
};

const UTM_HINTS: Readonly<Record<(typeof UTM)[number], string>> = {
  utm_source: 'newsletter',
  utm_medium: 'email',
  utm_campaign: 'summer-26',
  utm_term: 'running shoes',
  utm_content: 'footer',
};

export const Utm = ({ fields, set, problem }: SectionProps) => (
  <div className="grid gap-4 sm:grid-cols-2">
    {UTM.map((name) => (
      <TextField
        key={name}
        label={name}
        value={fields[name]}
        placeholder={UTM_HINTS[name]}
        maxLength={255}
        onChange={(event) => set({ [name]: event.target.value })}
        error={problem?.at(`body.${name}`)}
      />
    ))}
  </div>
);
