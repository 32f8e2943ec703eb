import { ChevronRightIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '../../api/client';
import type { Problem } from '../../api/problem';
import { domainsQuery, tagsQuery } from '../../api/queries';
import { CheckField } from '../../ui/fields';
import { plural } from '../../ui/format';
import { WordsField } from '../../ui/words-field';
import type { Fields } from './fields';

interface FiltersFieldProps {
  readonly fields: Fields;
  readonly problem: Problem | null;
  readonly set: (change: Partial<Fields>) => void;
}

const countOf = (fields: Fields): number =>
  [fields.tags, fields.domains, fields.campaign_ids, fields.link_ids].filter((list) => list.length > 0).length +
  (fields.include_bots ? 1 : 0);

/** Which of the events are sent. What can be chosen is asked for once somebody looks. */
export const FiltersField = ({ fields, problem, set }: FiltersFieldProps) => {
  const count = countOf(fields);
  const [opened, setOpened] = useState(count > 0);
  return (
    <details
      open={opened || problem?.at('body.filters') !== undefined || undefined}
      onToggle={(event) => setOpened(event.currentTarget.open)}
      className="group border-line border-y py-1"
    >
      <summary className="flex list-none items-center gap-2 rounded-md py-2.5 [&::-webkit-details-marker]:hidden">
        <ChevronRightIcon className="text-faint shrink-0 transition-transform group-open:rotate-90" />
        <span className="shrink-0 font-medium">Filters</span>
        <span className="text-faint min-w-0 truncate text-sm">
          {count > 0 ? `${plural(count, 'filter')} set` : 'Only some tags, domains, campaigns or links'}
        </span>
      </summary>
      {opened && <Choices fields={fields} problem={problem} set={set} />}
    </details>
  );
};

const campaignsQuery = {
  queryKey: ['campaigns', 'names'],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (await dataOf(api.GET('/v1/campaigns', { params: { query: { limit: 100 } }, signal }))).data,
};

const Choices = ({ fields, problem, set }: FiltersFieldProps) => {
  const { data: tags = [] } = useQuery(tagsQuery);
  const { data: domains = [] } = useQuery(domainsQuery);
  const { data: campaigns = [], isError } = useQuery(campaignsQuery);
  return (
    <div className="space-y-4 pt-1 pb-4 pl-6">
      <p className="text-soft">
        An event is sent if it passes every filter that is set. One that has no such value, as an API key has no tags,
        does not pass.
      </p>
      <WordsField
        label="Tags"
        hint="One of these is enough. Enter or a comma ends a tag."
        values={fields.tags}
        known={tags.map(({ tag }) => [tag, tag] as const)}
        maxLength={50}
        onChange={(values) => set({ tags: values })}
        error={problem?.at('body.filters.tags')}
      />
      <WordsField
        label="Domains"
        hint="Host names."
        values={fields.domains}
        known={domains.map(({ hostname }) => [hostname, hostname] as const)}
        onChange={(values) => set({ domains: values })}
        error={problem?.at('body.filters.domains')}
      />
      <WordsField
        label="Campaigns"
        hint={`Ids; ${isError ? 'the names could not be loaded' : 'those of the workspace are offered by name'}.`}
        values={fields.campaign_ids}
        known={campaigns.map(({ id, name }) => [id, name] as const)}
        onChange={(values) => set({ campaign_ids: values })}
        error={problem?.at('body.filters.campaign_ids')}
      />
      <WordsField
        label="Links"
        hint="Ids, as the details of a link show them."
        values={fields.link_ids}
        onChange={(values) => set({ link_ids: values })}
        error={problem?.at('body.filters.link_ids')}
      />
      <CheckField
        label="Clicks of bots, too"
        hint="Left out otherwise."
        checked={fields.include_bots}
        onChange={(event) => set({ include_bots: event.target.checked })}
      />
    </div>
  );
};
