import { type KeyboardEvent, useState } from 'react';
import type { Analytics } from '../../api/queries';
import { bare, country, number, percent } from '../../ui/format';
import { ShortUrl } from '../../ui/short-url';
import { Loading } from '../../ui/states';
import type { AnalyticsSearch, Filter } from '../overview/search';
import type { Subject } from './use-analytics';
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

export interface Tab {
  readonly label: string;
  readonly filter: Filter;
  readonly group: GroupName;
  /** Shown on a map. */
  readonly isMap?: true;
}

export interface PanelsProps {
  readonly analytics: Analytics | undefined;
  readonly search: AnalyticsSearch;
  readonly subject?: Subject;
  readonly onFilter: (filter: Filter, condition: Condition) => void;
}

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
export const groupsOf = (analytics: Analytics, { group }: Tab): readonly Group[] =>
  group === 'links'
    ? (analytics.links ??
      analytics.top_links.map(({ link_id, short_url, clicks }) => ({
        key: link_id,
        short_url,
        clicks,
        unique_clicks: 0,
      })))
    : (analytics[group] ?? []);

interface RowsProps extends PanelsProps {
  readonly rows: readonly Group[];
  readonly tab: Tab;
}

/** One stop of the Tab key, through which the arrow keys walk: the next panel is never ten stops away. */
export const Rows = ({ rows, tab: { label, filter }, analytics, search, onFilter }: RowsProps) => {
  const [stop, setStop] = useState(0);
  const total = analytics?.totals.clicks ?? 0;
  const most = Math.max(1, ...rows.map(({ clicks }) => clicks));
  const held = conditionsOf(search[filter]).filter(({ excluded }) => !excluded);
  if (rows.length === 0) return <p className="text-faint px-2 py-24 text-center">No clicks in this window.</p>;
  return (
    <ul aria-label={`${label}. The arrow keys walk through them.`} onKeyDown={walk}>
      {rows.map((row, index) => (
        <li key={`${row.key} ${row.country} ${row.region}`}>
          <button
            type="button"
            tabIndex={index === Math.min(stop, rows.length - 1) ? 0 : -1}
            onFocus={() => setStop(index)}
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
            <span className="relative min-w-0 flex-1 truncate">
              {filter === 'link' && row.short_url ? <ShortUrl url={row.short_url} /> : nameOf(filter, row)}
            </span>
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

const walk = (event: KeyboardEvent<HTMLElement>): void => {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const now = buttons.findIndex((button) => button === document.activeElement);
  const next = { ArrowUp: now - 1, ArrowDown: now + 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  buttons[next]?.focus();
};

export const RowsSkeleton = () => (
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

export const MapSkeleton = () => (
  <>
    <Loading what="the map" />
    <RowsSkeleton />
  </>
);
