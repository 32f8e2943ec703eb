import { ChevronRightIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, dataOf } from '../../api/client';
import type { Problem } from '../../api/problem';
import { defaultHost, domainsQuery, type Link, tagsQuery } from '../../api/queries';
import { Button } from '../../ui/button';
import { SelectField, TextField } from '../../ui/fields';
import { bare } from '../../ui/format';
import { useDebounced } from '../../ui/use-debounced';
import { WordsField } from '../../ui/words-field';
import { QrDialog } from '../link/qr-dialog';
import { CampaignChoice, useInherited } from './campaign-choice';
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
  readonly onOpen?: () => void;
  readonly children: ReactNode;
}

/** A part of the form that most links do not need. */
export const Fold = ({ title, note, summary, isOpen, onOpen, children }: FoldProps) => {
  const [{ open, was }, setState] = useState({ open: isOpen, was: isOpen });
  // It opens where something in it was refused, and stays as people leave it.
  if (was !== isOpen) setState({ open: open || isOpen, was: isOpen });
  return (
    <details
      open={open}
      onToggle={({ currentTarget }) => {
        setState({ open: currentTarget.open, was: isOpen });
        if (currentTarget.open) onOpen?.();
      }}
      className="group border-line border-t py-1"
    >
      <summary className="flex list-none items-center gap-2 rounded-md py-2.5 [&::-webkit-details-marker]:hidden">
        <ChevronRightIcon className="text-faint shrink-0 transition-transform group-open:rotate-90" />
        <span className="shrink-0 font-medium">{title}</span>
        <span className="text-faint min-w-0 truncate text-sm">{summary ?? note}</span>
      </summary>
      <div className="space-y-4 pt-1 pb-4 pl-6">{children}</div>
    </details>
  );
};

/** The address of a link that is there, which stays. */
export const FixedShortLink = ({ link }: { readonly link: Link }) => {
  const [showsQr, setShowsQr] = useState(false);
  return (
    <div className="flex items-start gap-2">
      <TextField
        className="flex-1"
        label="Short URL"
        value={bare(link.short_url)}
        disabled
        readOnly
        hint="Host and alias stay for good: they are printed and sent. Duplicate the link for another alias."
      />
      <Button className="mt-[23.5px]" onClick={() => setShowsQr(true)}>
        QR code
      </Button>
      {showsQr && <QrDialog link={link} onClose={() => setShowsQr(false)} />}
    </div>
  );
};

export const ShortLink = ({ fields, set, problem }: SectionProps) => {
  const { data: domains = [], isError } = useQuery(domainsQuery);
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <SelectField
        label="Host"
        value={fields.domain}
        onChange={(event) => set({ domain: event.target.value })}
        options={[
          ['', `${defaultHost(domains)} (default)`],
          ...domains.map(({ hostname }) => [hostname, hostname] as const),
        ]}
        hint={isError ? 'Your domains could not be loaded.' : undefined}
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

interface TagsProps {
  readonly fields: { readonly tags: readonly string[] };
  readonly set: (change: { readonly tags: readonly string[] }) => void;
  readonly problem: Problem | null;
}

/** Tags as words that can be taken away one by one. */
export const Tags = ({ fields, set, problem }: TagsProps) => {
  const { data: known = [] } = useQuery(tagsQuery);
  return (
    <WordsField
      label="Tags"
      hint="Enter or a comma ends a tag."
      error={problem?.at('body.tags')}
      values={fields.tags}
      known={known.map(({ tag }) => [tag, tag] as const)}
      maxLength={50}
      onChange={(tags) => set({ tags })}
    />
  );
};

const UTM_HINTS: Readonly<Record<(typeof UTM)[number], string>> = {
  utm_source: 'newsletter',
  utm_medium: 'email',
  utm_campaign: 'summer-26',
  utm_term: 'running shoes',
  utm_content: 'footer',
};

export const Utm = ({ fields, set, problem, isSeen }: SectionProps & { readonly isSeen: boolean }) => {
  const inherited: Readonly<Partial<Record<string, string>>> = useInherited(fields);
  return (
    <>
      <CampaignChoice fields={fields} set={set} problem={problem} isSeen={isSeen} />
      <div className="grid gap-4 sm:grid-cols-2">
        {UTM.map((name) => {
          const given = fields[name] === '' && inherited[name] ? inherited[name] : null;
          return (
            <TextField
              key={name}
              label={name}
              value={fields[name]}
              placeholder={given ?? UTM_HINTS[name]}
              {...(given !== null && { aside: 'of the campaign' })}
              maxLength={255}
              onChange={(event) => set({ [name]: event.target.value })}
              error={problem?.at(`body.${name}`)}
            />
          );
        })}
      </div>
    </>
  );
};
