import { useQuery } from '@tanstack/react-query';
import type { ApiKey, ApiKeyHistoryEntry } from '../../api/queries';
import { Modal } from '../../ui/dialog';
import { ago, dateTime, plural } from '../../ui/format';
import { Failed, Loading, Skeleton } from '../../ui/states';
import { By } from '../history/by';
import { wordsOf } from '../link/timeline';
import { KeyBadge } from './key-badge';
import { lineageQuery } from './key-queries';
import { Usage } from './usage';
import { useNow } from './use-now';

interface LineageProps {
  readonly apiKey: ApiKey;
  /** All keys that are known, for their counts. */
  readonly keys: readonly ApiKey[];
  readonly onClose: () => void;
}

/** A key, those that it was rotated from and those that took its place: a lane each. */
export const Lineage = ({ apiKey, keys, onClose }: LineageProps) => {
  const { data, error, refetch } = useQuery(lineageQuery(apiKey.id));
  return (
    <Modal
      open
      onClose={onClose}
      width="lg"
      title={`History of “${apiKey.name}”`}
      description="Each lane is a key. A rotation opens the next one, and the lane before ends with its grace."
    >
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <div className="space-y-6">
          <Lanes entries={data.data} keys={keys} current={apiKey} />
          <Usage id={apiKey.id} />
          <Events entries={data.data} />
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

const lanesOf = (entries: readonly ApiKeyHistoryEntry[], current: ApiKey): readonly string[] => [
  ...new Set(entries.map(({ key_id }) => key_id ?? current.id)),
];

/** When a key stopped working; null while it works. */
const endOf = (key: ApiKey | undefined): string | null =>
  key?.revoked_at ?? key?.grace_ends_at ?? (key?.status === 'expired' ? key.expiration : null);

const Lanes = ({
  entries,
  keys,
  current,
}: {
  readonly entries: readonly ApiKeyHistoryEntry[];
  readonly keys: readonly ApiKey[];
  readonly current: ApiKey;
}) => {
  const now = useNow(60_000);
  const known = new Map(keys.map((key) => [key.id, key]));
  const lanes = lanesOf(entries, current);
  const starts = entries.map(({ at }) => Date.parse(at));
  const from = Math.min(...starts);
  const to = Math.max(now, ...lanes.map((id) => Date.parse(endOf(known.get(id)) ?? '') || 0));
  const place = (at: number): number => ((at - from) / Math.max(1, to - from)) * 100;
  return (
    <ol className="space-y-2">
      {lanes.map((id) => {
        const own = entries.filter(({ key_id }) => (key_id ?? current.id) === id);
        const key = known.get(id);
        const begin = place(Date.parse(own[0]?.at ?? ''));
        // A key that works goes on beyond what is drawn.
        const end = key?.status === 'active' ? 100 : place(Date.parse(endOf(key) ?? '') || now);
        return (
          <li
            key={id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 sm:grid-cols-[132px_minmax(0,1fr)_110px]"
          >
            <span className="min-w-0">
              <code className={`block truncate font-mono text-xs ${id === current.id ? 'font-semibold' : 'text-soft'}`}>
                {key ? `${key.start}…` : id.slice(-8)}
              </code>
              {key && <KeyBadge apiKey={key} />}
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
                className={
                  key?.status === 'active' ? 'fill-accent' : key?.status === 'grace' ? 'fill-warn' : 'fill-control'
                }
              />
            </svg>
            <span className="text-soft tabular text-right text-sm">
              {key ? plural(key.request_count, 'request') : ''}
            </span>
          </li>
        );
      })}
    </ol>
  );
};

const Events = ({ entries }: { readonly entries: readonly ApiKeyHistoryEntry[] }) => (
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
);
