import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge';
import { bare, country, time } from '../../ui/format';
import { ShortUrl } from '../../ui/short-url';
import type { Filter } from '../overview/search';
import type { Click } from './follow';

export const GRID =
  'grid grid-cols-[80px_minmax(0,1fr)] gap-x-4 px-4 md:grid-cols-[88px_minmax(0,1.5fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,0.8fr)] md:items-center';

interface ClickRowProps {
  readonly click: Click;
  readonly workspace: string;
  readonly onFilter: (name: Filter, value: string) => void;
}

/** One click. A value that is clicked on filters by itself. */
export const ClickRow = ({ click, workspace, onFilter }: ClickRowProps) => {
  const value = (name: Filter, text: string | null, shown: ReactNode = text) =>
    text !== null && (
      <button
        type="button"
        title={`Only ${text}`}
        className="max-w-full truncate rounded-sm text-left underline-offset-2 hover:underline"
        onClick={() => onFilter(name, text)}
      >
        {shown}
      </button>
    );
  return (
    <div role="row" className={`${GRID} py-2`}>
      <time role="cell" dateTime={click.at} className="text-faint tabular text-sm">
        {time(click.at)}
      </time>
      <div role="cell" className="min-w-0">
        <p className="flex items-baseline gap-2">
          <Link
            to="/$workspace/links/$id"
            params={{ workspace, id: click.link_id }}
            className="truncate font-medium underline-offset-2 hover:underline"
          >
            {click.short_url === null ? `…${click.link_id.slice(-6)}` : <ShortUrl url={click.short_url} />}
          </Link>
          {click.trigger === 'qr' && <Badge tone="accent">QR</Badge>}
          {click.is_bot && <Badge>Bot</Badge>}
        </p>
        <p className="text-faint truncate text-sm">{bare(click.destination)}</p>
      </div>
      <div
        role="cell"
        className="col-start-2 flex min-w-0 flex-wrap gap-x-2 text-sm md:col-start-auto md:block md:text-base"
      >
        <p className="min-w-0">
          {click.country === null ? (
            <span className="text-faint hidden md:inline">unknown</span>
          ) : (
            value('country', click.country, country(click.country))
          )}
        </p>
        <p className="text-faint min-w-0 text-sm">{value('city', click.city)}</p>
      </div>
      <div
        role="cell"
        className="col-start-2 flex min-w-0 flex-wrap gap-x-2 text-sm md:col-start-auto md:block md:text-base"
      >
        <p className="min-w-0">{value('browser', click.browser)}</p>
        <p className="text-faint flex min-w-0 gap-1 text-sm">
          {value('os', click.os)} {click.os !== null && click.device !== null && '·'} {value('device', click.device)}
        </p>
      </div>
      <div role="cell" className="text-soft col-start-2 min-w-0 truncate text-sm md:col-start-auto">
        {value('referrer', click.referrer) || <span className="text-faint hidden md:inline">direct</span>}
      </div>
    </div>
  );
};
