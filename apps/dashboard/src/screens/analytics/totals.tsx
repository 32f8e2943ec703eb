import { ArrowDownIcon, ArrowUpIcon } from '@primer/octicons-react';
import type { Analytics } from '../../api/queries';
import { compact, dateTime, number, percent } from '../../ui/format';
import { Skeleton } from '../../ui/states';
import type { Subject } from './use-analytics';

type Name = keyof Analytics['totals'];

const OF_WORKSPACE: readonly (readonly [Name, string])[] = [
  ['clicks', 'Clicks'],
  ['unique_clicks', 'Visitors'],
  ['qr_scans', 'QR scans'],
  ['active_links', 'Links clicked'],
  ['links_created', 'Links created'],
  ['bot_clicks', 'Bots'],
];
const LEFT_OUT: Readonly<Record<Subject['kind'], readonly Name[]>> = {
  link: ['active_links', 'links_created'],
  campaign: ['links_created'],
};
/** By how many there are: they stand in one row where there is room. */
const COLUMNS: Readonly<Record<number, string>> = {
  4: '@xl:grid-cols-4',
  5: '@2xl:grid-cols-5',
  6: '@3xl:grid-cols-6',
};

interface TotalsProps {
  readonly analytics: Analytics | undefined;
  /** What they are of: the whole workspace if absent. */
  readonly of?: Subject['kind'];
}

export const Totals = ({ analytics, of }: TotalsProps) => {
  const names = OF_WORKSPACE.filter(([name]) => !of || !LEFT_OUT[of].includes(name));
  return (
    <dl className={`grid grid-cols-2 gap-4 @md:grid-cols-3 ${COLUMNS[names.length]}`}>
      {names.map(([name, label]) => (
        <div key={name} className="min-w-0">
          <dt className="text-soft text-sm">{label}</dt>
          <dd className="mt-0.5">
            {analytics ? (
              <>
                <span className="tabular text-2xl font-semibold tracking-tight" title={number(analytics.totals[name])}>
                  {compact(analytics.totals[name])}
                </span>
                <Change
                  now={analytics.totals[name]}
                  before={analytics.previous[name]}
                  analytics={analytics}
                  isGoodUp={name !== 'bot_clicks'}
                />
              </>
            ) : (
              <>
                <Skeleton className="mt-1 h-7 w-20" />
                <Skeleton className="mt-1.5 h-3.5 w-14" />
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
};

interface ChangeProps {
  readonly now: number;
  readonly before: number;
  readonly analytics: Analytics;
  readonly isGoodUp: boolean;
}

/** Against the window before; of all time there is none. */
const Change = ({ now, before, analytics: { range, previous }, isGoodUp }: ChangeProps) => {
  if (range === 'all') return null;
  const since = `${number(before)} from ${dateTime(previous.start)} to ${dateTime(previous.end)}`;
  if (now === before || before === 0)
    return (
      <span className="text-faint block text-sm" title={since}>
        {before === 0 && now > 0 ? 'none before' : 'as before'}
      </span>
    );
  const change = percent(Math.abs(now - before) / before);
  if (change === percent(0))
    return (
      <span className="text-faint tabular block text-sm" title={since}>
        {change}
      </span>
    );
  const isUp = now > before;
  const tone = !isGoodUp ? 'text-soft' : isUp ? 'text-good' : 'text-bad';
  return (
    <span className={`tabular flex items-center gap-0.5 text-sm ${tone}`} title={since}>
      {isUp ? <ArrowUpIcon size={12} /> : <ArrowDownIcon size={12} />}
      <span className="sr-only">{isUp ? 'up by' : 'down by'}</span>
      {change}
    </span>
  );
};
