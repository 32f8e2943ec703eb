import { Tabs } from '@base-ui/react/tabs';
import { useState } from 'react';
import type { Analytics } from '../../api/queries';
import { bare, country, number, percent } from '../../ui/format';
import { Modal } from '../../ui/dialog';
import { Failed, Loading } from '../../ui/states';
import type { AnalyticsSearch, Filter } from '../overview/search';
import { type Subject, useAnalytics } from './use-analytics';
import { type Condition, conditionsOf } from './values';

type Group = Analytics['countries'][number];
type GroupName =
  | 'countries'
  | 'regions'
  | 'cities'
  | 'referrers'
  | 'utm_campaigns'
  | 'devices'
  | 'browsers'
  | 'os'
  | 'triggers'
  | 'links';

interface Tab {
  readonly label: string;
  readonly filter: Filter;
  readonly group: GroupName;
}

/** Each panel is one question; its tabs are answers of different detail. */
const PANELS: readonly (readonly Tab[])[] = [
  [
    { label: 'Links', filter: 'link', group: 'links' },
    { label: 'Triggers', filter: 'trigger', group: 'triggers' },
  ],
  [
    { label: 'Referrers', filter: 'referrer', group: 'referrers' },
    { label: 'UTM campaigns', filter: 'utm_campaign', group: 'utm_campaigns' },
  ],
  [
    { label: 'Countries', filter: 'country', group: 'countries' },
    { label: 'Cities', filter: 'city', group: 'cities' },
  ],
  [
    { label: 'Browsers', filter: 'browser', group: 'browsers' },
    { label: 'Systems', filter: 'os', group: 'os' },
    { label: 'Devices', filter: 'device', group: 'devices' },
  ],
];

export interface PanelsProps {
  readonly analytics: Analytics | undefined;
  readonly search: AnalyticsSearch;
  readonly subject?: Subject;
  readonly onFilter: (filter: Filter, condition: Condition) => void;
}

export const Panels = (props: PanelsProps) => (
  <div className="grid gap-4 @2xl:grid-cols-2">
    {PANELS.map((tabs) => (
      <Panel
        key={tabs[0]?.label}
        {...props}
        tabs={props.subject?.kind === 'link' ? tabs.filter(({ group }) => group !== 'links') : tabs}
      />
    ))}
  </div>
);

export const nameOf = (
  filter: Filter,
  { key, short_url, country: of }: Partial<Group> & Pick<Group, 'key'>,
): string => {
  if (key === null) return filter === 'referrer' ? 'Direct or unknown' : filter.startsWith('utm_') ? 'None' : 'Unknown';
  if (filter === 'country') return country(key);
  if (filter === 'link') return short_url ? bare(short_url) : key;
  if (filter === 'city' && of) return `${key}, ${country(of)}`;
  if (filter === 'trigger') return { link: 'Link', qr: 'QR code' }[key] ?? key;
  return filter === 'device' ? `${key.charAt(0).toUpperCase()}${key.slice(1)}` : key;
};

/** The best links come along as a ranking of their own, and not as a group. */
const groupsOf = (analytics: Analytics, { group }: Tab): readonly Group[] =>
  group === 'links'
    ? (analytics.links ??
      analytics.top_links.map(({ link_id, short_url, clicks }) => ({
        key: link_id,
        short_url,
        clicks,
        unique_clicks: 0,
      })))
    : (analytics[group] ?? []);

const Panel = ({ tabs, ...props }: PanelsProps & { readonly tabs: readonly Tab[] }) => {
  const [chosen, setChosen] = useState(tabs[0]?.label);
  const [all, setAll] = useState(false);
  const tab = tabs.find(({ label }) => label === chosen) ?? tabs[0];
  if (!tab) return null;
  const rows = props.analytics && groupsOf(props.analytics, tab);
  return (
    <section className="card flex min-w-0 flex-col" aria-label={tab.label}>
      <Tabs.Root value={tab.label} onValueChange={(value) => setChosen(String(value))}>
        <div className="border-line flex items-center gap-4 border-b px-4">
          <Tabs.List className="flex flex-1 gap-4" aria-label="What to show">
            {tabs.map(({ label }) => (
              <Tabs.Tab
                key={label}
                value={label}
                className="text-faint aria-selected:text-ink hover:text-ink aria-selected:border-accent -mb-px h-10 border-b-2 border-transparent font-medium whitespace-nowrap"
              >
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <span className="text-faint text-xs">Clicks</span>
        </div>
        <Tabs.Panel value={tab.label} tabIndex={-1} className="min-h-[210px] p-2 outline-none">
          {rows ? <Rows rows={rows} tab={tab} {...props} /> : <RowsSkeleton />}
          {rows && rows.length >= 10 && (
            <button
              type="button"
              onClick={() => setAll(true)}
              className="text-soft hover:bg-hover hover:text-ink mt-1 h-8 w-full rounded-md text-sm font-medium"
            >
              All
            </button>
          )}
        </Tabs.Panel>
      </Tabs.Root>
      {all && <All tab={tab} {...props} onClose={() => setAll(false)} />}
    </section>
  );
};

interface RowsProps extends PanelsProps {
  readonly rows: readonly Group[];
  readonly tab: Tab;
}

const Rows = ({ rows, tab: { filter }, analytics, search, onFilter }: RowsProps) => {
  const total = analytics?.totals.clicks ?? 0;
  const most = Math.max(1, ...rows.map(({ clicks }) => clicks));
  const held = conditionsOf(search[filter]).filter(({ excluded }) => !excluded);
  if (rows.length === 0) return <p className="text-faint px-2 py-24 text-center">No clicks in this window.</p>;
  return (
    <ul>
      {rows.map((row) => (
        <li key={`${row.key} ${row.country} ${row.region}`}>
          <button
            type="button"
            aria-pressed={held.some(({ value }) => value === row.key)}
            title="Click to filter by it, Alt and click to leave it out"
            onClick={(event) => onFilter(filter, { value: row.key, excluded: event.altKey })}
            className="group relative flex h-8 w-full items-center gap-3 rounded-md px-2 text-left"
          >
            <span
              aria-hidden="true"
              style={{ width: `${(row.clicks / most) * 100}%` }}
              className="bg-accent-soft group-hover:bg-hover group-aria-pressed:outline-accent absolute inset-y-0.5 left-0 min-w-1 rounded-[5px] group-aria-pressed:outline"
            />
            <span className="relative min-w-0 flex-1 truncate">{nameOf(filter, row)}</span>
            <span className="text-soft tabular relative hidden text-xs group-hover:inline">
              {total > 0 && percent(row.clicks / total)}
            </span>
            <span className="tabular relative font-medium">{number(row.clicks)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
};

const RowsSkeleton = () => (
  <div>
    {[92, 74, 61, 48, 40, 33].map((width) => (
      <div key={width} className="flex h-8 items-center px-2">
        <svg width={`${width}%`} height="14" aria-hidden="true">
          <rect width="100%" height="14" rx="5" className="fill-hover" />
        </svg>
      </div>
    ))}
  </div>
);

/** The hundred first of a group. */
const All = ({
  tab,
  search,
  subject,
  onFilter,
  onClose,
}: PanelsProps & { readonly tab: Tab; readonly onClose: () => void }) => {
  const group = tab.filter === 'link' ? { group_by: ['link' as const] } : {};
  const { data, error, refetch } = useAnalytics(search, subject, { limit: 100, ...group });
  return (
    <Modal
      open
      onClose={onClose}
      title={tab.label}
      width="md"
      description={data && data.totals.clicks > 0 ? `Of ${number(data.totals.clicks)} clicks` : ' '}
    >
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Rows
          rows={groupsOf(data, tab)}
          tab={tab}
          analytics={data}
          search={search}
          onFilter={(filter, condition) => {
            onClose();
            onFilter(filter, condition);
          }}
        />
      ) : (
        <>
          <Loading what={tab.label} />
          <RowsSkeleton />
        </>
      )}
    </Modal>
  );
};
