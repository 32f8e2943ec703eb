import { ArrowRightIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import type { HistoryEntry } from '../../api/queries';
import { CopyButton } from '../../ui/copy';
import { ago, dateTime } from '../../ui/format';
import { Pages } from '../../ui/pages';
import { Failed, Loading, Skeleton } from '../../ui/states';
import { By } from '../history/by';
import { wordsOf } from '../link/timeline';
import { Value } from '../link/value';
import { campaignHistoryQuery } from './campaign-queries';
import { labelOf } from './fields';

interface HistoryProps {
  readonly id: string;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

/** Every change of the campaign, with what it was before. */
export const CampaignHistory = ({ id, page, onPage }: HistoryProps) => {
  const { data, error, refetch } = useQuery(campaignHistoryQuery(id, page));
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <>
        <Loading what="the history" />
        <Skeleton className="h-40 w-full rounded-[10px]" />
      </>
    );
  return (
    <>
      <ol className="card divide-line divide-y" aria-label="History">
        {data.data.toReversed().map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      <Pages page={page} meta={data.meta} onPage={onPage} />
    </>
  );
};

const Entry = ({ entry }: { readonly entry: HistoryEntry }) => {
  const isCreation = entry.type.endsWith('.created');
  const changes = Object.entries(entry.changes).flatMap(([name, change]) => {
    const label = labelOf(name);
    return label === undefined || (isCreation && isNothing(change.to)) ? [] : [{ name, label, ...change }];
  });
  return (
    <li className="px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="font-medium">{wordsOf(entry.type)}</span>
        <span className="text-soft">
          by <By actor={entry.actor} />
        </span>
        {/* What Waymark does by itself comes of no request. */}
        {entry.request_id.startsWith('req_') && (
          <span className="hidden items-center @2xl:flex">
            <code className="text-faint mr-1 font-mono text-xs">{entry.request_id}</code>
            <CopyButton text={entry.request_id} label="Copy request id" small />
          </span>
        )}
        <time dateTime={entry.at} className="text-faint ml-auto text-sm" title={dateTime(entry.at)}>
          {ago(entry.at)}
        </time>
      </p>
      {changes.length > 0 && (
        <dl className="mt-1.5 space-y-1">
          {changes.map(({ name, label, from, to }) => (
            <div key={name} className="grid grid-cols-[100px_minmax(0,1fr)] gap-3 text-sm">
              <dt className="text-soft">{label}</dt>
              <dd className="flex min-w-0 flex-wrap items-center gap-x-2">
                {!isCreation && (
                  <>
                    <span className="text-faint">
                      <Value value={from} />
                    </span>
                    <ArrowRightIcon size={12} className="text-faint" aria-label="to" />
                  </>
                )}
                <Value value={to} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
};

const isNothing = (value: unknown): boolean => value == null || (Array.isArray(value) && value.length === 0);
