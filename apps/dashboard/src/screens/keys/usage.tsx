import { useQuery } from '@tanstack/react-query';
import { date, number, plural } from '../../ui/format';
import { Failed, Skeleton } from '../../ui/states';
import { usageQuery } from './key-queries';

const HEIGHT = 48;

/** Requests of a key by day, as bars. */
export const Usage = ({ id }: { readonly id: string }) => {
  const { data: days, error, refetch } = useQuery(usageQuery(id));
  if (error && !days) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!days) return <Skeleton className="h-20 w-full" />;
  const most = Math.max(1, ...days.map(({ requests }) => requests));
  const total = days.reduce((sum, { requests }) => sum + requests, 0);
  const words = `${plural(total, 'request')} in ${plural(days.length, 'day')}`;
  return (
    <section aria-label="Requests by day">
      <h3 className="mb-2 flex items-baseline gap-2 font-medium">
        Requests by day <span className="text-faint text-sm font-normal">{words}</span>
      </h3>
      <svg
        role="img"
        aria-label={`${words}, at most ${number(most)} in one`}
        viewBox={`0 0 ${days.length * 10} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-12 w-full"
      >
        {days.map(({ date: day, requests }, index) => {
          const height = requests === 0 ? 1 : Math.max(2, (requests / most) * HEIGHT);
          return (
            <rect
              key={day}
              x={index * 10 + 1}
              y={HEIGHT - height}
              width="8"
              height={height}
              className={requests === 0 ? 'fill-line' : 'fill-accent'}
            >
              <title>{`${date(`${day}T12:00:00Z`)}: ${number(requests)}`}</title>
            </rect>
          );
        })}
      </svg>
      <p className="text-faint flex justify-between text-xs">
        <span>{date(`${days[0]?.date ?? ''}T12:00:00Z`)}</span>
        <span>today</span>
      </p>
    </section>
  );
};
