import { DownloadIcon, TableIcon, XIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { asProblem } from '../../api/problem';
import type { Analytics } from '../../api/queries';
import { Button, Spinner } from '../../ui/button';
import { dateTime, number } from '../../ui/format';
import { Menu, MenuChoice, MenuItem } from '../../ui/menu';
import { useShortcuts } from '../../ui/shortcuts';
import { Failed, Loading, Skeleton } from '../../ui/states';
import { toast } from '../../ui/toast';
import { type AnalyticsSearch, DIMENSIONS, type Filter, RANGES } from '../overview/search';
import { namingOf } from './axis';
import { Chart } from './chart';
import { download } from './download';
import { nameOf, Panels } from './panels';
import { shifted } from './shift';
import { Totals } from './totals';
import { useAnalytics } from './use-analytics';
import { type Condition, conditionsOf, LABELS, toggled } from './values';

interface ReportProps {
  readonly search: AnalyticsSearch;
  readonly onSearch: (change: Partial<Record<keyof AnalyticsSearch, string | undefined>>) => void;
  /** Id of the link that it is about; of the whole workspace if absent. */
  readonly link?: string;
}

/** Numbers, a chart and panels of one window. Everything that can be chosen stands in the address. */
export const Report = ({ search, onSearch, link }: ReportProps) => {
  const { data, error, isFetching, refetch } = useAnalytics(search, link);
  const filter = (name: Filter, condition: Condition): void => onSearch({ [name]: toggled(search[name], condition) });
  useRangeKeys(search, data, onSearch);
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />;
  return (
    <div className="space-y-4" aria-busy={isFetching}>
      {!data && <Loading what="analytics" />}
      <Toolbar search={search} onSearch={onSearch} analytics={data} isFetching={isFetching} {...(link && { link })} />
      <Conditions search={search} analytics={data} onFilter={filter} onSearch={onSearch} />
      <section className="card" aria-label="Totals">
        <div className="p-4 md:p-5">
          <Totals analytics={data} ofLink={link !== undefined} />
        </div>
        <Series
          analytics={data}
          onZoom={(start, end) => onSearch({ range: 'custom', start, end, interval: undefined })}
        />
      </section>
      <Panels analytics={data} search={search} onFilter={filter} {...(link && { link })} />
      <p className="text-faint text-xs">
        {data && <>Counted until {dateTime(data.as_of)}. </>}
        Places by{' '}
        <a href="https://db-ip.com" target="_blank" rel="noreferrer" className="underline underline-offset-2">
          DB-IP
        </a>
        .
      </p>
    </div>
  );
};

/** 1 to 8 choose a window, [ and ] the one before and the one after. */
const useRangeKeys = (
  search: AnalyticsSearch,
  analytics: Analytics | undefined,
  onSearch: ReportProps['onSearch'],
): void => {
  const shift = (direction: 1 | -1): void => {
    const moved = analytics && shifted(analytics, direction);
    if (moved) onSearch({ range: 'custom', ...moved });
  };
  useShortcuts('Analytics', [
    ...RANGES.map(([range, label], index) => ({
      keys: String(index + 1),
      label,
      run: () => onSearch({ range: range === '30d' ? undefined : range, start: undefined, end: undefined }),
    })),
    { keys: '[', label: 'The window before', run: () => shift(-1) },
    { keys: ']', label: 'The window after', run: () => shift(1) },
    {
      keys: 'b',
      label: 'With or without bots',
      run: () => onSearch({ include_bots: search.include_bots ? undefined : 'true' }),
    },
  ]);
};

const Toolbar = ({
  search,
  onSearch,
  analytics,
  link,
  isFetching,
}: ReportProps & { readonly analytics: Analytics | undefined; readonly isFetching: boolean }) => {
  const range = search.range ?? '30d';
  const label =
    RANGES.find(([name]) => name === range)?.[1] ??
    (range === 'custom' && analytics
      ? `${dateTime(analytics.start)} – ${dateTime(analytics.end)}`
      : range.replaceAll('_', ' '));
  const save = (format: 'csv' | 'ndjson' | 'parquet'): void =>
    void download(format, search, link).catch((error: unknown) =>
      toast('The file could not be made', { tone: 'bad', description: asProblem(error).message }),
    );
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Menu align="start" trigger={<Button>{label}</Button>}>
        <MenuChoice
          value={range}
          options={RANGES.map(([name, text], index) => [name, text, String(index + 1)] as const)}
          onChange={(name) => onSearch({ range: name === '30d' ? undefined : name, start: undefined, end: undefined })}
        />
      </Menu>
      <Button
        tone={search.include_bots ? 'plain' : 'quiet'}
        aria-pressed={search.include_bots === 'true'}
        onClick={() => onSearch({ include_bots: search.include_bots ? undefined : 'true' })}
      >
        {search.include_bots ? 'With bots' : 'Without bots'}
      </Button>
      <span className="text-faint hidden items-center gap-2 text-sm @xl:flex">
        {analytics?.timezone}
        {isFetching && analytics && <Spinner />}
      </span>
      <div className="ml-auto">
        <Menu
          trigger={
            <Button icon={<DownloadIcon />} tone="quiet">
              Export
            </Button>
          }
        >
          <MenuItem onSelect={() => save('csv')}>Clicks as CSV</MenuItem>
          <MenuItem onSelect={() => save('ndjson')}>Clicks as NDJSON</MenuItem>
          <MenuItem onSelect={() => save('parquet')}>Clicks as Parquet</MenuItem>
        </Menu>
      </div>
    </div>
  );
};

interface ConditionsProps {
  readonly search: AnalyticsSearch;
  readonly analytics: Analytics | undefined;
  readonly onFilter: (name: Filter, condition: Condition) => void;
  readonly onSearch: ReportProps['onSearch'];
}

const Conditions = ({ search, analytics, onFilter, onSearch }: ConditionsProps) => {
  const all = DIMENSIONS.flatMap((name) => conditionsOf(search[name]).map((condition) => ({ name, condition })));
  if (all.length === 0) return null;
  const shown = (name: Filter, value: string | null): string => {
    const link = name === 'link' ? analytics?.top_links.find(({ link_id }) => link_id === value) : undefined;
    return nameOf(name, { key: value, ...(link && { short_url: link.short_url }) });
  };
  return (
    <ul className="flex flex-wrap items-center gap-2" aria-label="Filters">
      {all.map(({ name, condition }) => (
        <li
          key={`${name} ${condition.value}`}
          className="border-control flex h-7 items-center gap-1 rounded-full border pr-1 pl-3 text-sm"
        >
          <span className="text-soft">
            {LABELS[name]} {condition.excluded ? 'is not' : 'is'}
          </span>
          <span className="max-w-56 truncate font-medium">{shown(name, condition.value)}</span>
          <button
            type="button"
            aria-label={`Remove the filter ${LABELS[name]}`}
            onClick={() => onFilter(name, condition)}
            className="text-faint hover:bg-hover hover:text-ink grid size-5 place-items-center rounded-full"
          >
            <XIcon size={12} />
          </button>
        </li>
      ))}
      <li>
        <Button
          tone="quiet"
          size="sm"
          onClick={() => onSearch(Object.fromEntries(DIMENSIONS.map((name) => [name, undefined])))}
        >
          Clear
        </Button>
      </li>
    </ul>
  );
};

const Series = ({
  analytics,
  onZoom,
}: {
  readonly analytics: Analytics | undefined;
  readonly onZoom: (start: string, end: string) => void;
}) => {
  const [asTable, setAsTable] = useState(false);
  if (!analytics)
    return (
      <div className="px-4 pb-4">
        <Skeleton className="h-60 w-full" />
      </div>
    );
  return (
    <div className="relative px-2 pb-2 md:px-3">
      <div className="absolute -top-9 right-2 z-1">
        <Button
          tone="quiet"
          size="icon"
          aria-label="As a table"
          title="As a table"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
          icon={<TableIcon />}
          className="aria-pressed:bg-hover"
        />
      </div>
      {asTable ? <Table analytics={analytics} /> : <Chart analytics={analytics} onZoom={onZoom} />}
    </div>
  );
};

const Table = ({ analytics }: { readonly analytics: Analytics }) => {
  const naming = namingOf(analytics);
  return (
    <div className="h-60 overflow-y-auto" tabIndex={0} role="region" aria-label="Clicks over time">
      <table className="w-full">
        <thead className="bg-bg text-soft sticky top-0 text-sm">
          <tr>
            <th scope="col" className="px-2 py-1.5 text-left font-medium">
              Time
            </th>
            <th scope="col" className="px-2 py-1.5 text-right font-medium">
              Clicks
            </th>
            <th scope="col" className="px-2 py-1.5 text-right font-medium">
              Visitors
            </th>
          </tr>
        </thead>
        <tbody className="tabular">
          {analytics.timeseries.map((point) => (
            <tr key={point.start} className="border-line border-t">
              <th scope="row" className="px-2 py-1 text-left font-normal">
                {naming.full(point)}
              </th>
              <td className="px-2 py-1 text-right">{number(point.clicks)}</td>
              <td className="px-2 py-1 text-right">{number(point.unique_clicks)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
