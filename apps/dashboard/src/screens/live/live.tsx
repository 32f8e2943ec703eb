import { BroadcastIcon } from '@primer/octicons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import { Dot } from '../../ui/badge';
import { Button, Key } from '../../ui/button';
import { CheckField } from '../../ui/fields';
import { number } from '../../ui/format';
import { Page } from '../../ui/page';
import { useShortcuts } from '../../ui/shortcuts';
import { Empty, Failed } from '../../ui/states';
import { Conditions } from '../analytics/conditions';
import { type Condition, toggled } from '../analytics/values';
import { type AnalyticsSearch, type Filter } from '../overview/search';
import { ClickRow, GRID } from './click-row';
import type { LiveState } from './follow';
import { liveQuery, liveSearch } from './search';
import { type Live as Following, ROWS, useLive } from './use-live';

const route = getRouteApi('/$workspace/live');
const CURL = `curl --no-buffer "$WAYMARK_BASE_URL/v1/analytics/live" \\
  --header "Authorization: Bearer $WAYMARK_API_KEY"`;

export const Live = () => {
  const search = route.useSearch();
  const { workspace } = route.useParams();
  const navigate = route.useNavigate();
  const toolbar = useRef<HTMLDivElement>(null);
  const live = useLive(liveQuery(search));
  const { clicks, state, isPaused, pause, retry } = live;
  useShortcuts('Live', [{ keys: 'Space', label: 'Pause, and go on', run: () => pause(!isPaused) }]);
  const onSearch = useCallback(
    (change: Partial<Record<keyof AnalyticsSearch, string | undefined>>) =>
      void navigate({ search: (now) => liveSearch({ ...now, ...change }) }),
    [navigate],
  );
  const onCondition = (name: Filter, condition: Condition): void =>
    onSearch({ [name]: toggled(search[name], condition) });
  const onFilter = (name: Filter, value: string): void => onCondition(name, { value, excluded: false });
  return (
    <Page title="Live" note={<State live={live} />} actions={<Pause live={live} />}>
      <div
        ref={toolbar}
        role="group"
        aria-label="What is shown"
        tabIndex={-1}
        className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2"
      >
        <CheckField
          label="Bots as well"
          checked={search.include_bots === 'true'}
          onChange={({ target }) => onSearch({ include_bots: target.checked ? 'true' : undefined })}
        />
        <Conditions
          search={search}
          analytics={undefined}
          onFilter={onCondition}
          onSearch={onSearch}
          toolbar={toolbar}
        />
      </div>
      {state.is === 'failed' ? (
        <Failed error={state.problem} onRetry={retry} />
      ) : clicks.length === 0 ? (
        <div className="card">
          <Empty icon={<BroadcastIcon size={20} />} title="Waiting for the next click" curl={CURL}>
            Each click stands here within two seconds, for as long as you look.
          </Empty>
        </div>
      ) : (
        <>
          <div role="table" aria-label="Clicks" className="card">
            <Head />
            <div role="rowgroup" className="divide-line divide-y">
              {clicks.map((click) => (
                <ClickRow key={click.id} click={click} workspace={workspace} onFilter={onFilter} />
              ))}
            </div>
          </div>
          {clicks.length === ROWS && <p className="text-faint mt-3 text-center text-sm">The last {ROWS}</p>}
        </>
      )}
    </Page>
  );
};

const Head = () => (
  <div role="rowgroup">
    <div
      role="row"
      className={`${GRID} border-line bg-sunken text-faint h-9 items-center rounded-t-[10px] border-b text-sm`}
    >
      <span role="columnheader">Time</span>
      <span role="columnheader">Link</span>
      {['Place', 'Visitor', 'From'].map((title) => (
        <span key={title} role="columnheader" className="hidden md:block">
          {title}
        </span>
      ))}
    </div>
  </div>
);

const WORDS: Readonly<Record<LiveState['is'], string>> = {
  connecting: 'Connecting',
  live: 'Connected',
  waiting: 'Connecting again',
  failed: 'Stopped',
};

const State = ({ live: { state, isPaused } }: { readonly live: Following }) => (
  <span className="text-soft flex items-center gap-1.5 text-sm">
    <Dot tone={isPaused ? 'warn' : state.is === 'live' ? 'good' : state.is === 'failed' ? 'bad' : 'none'} />
    {isPaused ? 'Paused' : WORDS[state.is]}
  </span>
);

const Pause = ({ live: { isPaused, waiting, pause } }: { readonly live: Following }) => (
  <>
    {isPaused && waiting > 0 && <span className="text-soft tabular text-sm">{number(waiting)} new</span>}
    <Button onClick={() => pause(!isPaused)}>
      {isPaused ? 'Go on' : 'Pause'} <Key>Space</Key>
    </Button>
  </>
);
