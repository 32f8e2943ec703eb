import { HistoryIcon } from '@primer/octicons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { Button } from '../../ui/button';
import { Page } from '../../ui/page';
import { Empty, Failed, Loading, Skeleton } from '../../ui/states';
import { useNow } from '../keys/use-now';
import { EventRow } from './event-row';
import { Filters } from './filters';
import { activitySearch, type ActivitySearch, isFiltered } from './search';
import { namesIn, useActorName, useActors, useEvents, type WorkspaceEvent } from './use-events';

const route = getRouteApi('/$workspace/activity');
const CURL = `curl "$WAYMARK_BASE_URL/v1/events?type=link.*" \\
  --header "Authorization: Bearer $WAYMARK_API_KEY"`;

export const Activity = () => {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useEvents(search);
  const actors = useActors();
  const onSearch = useCallback(
    (change: Partial<Record<keyof ActivitySearch, string | undefined>>) =>
      void navigate({ search: (now) => activitySearch({ ...now, ...change }) }),
    [navigate],
  );
  const events = useMemo(() => data?.pages.flatMap((page) => page.data), [data]);
  return (
    <Page title="Activity">
      <Filters search={search} actors={actors} onSearch={onSearch} />
      {error && !events ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : events?.length === 0 ? (
        <NothingYet search={search} />
      ) : (
        <List events={events} onFilter={onSearch} />
      )}
      {error && events && <Failed error={error} onRetry={() => void fetchNextPage()} />}
      {hasNextPage && !error && (
        <div className="mt-4 text-center">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older ones
          </Button>
        </div>
      )}
    </Page>
  );
};

const NothingYet = ({ search }: { readonly search: ActivitySearch }) =>
  isFiltered(search) ? (
    <Empty icon={<HistoryIcon size={20} />} title="No event matches">
      Take a filter away, or look at another time.
    </Empty>
  ) : (
    <Empty icon={<HistoryIcon size={20} />} title="Nothing happened yet" curl={CURL}>
      Every change of links, keys, campaigns, domains, QR codes and webhooks will stand here, with who did it.
    </Empty>
  );

interface ListProps {
  readonly events: readonly WorkspaceEvent[] | undefined;
  readonly onFilter: (change: ActivitySearch) => void;
}

const List = ({ events, onFilter }: ListProps) => {
  const now = useNow(60_000);
  const actorName = useActorName(useActors());
  const names = useMemo(() => namesIn(events ?? []), [events]);
  return (
    <>
      {!events && <Loading what="the activity" />}
      <ol aria-label="Events" className="card divide-line divide-y">
        {events?.map((event) => (
          <EventRow
            key={event.id}
            event={event}
            actor={actorName(event.actor)}
            name={names.get(event.resource.id)}
            now={now}
            onFilter={onFilter}
          />
        )) ??
          [1, 2, 3, 4, 5, 6].map((row) => (
            <li key={row} className="space-y-2 px-4 py-3.5">
              <Skeleton className="h-4 w-2/3" />
              <Skeleton className="h-3.5 w-52" />
            </li>
          ))}
      </ol>
    </>
  );
};
