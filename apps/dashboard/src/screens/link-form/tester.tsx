import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '../../api/client';
import type { components } from '../../api/openapi';
import { asProblem, type Problem } from '../../api/problem';
import type { Link } from '../../api/queries';
import { SelectField, TextField } from '../../ui/fields';
import { instantOf, LATEST } from '../../ui/local-time';
import { useDebounced } from '../../ui/use-debounced';
import { createBody, type Fields, fieldsOf, type LinkUpdate, updateBody } from './fields';

type Visitor = components['schemas']['TestVisitor'];
type Resolution = components['schemas']['LinkResolution'];

const NOBODY = { country: '', device: '', os: '', browser: '', language: '', query: '', at: '' };
/** Milliseconds in which nothing is typed. */
const RESTS_MS = 500;

const visitorOf = ({ at, ...texts }: typeof NOBODY): Visitor => ({
  ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== '')),
  ...(at && { at: instantOf(at) ?? at }),
});

/** What decides about visitors; the password stays in its field. */
const draftOf = (fields: Fields, link: Link | undefined): LinkUpdate => {
  const open = { ...fields, password: '' };
  if (link) return updateBody(open, fieldsOf(link));
  const { alias: _alias, domain: _domain, find_if_exists: _find, ...draft } = createBody(open);
  return draft;
};

/** Who goes where: a visitor as one likes, and what the redirector would do with them. Nothing is counted. */
export const Tester = ({ fields, link }: { readonly fields: Fields; readonly link?: Link }) => {
  const [visitor, setVisitor] = useState(NOBODY);
  const asked = useDebounced(
    JSON.stringify({ link: draftOf(fields, link), visitor: visitorOf(visitor), ...(link && { link_id: link.id }) }),
    RESTS_MS,
  );
  const { data, error } = useQuery({
    queryKey: ['resolve', asked],
    enabled: fields.destination_url.trim() !== '',
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      dataOf(
        api.POST('/v1/links/resolve', { body: JSON.parse(asked) as components['schemas']['LinkResolve'], signal }),
      ),
  });
  const text = (name: keyof typeof NOBODY, label: string, placeholder: string) => (
    <TextField
      label={label}
      value={visitor[name]}
      placeholder={placeholder}
      onChange={(event) => setVisitor({ ...visitor, [name]: event.target.value })}
      error={error ? asProblem(error).at(`body.visitor.${name}`) : undefined}
    />
  );
  return (
    <div className="space-y-3">
      <div className="grid grid-cols-2 gap-3">
        {text('country', 'Country', 'DE')}
        <SelectField
          label="Device"
          value={visitor.device}
          onChange={(event) => setVisitor({ ...visitor, device: event.target.value })}
          options={[
            ['', 'Any'],
            ['mobile', 'Mobile'],
            ['tablet', 'Tablet'],
            ['desktop', 'Desktop'],
          ]}
        />
        {text('os', 'System', 'iOS')}
        {text('browser', 'Browser', 'Safari')}
        {text('language', 'Language', 'de-AT')}
        {text('query', 'Query', 'ref=mail')}
        <TextField
          className="col-span-2"
          label="When"
          type="datetime-local"
          max={LATEST}
          value={visitor.at}
          onChange={(event) => setVisitor({ ...visitor, at: event.target.value })}
          hint="Empty: now."
        />
      </div>
      <div role="status" className="border-line bg-bg rounded-md border p-3">
        {error ? (
          <Unanswered problem={asProblem(error)} />
        ) : data ? (
          <Outcome resolution={data} />
        ) : (
          <p className="text-soft">Name a destination first.</p>
        )}
      </div>
    </div>
  );
};

/** A form that is not complete yet gets no message; any other problem is shown as the API says it. */
const Unanswered = ({ problem }: { readonly problem: Problem }) => (
  <p className="text-soft">{problem.status === 400 ? 'The link is not complete yet.' : problem.message}</p>
);

const WORDS: Readonly<Record<Resolution['outcome'], string>> = {
  redirect: 'goes on to',
  preview: 'gets the preview',
  password_required: 'is asked for the password, then goes on to',
  not_found: 'finds nothing: the link is not started, or disabled',
  expired: 'sees that the link has expired',
  click_limit_reached: 'sees that the link is used up',
};

const decider = ({ rule, variant }: Resolution): string => {
  if (rule !== null) return `Rule ${rule + 1} decides: this visitor`;
  return variant === null
    ? 'No rule decides: this visitor'
    : `No rule decides, variant ${variant + 1} is drawn: this visitor`;
};

const Outcome = ({ resolution }: { readonly resolution: Resolution }) => (
  <>
    <p>
      {decider(resolution)} {WORDS[resolution.outcome]}
    </p>
    {resolution.destination_url !== null && (
      <p className="mt-1 font-mono text-xs leading-5">{resolution.destination_url}</p>
    )}
  </>
);
