import { Tabs } from '@base-ui/react/tabs';
import { lazy, Suspense, useState } from 'react';
import { lazyOverlay } from '../../ui/lazy-overlay';
import { groupsOf, MapSkeleton, type PanelsProps, Rows, RowsSkeleton, type Tab } from './panel-rows';

const AllRows = lazyOverlay(() => import('./all-rows').then(({ AllRows: it }) => it));

const WorldMap = lazy(() => import('./world-map').then(({ WorldMap: it }) => ({ default: it })));

/** Each panel is one question; its tabs are answers of different detail. */
const PANELS: readonly (readonly Tab[])[] = [
  [
    { label: 'Links', filter: 'link', group: 'links' },
    { label: 'Triggers', filter: 'trigger', group: 'triggers' },
  ],
  [
    { label: 'Referrers', filter: 'referrer', group: 'referrers' },
    { label: 'UTM campaigns', filter: 'utm_campaign', group: 'utm_campaigns' },
  ],
  [
    { label: 'Map', filter: 'country', group: 'countries', isMap: true },
    { label: 'Countries', filter: 'country', group: 'countries' },
    { label: 'Cities', filter: 'city', group: 'cities' },
  ],
  [
    { label: 'Browsers', filter: 'browser', group: 'browsers' },
    { label: 'Systems', filter: 'os', group: 'os' },
    { label: 'Devices', filter: 'device', group: 'devices' },
  ],
];

export const Panels = (props: PanelsProps) => (
  <div className="grid gap-4 @2xl:grid-cols-2">
    {PANELS.map((tabs) => (
      <Panel
        key={tabs[0]?.label}
        {...props}
        tabs={props.subject?.kind === 'link' ? tabs.filter(({ group }) => group !== 'links') : tabs}
      />
    ))}
  </div>
);

const Panel = ({ tabs, ...props }: PanelsProps & { readonly tabs: readonly Tab[] }) => {
  const [chosen, setChosen] = useState(tabs[0]?.label);
  const [all, setAll] = useState(false);
  const tab = tabs.find(({ label }) => label === chosen) ?? tabs[0];
  if (!tab) return null;
  const rows = props.analytics && groupsOf(props.analytics, tab);
  return (
    <section className="card flex min-w-0 flex-col" aria-label={tab.label}>
      <Tabs.Root value={tab.label} onValueChange={(value) => setChosen(String(value))}>
        <div className="border-line flex items-center gap-4 border-b px-4">
          <Tabs.List className="flex flex-1 gap-4" aria-label="What to show">
            {tabs.map(({ label }) => (
              <Tabs.Tab
                key={label}
                value={label}
                className="text-faint aria-selected:text-ink hover:text-ink aria-selected:border-accent -mb-px h-10 border-b-2 border-transparent font-medium whitespace-nowrap"
              >
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <span className="text-faint text-xs">Clicks</span>
        </div>
        <Tabs.Panel value={tab.label} tabIndex={-1} className="p-2 outline-none @2xl:min-h-[210px]">
          {rows && tab.isMap ? (
            <Suspense fallback={<MapSkeleton />}>
              <WorldMap {...props} />
            </Suspense>
          ) : rows ? (
            <Rows rows={rows} tab={tab} {...props} />
          ) : (
            <RowsSkeleton />
          )}
          {rows && !tab.isMap && rows.length >= 10 && (
            <button
              type="button"
              onClick={() => setAll(true)}
              className="text-soft hover:bg-hover hover:text-ink mt-1 h-8 w-full rounded-md text-sm font-medium"
            >
              All
            </button>
          )}
        </Tabs.Panel>
      </Tabs.Root>
      {all && (
        <Suspense fallback={null}>
          <AllRows tab={tab} {...props} onClose={() => setAll(false)} />
        </Suspense>
      )}
    </section>
  );
};
