import type { Problem } from '../../api/problem';
import { controlClass, Field, TextField } from '../../ui/fields';
import { FormFrame, type Submission } from '../../ui/form-frame';
import { zone } from '../../ui/format';
import { LATEST } from '../../ui/local-time';
import { finalUrl } from '../link-form/fields';
import { Tags } from '../link-form/sections';
import type { Campaign } from './campaign-queries';
import type { Fields } from './fields';
import { INHERITED } from './inheritance';

interface SectionProps {
  readonly fields: Fields;
  readonly set: (change: Partial<Fields>) => void;
  readonly problem: Problem | null;
}

interface FormProps extends SectionProps, Submission {
  /** The campaign that is edited; absent for a new one. */
  readonly campaign?: Campaign;
}

export const Form = ({ campaign, fields, set, problem, ...submission }: FormProps) => {
  const section = { fields, set, problem };
  return (
    <FormFrame {...submission} problem={problem} aside={<Outcome fields={fields} {...(campaign && { campaign })} />}>
      <TextField
        label="Name"
        required
        autoFocus={!campaign}
        maxLength={255}
        value={fields.name}
        placeholder="Summer 2026"
        onChange={(event) => set({ name: event.target.value })}
        error={problem?.at('body.name')}
      />
      <Field label="Notes" error={problem?.at('body.description')}>
        {(slots) => (
          <textarea
            {...slots}
            rows={2}
            maxLength={1_000}
            value={fields.description}
            onChange={(event) => set({ description: event.target.value })}
            className={`${controlClass} h-auto! py-1.5`}
          />
        )}
      </Field>
      <Times {...section} />
      <Utm {...section} />
      <Tags {...section} />
    </FormFrame>
  );
};

const Times = ({ fields, set, problem }: SectionProps) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <TextField
      label="Starts"
      type="datetime-local"
      max={LATEST}
      value={fields.starts_at}
      onChange={(event) => set({ starts_at: event.target.value })}
      hint={`Empty: when you start it. Times are of ${zone()}.`}
      error={problem?.at('body.starts_at')}
    />
    <TextField
      label="Ends"
      type="datetime-local"
      max={LATEST}
      value={fields.ends_at}
      onChange={(event) => set({ ends_at: event.target.value })}
      hint="Empty: when you end it."
      error={problem?.at('body.ends_at')}
    />
  </div>
);

const PLACEHOLDERS = { utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'summer-26' } as const;

const Utm = ({ fields, set, problem }: SectionProps) => (
  <div className="grid gap-4 sm:grid-cols-3">
    {INHERITED.map((name) => (
      <TextField
        key={name}
        label={name}
        value={fields[name]}
        placeholder={PLACEHOLDERS[name]}
        maxLength={255}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => set({ [name]: event.target.value })}
        error={problem?.at(`body.${name}`)}
      />
    ))}
  </div>
);

const EXAMPLE = 'https://example.com/sale';

/** What a link gets of what is typed. */
const Outcome = ({ fields, campaign }: { readonly fields: Fields; readonly campaign?: Campaign }) => {
  const result = finalUrl({ ...fields, destination_url: EXAMPLE, utm_term: '', utm_content: '' }) ?? EXAMPLE;
  return (
    <aside aria-label="What its links get">
      <div className="card bg-sunken sticky top-6 space-y-3 p-4">
        <h2 className="text-soft text-sm font-medium">What its links get</h2>
        <p className="text-soft text-sm">A link to {EXAMPLE} without utm fields of its own leads to</p>
        <p className="font-mono text-xs leading-5">
          {EXAMPLE}
          <span className="text-accent-strong">{result.slice(EXAMPLE.length)}</span>
        </p>
        <p className="text-faint text-sm">
          A field that the destination, the visitor’s query or the link has already stays as it is.
          {campaign?.status === 'ended' && ' The campaign has ended: other dates do not reopen it.'}
        </p>
      </div>
    </aside>
  );
};
