import { ArrowRightIcon } from '@primer/octicons-react';
import type { HistoryEntry } from '../../api/queries';
import { CopyButton } from '../../ui/copy';
import { ago, dateTime } from '../../ui/format';
import { wordsOf } from '../link/timeline';
import { Value } from '../link/value';
import { By } from './by';

interface ChangesProps {
  /** The oldest first, as the API has them. */
  readonly entries: readonly HistoryEntry[];
  readonly total: number;
  /** Undefined for a field that is not shown. */
  readonly labelOf: (name: string) => string | undefined;
}

/** What happened to something, the newest first: by whom, by which request, and what was before and after. */
export const Changes = ({ entries, total, labelOf }: ChangesProps) => (
  <section className="card" aria-label="History">
    {total > entries.length && (
      <p className="border-line text-faint border-b px-4 py-2 text-sm">
        The last {entries.length} of {total} changes.
      </p>
    )}
    <ol className="divide-line divide-y">
      {entries.toReversed().map((entry) => (
        <Entry key={entry.id} entry={entry} labelOf={labelOf} />
      ))}
    </ol>
  </section>
);

const Entry = ({
  entry,
  labelOf,
}: {
  readonly entry: HistoryEntry;
  readonly labelOf: (name: string) => string | undefined;
}) => {
  const isCreation = entry.type.endsWith('.created');
  const shown = Object.entries(entry.changes).filter(
    ([name, { to }]) => labelOf(name) !== undefined && !(isCreation && isNothing(to)),
  );
  return (
    <li className="px-4 py-3">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{wordsOf(entry.type)}</span>
        <span className="text-soft">
          by <By actor={entry.actor} />
        </span>
        <time dateTime={entry.at} className="text-faint ml-auto text-sm" title={dateTime(entry.at)}>
          {ago(entry.at)}
        </time>
      </p>
      {shown.length > 0 && (
        <dl className="mt-1.5 space-y-1 text-sm">
          {shown.map(([name, { from, to }]) => (
            <div key={name} className="grid gap-x-3 sm:grid-cols-[150px_minmax(0,1fr)]">
              <dt className="text-soft">{labelOf(name)}</dt>
              <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2">
                {!isCreation && (
                  <>
                    <span className="text-faint">
                      <Value value={from} />
                    </span>
                    <ArrowRightIcon size={12} className="text-faint self-center" aria-label="became" />
                  </>
                )}
                <Value value={to} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="text-faint mt-1 flex items-center gap-x-1 text-xs">
        <code className="min-w-0 truncate font-mono">{entry.request_id}</code>
        <CopyButton text={entry.request_id} label="Copy request id" small />
      </p>
    </li>
  );
};

const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === false ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && Object.values(value).every(isNothing));
