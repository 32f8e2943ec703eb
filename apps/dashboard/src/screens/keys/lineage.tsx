import { useQuery } from '@tanstack/react-query';
import type { ApiKey, ApiKeyHistoryEntry } from '../../api/queries';
import { Modal } from '../../ui/dialog';
import { ago, dateTime, number, plural } from '../../ui/format';
import { Failed, Loading, Skeleton } from '../../ui/states';
import { By } from '../history/by';
import { wordsOf } from '../link/timeline';
import { KeyBadge } from './key-badge';
import { keyQuery, lineageQuery } from './key-queries';
import { toldBy, type Told } from './told';
import { Usage } from './usage';
import { useNow } from './use-now';

interface LineageProps {
  readonly id: string;
  /** Those of the page of the list, for their counts; undefined until they are known. */
  readonly keys: readonly ApiKey[] | undefined;
  readonly onClose: () => void;
}

/** A key, those that it was rotated from and those that took its place: a lane each. */
export const Lineage = ({ id, keys, onClose }: LineageProps) => {
  const { data, error, refetch } = useQuery(lineageQuery(id));
  const listed = keys?.find((key) => key.id === id);
  // A key of another page of the list.
  const { data: found } = useQuery({ ...keyQuery(id), enabled: keys !== undefined && listed === undefined });
  const read = found?.data;
  const current = listed ?? read;
  return (
    <Modal
      open
      onClose={onClose}
      width="lg"
      title={current ? `History of “${current.name}”` : 'History of a key'}
      description="Each lane is a key. A rotation opens the next one, and the lane before ends with its grace."
    >
      {error && !data ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <div className="space-y-6">
          <Lanes entries={data.entries} keys={[...(keys ?? []), ...(read ? [read] : [])]} current={id} />
          <Usage id={id} />
          <Events entries={data.entries} total={data.total} />
        </div>
      ) : (
        <>
          <Loading what="the history" />
          <Skeleton className="h-24 w-full" />
        </>
      )}
    </Modal>
  );
};

/** When a key stopped working; null while it works. */
const endOf = (key: Told | undefined): string | null =>
  key?.revoked_at ?? key?.grace_ends_at ?? (key?.status === 'expired' ? (key.expiration ?? null) : null);

interface LanesProps {
  readonly entries: readonly ApiKeyHistoryEntry[];
  /** For what no event tells: how many requests they had. */
  readonly keys: readonly ApiKey[];
  readonly current: string;
}

const Lanes = ({ entries, keys, current }: LanesProps) => {
  const now = useNow(60_000);
  const known: ReadonlyMap<string, Told> = new Map([
    ...toldBy(entries, current),
    ...keys.map((key) => [key.id, key] as const),
  ]);
  const lanes = [...new Set(entries.map(({ key_id }) => key_id ?? current))];
  const starts = entries.map(({ at }) => Date.parse(at));
  const from = Math.min(...starts);
  const to = Math.max(now, ...lanes.map((id) => Date.parse(endOf(known.get(id)) ?? '') || 0));
  const place = (at: number): number => ((at - from) / Math.max(1, to - from)) * 100;
  return (
    <ol className="space-y-2" aria-label="Keys">
      {lanes.map((id) => {
        const begin = place(Date.parse(entries.find(({ key_id }) => (key_id ?? current) === id)?.at ?? ''));
        const key = known.get(id);
        // A key that works goes on beyond what is drawn.
        const end = key?.status === 'active' ? 100 : place(Date.parse(endOf(key) ?? '') || now);
        return <Lane key={id} id={id} isCurrent={id === current} of={key} begin={begin} end={end} />;
      })}
    </ol>
  );
};

interface LaneProps {
  readonly id: string;
  readonly isCurrent: boolean;
  readonly of: Told | undefined;
  /** In hundredths of the width. */
  readonly begin: number;
  readonly end: number;
}

const FILLS: Partial<Record<ApiKey['status'], string>> = { active: 'fill-accent', grace: 'fill-warn' };

const Lane = ({
  id,
  isCurrent,
  of: { start, status, grace_ends_at = null, request_count } = {},
  begin,
  end,
}: LaneProps) => (
  <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 sm:grid-cols-[132px_minmax(0,1fr)_110px]">
    <span className="min-w-0">
      <code className={`block truncate font-mono text-xs ${isCurrent ? 'font-semibold' : 'text-soft'}`}>
        {start === undefined ? id.slice(-8) : `${start}…`}
      </code>
      {status && <KeyBadge apiKey={{ status, grace_ends_at }} />}
    </span>
    <svg
      viewBox="0 0 100 12"
      preserveAspectRatio="none"
      className="order-last col-span-full h-3 w-full sm:order-none sm:col-span-1"
      aria-hidden="true"
    >
      <rect x="0" y="5.500" width="100" height="1" className="fill-line" />
      <rect
        x={begin}
        y="3"
        width={Math.max(1, end - begin)}
        height="6"
        rx="1"
        className={(status && FILLS[status]) ?? 'fill-control'}
      />
    </svg>
    <span className="text-soft tabular text-right text-sm">
      {request_count === undefined ? '' : plural(request_count, 'request')}
    </span>
  </li>
);

interface EventsProps {
  readonly entries: readonly ApiKeyHistoryEntry[];
  readonly total: number;
}

const Events = ({ entries, total }: EventsProps) => (
  // Reachable by Tab: the dialog scrolls where they are many, and nothing else in it takes the focus.
  <section aria-label="Events" tabIndex={0}>
    {total > entries.length && (
      <p className="text-faint mb-2 text-sm">
        The last {number(entries.length)} of {number(total)} events.
      </p>
    )}
    <ol className="border-line border-t">
      {entries.toReversed().map((entry) => (
        <li key={entry.id} className="border-line flex flex-wrap items-baseline gap-x-2 border-b py-2">
          <span className="font-medium">{wordsOf(entry.type)}</span>
          <span className="text-soft">
            by <By actor={entry.actor} />
          </span>
          <time dateTime={entry.at} className="text-faint ml-auto text-sm" title={dateTime(entry.at)}>
            {ago(entry.at)}
          </time>
        </li>
      ))}
    </ol>
  </section>
);
