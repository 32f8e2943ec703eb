import { useQuery } from '@tanstack/react-query';
import { ChevronRightIcon } from '@primer/octicons-react';
import { useState } from 'react';
import type { Problem } from '../../api/problem';
import { defaultHost, domainsQuery, type Link } from '../../api/queries';
import { TextField } from '../../ui/fields';
import { FormFrame, type Submission } from '../../ui/form-frame';
import { dateTime, plural } from '../../ui/format';
import { isTime } from '../../ui/local-time';
import { useInherited } from './campaign-choice';
import { DestinationCheck } from './destination-check';
import { type Fields, finalUrl, UTM } from './fields';
import { Rules } from './rules';
import { Tester } from './tester';
import { Access, Preview, Redirect, Times } from './more-sections';
import { FixedShortLink, Fold, type SectionProps, ShortLink, Tags, Utm } from './sections';
import { Variants } from './variants';

interface FormProps extends SectionProps, Submission {
  /** The link that is edited; absent for a new one. */
  readonly link?: Link;
}

const has = (problem: Problem | null, ...names: readonly string[]): boolean =>
  names.some((name) => problem?.at(`body.${name}`) !== undefined);

export const Form = ({ link, fields, set, problem, ...submission }: FormProps) => {
  const section = { fields, set, problem };
  return (
    <FormFrame {...submission} problem={problem} aside={<Outcome fields={fields} {...(link && { link })} />}>
      <TextField
        label="Destination"
        type="url"
        required
        autoFocus={!link}
        value={fields.destination_url}
        placeholder="https://example.com/a/long/address"
        onChange={(event) => set({ destination_url: event.target.value })}
        error={problem?.at('body.destination_url')}
      />
      <DestinationCheck url={fields.destination_url.trim()} />
      {link ? <FixedShortLink link={link} /> : <ShortLink {...section} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Title"
          value={fields.title}
          maxLength={255}
          onChange={(event) => set({ title: event.target.value })}
          error={problem?.at('body.title')}
        />
        <Tags {...section} />
      </div>
      <Folds {...section} {...(link && { link })} />
    </FormFrame>
  );
};

interface FoldsProps extends SectionProps {
  readonly link?: Link;
}

/** What most links do without. */
const Folds = ({ link, ...section }: FoldsProps) => {
  const { fields, problem } = section;
  const [seesUtm, setSeesUtm] = useState(false);
  const utm = UTM.filter((name) => fields[name] !== '').length;
  return (
    <div className="border-line border-b">
      <Fold
        title="Campaign and UTM"
        note="Tells analytics where visitors come from"
        summary={
          [fields.campaign_id !== '' && 'in a campaign', utm > 0 && `${utm} of 5 set`].filter(Boolean).join(', ') ||
          undefined
        }
        isOpen={has(problem, 'campaign_id', ...UTM)}
        onOpen={() => setSeesUtm(true)}
      >
        <Utm {...section} isSeen={seesUtm} />
      </Fold>
      <Fold
        title="Rules"
        note="By country, device, language, time …"
        summary={fields.rules.length > 0 ? plural(fields.rules.length, 'rule') : undefined}
        isOpen={has(problem, 'rules')}
      >
        <Rules {...section} />
      </Fold>
      <Fold
        title="Variants"
        note="Shares of visitors go to different pages"
        summary={fields.variants.length > 0 ? plural(fields.variants.length, 'variant') : undefined}
        isOpen={has(problem, 'variants')}
      >
        <Variants {...section} />
      </Fold>
      <Fold
        title="Schedule and limit"
        note="When it begins and ends"
        summary={
          isTime(fields.expires_at)
            ? `Until ${dateTime(fields.expires_at)}`
            : fields.click_limit
              ? `${fields.click_limit} clicks`
              : undefined
        }
        isOpen={has(problem, 'starts_at', 'expires_at', 'click_limit', 'expired_url')}
      >
        <Times {...section} />
      </Fold>
      <Fold
        title="Password"
        note="Only those who know it get on"
        summary={fields.password ? 'Set' : link?.has_password && !fields.removes_password ? 'Has one' : undefined}
        isOpen={has(problem, 'password')}
      >
        <Access {...section} hasPassword={link?.has_password ?? false} />
      </Fold>
      <Fold
        title="Preview"
        note="What messengers and networks show"
        summary={fields.preview_title || undefined}
        isOpen={has(problem, 'preview')}
      >
        <Preview {...section} />
      </Fold>
      <Fold
        title="Redirect"
        note={`Status ${fields.redirect_type}`}
        isOpen={has(problem, 'redirect_type', 'external_id')}
      >
        <Redirect {...section} />
      </Fold>
    </div>
  );
};

/** What comes of what is typed. */
const Outcome = ({ fields, link }: { readonly fields: Fields; readonly link?: Link }) => {
  // It asks the API, so only where somebody looks.
  const [tests, setTests] = useState(false);
  const { data: domains = [] } = useQuery({ ...domainsQuery, enabled: !link });
  const inherited = useInherited(fields);
  const final = finalUrl({ ...fields, ...inherited });
  const host = fields.domain || (link ? link.domain : defaultHost(domains));
  return (
    <aside aria-label="What visitors get">
      <div className="card bg-sunken sticky top-6 space-y-3 p-4">
        <h2 className="text-soft text-sm font-medium">What visitors get</h2>
        <p className="font-medium">
          {host}/<span className={fields.alias ? '' : 'text-faint'}>{fields.alias || '•••••••'}</span>
        </p>
        <p className="text-soft text-sm">
          {fields.rules.length + fields.variants.length > 0 ? 'leads, where nothing else decides, to' : 'leads to'}
        </p>
        <p className="font-mono text-xs leading-5">
          {final ?? <span className="text-faint">an address that begins with https://</span>}
        </p>
        <details className="group border-line border-t pt-3" onToggle={(event) => setTests(event.currentTarget.open)}>
          <summary className="flex list-none items-center gap-2 rounded-md font-medium [&::-webkit-details-marker]:hidden">
            <ChevronRightIcon className="text-faint shrink-0 transition-transform group-open:rotate-90" />
            Who goes where
          </summary>
          <div className="pt-3">{tests && <Tester fields={fields} {...(link && { link })} />}</div>
        </details>
      </div>
    </aside>
  );
};
