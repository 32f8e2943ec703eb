import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client';
import type { Problem } from '../../api/problem';
import { SelectField } from '../../ui/fields';
import type { Campaign } from '../campaigns/campaign-queries';
import { type Inherited, INHERITED } from '../campaigns/inheritance';
import type { Fields } from './fields';

/** The most that the API gives at once. */
const NEWEST = 100;

const newestQuery = queryOptions({
  queryKey: ['campaigns', 'newest'],
  queryFn: ({ signal }) => dataOf(api.GET('/v1/campaigns', { params: { query: { limit: NEWEST } }, signal })),
});

/** The campaign that is chosen, if it is among those that were asked for. */
const useChosen = ({ campaign_id }: Fields): Campaign | undefined =>
  useQuery({ ...newestQuery, enabled: campaign_id !== '' }).data?.data.find(({ id }) => id === campaign_id);

/** The utm fields as visitors get them: those that are empty come from the campaign. */
export const useInherited = (fields: Fields): Readonly<Record<keyof Inherited, string>> => {
  const campaign = useChosen(fields);
  return Object.fromEntries(
    INHERITED.map((name) => [name, fields[name].trim() || (campaign?.[name] ?? '')]),
  ) as Readonly<Record<keyof Inherited, string>>;
};

interface ChoiceProps {
  readonly fields: Fields;
  readonly set: (change: { readonly campaign_id: string }) => void;
  readonly problem: Problem | null;
  /** It is asked for only where somebody looks. */
  readonly isSeen: boolean;
}

export const CampaignChoice = ({ fields, set, problem, isSeen }: ChoiceProps) => {
  const { data, isError } = useQuery({ ...newestQuery, enabled: isSeen || fields.campaign_id !== '' });
  const known = data?.data ?? [];
  const chosen = known.find(({ id }) => id === fields.campaign_id);
  const isOther = fields.campaign_id !== '' && !chosen;
  const isMore = data !== undefined && data.meta.total > NEWEST;
  return (
    <SelectField
      label="Campaign"
      value={fields.campaign_id}
      onChange={(event) => set({ campaign_id: event.target.value })}
      options={[
        ['', 'None'],
        ...(isOther ? [[fields.campaign_id, `…${fields.campaign_id.slice(-8)}`] as const] : []),
        ...known.map(({ id, name, status }) => [id, status === 'active' ? name : `${name} (${status})`] as const),
      ]}
      hint={
        isError
          ? 'The campaigns could not be loaded.'
          : `Fills the utm fields that are empty here.${isMore ? ` The newest ${NEWEST} are listed; others take links on their own screen.` : ''}`
      }
      error={problem?.at('body.campaign_id')}
    />
  );
};
