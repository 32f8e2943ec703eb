import { DownloadIcon } from '@primer/octicons-react';
import { lazy, type RefObject, Suspense, useRef } from 'react';
import type { Analytics } from '../../api/queries';
import { Button, Spinner } from '../../ui/button';
import { dateTime } from '../../ui/format';
import { Menu, MenuChoice, MenuItem } from '../../ui/menu';
import { useShortcuts } from '../../ui/shortcuts';
import { Failed, Loading, Skeleton } from '../../ui/states';
import { type AnalyticsSearch, type Filter, RANGES } from '../overview/search';
import { Conditions } from './conditions';
import { downloadClicks } from './download';
import { Series } from './series';
import { shifted } from './shift';
import { Totals } from './totals';
import { type Subject, useAnalytics } from './use-analytics';
import { type Condition, toggled } from './values';

// They come while the numbers are on their way, and stand below them.
const Panels = lazy(() => import('./panels').then(({ Panels: it }) => ({ default: it })));

interface ReportProps {
  readonly search: AnalyticsSearch;
  readonly onSearch: (change: Partial<Record<keyof AnalyticsSearch, string | undefined>>) => void;
  /** What it is about: the whole workspace if absent. */
  readonly subject?: Subject;
}

/** Numbers, a chart and panels of one window. Everything that can be chosen stands in the address. */
export const Report = ({ search, onSearch, subject }: ReportProps) => {
  const { data, error, isFetching, refetch } = useAnalytics(search, subject);
  const filter = (name: Filter, condition: Condition): void => onSearch({ [name]: toggled(search[name], condition) });
  const toolbar = useRef<HTMLDivElement>(null);
  useRangeKeys(search, data, onSearch);
  return (
    <div className="space-y-4" aria-busy={isFetching}>
      {!data && !error && <Loading what="analytics" />}
      <Toolbar
        ref={toolbar}
        search={search}
        onSearch={onSearch}
        analytics={data}
        isFetching={isFetching}
        {...(subject && { subject })}
      />
      <Conditions search={search} analytics={data} onFilter={filter} onSearch={onSearch} toolbar={toolbar} />
      {error && !data ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Numbers search={search} onSearch={onSearch} analytics={data} onFilter={filter} {...(subject && { subject })} />
      )}
    </div>
  );
};

interface NumbersProps extends ReportProps {
  readonly analytics: Analytics | undefined;
  readonly onFilter: (name: Filter, condition: Condition) => void;
}

const Numbers = ({ search, onSearch, analytics, onFilter, subject }: NumbersProps) => (
  <>
    <section className="card" aria-label="Totals">
      <div className="p-4 pb-9 md:p-5">
        <Totals analytics={analytics} {...(subject && { of: subject.kind })} />
      </div>
      <Series
        analytics={analytics}
        onZoom={(start, end) => onSearch({ range: 'custom', start, end, interval: undefined })}
      />
    </section>
    <Suspense fallback={<PanelsSkeleton />}>
      <Panels analytics={analytics} search={search} onFilter={onFilter} {...(subject && { subject })} />
    </Suspense>
    <p className="text-faint text-xs">
      {analytics && <>Counted until {dateTime(analytics.as_of)}. </>}
      Places by{' '}
      <a href="https://db-ip.com" target="_blank" rel="noreferrer" className="underline underline-offset-2">
        DB-IP
      </a>
      .
    </p>
  </>
);

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
    { keys: 'x', label: 'Compare with another window', run: () => onSearch({ compare: nextOf(search.compare) }) },
    {
      keys: 'b',
      label: 'With or without bots',
      run: () => onSearch({ include_bots: search.include_bots ? undefined : 'true' }),
    },
  ]);
};

const COMPARISONS = [
  ['', 'No comparison'],
  ['previous', 'The window before'],
  ['year', 'A year earlier'],
] as const;

/** From none to the window before, to the year before, and to none again. */
const nextOf = (compare: AnalyticsSearch['compare']): string | undefined =>
  compare === undefined ? 'previous' : compare === 'previous' ? 'year' : undefined;

const Compare = ({ search, onSearch }: Pick<ReportProps, 'search' | 'onSearch'>) => (
  <Menu
    align="start"
    trigger={
      <Button tone={search.compare ? 'plain' : 'quiet'} className={NARROW}>
        {search.compare ? COMPARISONS.find(([name]) => name === search.compare)?.[1] : 'Compare'}
      </Button>
    }
  >
    <MenuChoice
      value={search.compare ?? ''}
      options={COMPARISONS.map(([name, label]) =>
        name === (nextOf(search.compare) ?? '') ? ([name, label, 'X'] as const) : ([name, label] as const),
      )}
      onChange={(name) => onSearch({ compare: name || undefined })}
    />
  </Menu>
);

/** All of the bar fits in one line of a phone. */
const NARROW = 'max-sm:px-1.5!';

interface ToolbarProps extends ReportProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly analytics: Analytics | undefined;
  readonly isFetching: boolean;
}

const Toolbar = ({ ref, search, onSearch, analytics, subject, isFetching }: ToolbarProps) => {
  const range = search.range ?? '30d';
  const label =
    RANGES.find(([name]) => name === range)?.[1] ??
    (range === 'custom' && analytics
      ? `${dateTime(analytics.start)} – ${dateTime(analytics.end)}`
      : range.replaceAll('_', ' '));
  const save = (format: 'csv' | 'ndjson' | 'parquet'): void => void downloadClicks(format, search, subject);
  return (
    <div
      ref={ref}
      role="group"
      aria-label="What is counted"
      tabIndex={-1}
      className="flex flex-wrap items-center gap-1 sm:gap-2"
    >
      <Menu align="start" trigger={<Button className={NARROW}>{label}</Button>}>
        <MenuChoice
          value={range}
          options={RANGES.map(([name, text], index) => [name, text, String(index + 1)] as const)}
          onChange={(name) => onSearch({ range: name === '30d' ? undefined : name, start: undefined, end: undefined })}
        />
      </Menu>
      <Compare search={search} onSearch={onSearch} />
      <Button
        tone={search.include_bots ? 'plain' : 'quiet'}
        className={NARROW}
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
            <Button icon={<DownloadIcon />} tone="quiet" className={NARROW}>
              <span className="max-sm:sr-only">Export</span>
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

const PanelsSkeleton = () => (
  <div className="grid gap-4 @2xl:grid-cols-2">
    {[1, 2, 3, 4].map((panel) => (
      <Skeleton key={panel} className="h-[270px] w-full rounded-[10px]" />
    ))}
  </div>
);
