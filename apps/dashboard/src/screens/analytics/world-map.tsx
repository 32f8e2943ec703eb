import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { Analytics } from '../../api/queries';
import { country, plural } from '../../ui/format';
import { Card } from './chart-card';
import { MapSkeleton, type PanelsProps } from './panel-rows';
import { useAnalytics } from './use-analytics';
import { conditionsOf } from './values';
import world from './world.json';

type Group = Analytics['countries'][number];

const DRAWN = new Set([...world.areas, ...world.dots].map(({ code }) => code));
/** As many as the API gives of a group unless more are asked for. */
const FEW = 10;
const MOST = 100;

/** The countries of the clicks: those of the report if these are all, else those of a question of its own, once they come. */
const useCountries = ({ analytics, search, subject }: PanelsProps): readonly Group[] | undefined => {
  const few = analytics?.countries ?? [];
  const { data, isPending } = useAnalytics(search, subject, { limit: MOST }, few.length >= FEW);
  if (few.length < FEW) return few;
  return isPending ? undefined : (data?.countries ?? few);
};

/** Where a country was pointed at. */
interface Place {
  readonly code: string;
  readonly x: number;
  readonly width: number;
}

/** Clicks by country. The pointer or the arrow keys choose one; a click or Enter filters by it. */
export const WorldMap = (props: PanelsProps) => {
  const countries = useCountries(props);
  return countries ? <Countries {...props} groups={countries} /> : <MapSkeleton />;
};

const Countries = ({ search, onFilter, groups }: PanelsProps & { readonly groups: readonly Group[] }) => {
  const countries = groups.filter(({ key }) => key !== null && DRAWN.has(key));
  const [at, setAt] = useState<Place | null>(null);
  const known = new Map(countries.map((group) => [group.key ?? '', group]));
  const most = Math.max(1, ...countries.map(({ clicks }) => clicks));
  const held = new Set(conditionsOf(search.country).flatMap(({ value, excluded }) => (excluded ? [] : [value])));
  const choose = (code: string, excluded: boolean): void => onFilter('country', { value: code, excluded });
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (event.key === 'Escape') return setAt(null);
    if (event.key === 'Enter' && at) return choose(at.code, event.altKey);
    if (step === undefined) return;
    event.preventDefault();
    const now = countries.findIndex(({ key }) => key === at?.code);
    const next = countries[now < 0 ? 0 : Math.max(0, Math.min(countries.length - 1, now + step))];
    if (next?.key) setAt({ code: next.key, x: 0, width: event.currentTarget.clientWidth });
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const code = event.target instanceof SVGElement ? event.target.dataset['code'] : undefined;
    setAt(code === undefined ? null : { code, x: event.clientX - left, width });
  };
  const looks = (code: string) => ({
    'data-code': code,
    'data-current': at?.code === code || undefined,
    onClick: (event: { readonly altKey: boolean }) => choose(code, event.altKey),
    ...lookOf(known.get(code)?.clicks ?? 0, most, held.has(code)),
  });
  return (
    <div
      role="group"
      tabIndex={0}
      aria-label="Clicks by country. The arrow keys walk from the most to the fewest, Enter filters by one."
      className="relative rounded-md"
      onKeyDown={onKeyDown}
      onBlur={() => setAt(null)}
      onPointerMove={onPointerMove}
      onPointerLeave={() => setAt(null)}
    >
      <svg viewBox={`0 0 ${world.width} ${world.height}`} aria-hidden="true" className="block w-full">
        {world.areas.map(({ code, path }) => (
          <path key={code} d={path} {...looks(code)} />
        ))}
        {world.dots.map(({ code, x, y }) => (
          <circle key={code} cx={x} cy={y} r={known.has(code) ? 5 : 2} {...looks(code)} />
        ))}
      </svg>
      {at && <Named place={at} group={known.get(at.code)} />}
    </div>
  );
};

/** The more clicks the stronger, by the root: else one country outshines all others. */
const lookOf = (clicks: number, most: number, isHeld: boolean) => ({
  className:
    `cursor-pointer stroke-[.6] hover:stroke-ink data-current:stroke-ink data-current:stroke-[1.5] ` +
    `${clicks > 0 ? 'fill-accent' : 'fill-hover'} ${isHeld ? 'stroke-ink stroke-[1.5]' : 'stroke-bg'}`,
  fillOpacity: clicks > 0 ? 0.25 + 0.75 * Math.sqrt(clicks / most) : 1,
});

const Named = ({ place: { code, x, width }, group }: { readonly place: Place; readonly group: Group | undefined }) => {
  const { clicks, unique_clicks: visitors } = group ?? { clicks: 0, unique_clicks: 0 };
  return (
    <>
      <Card x={x} width={width} title={country(code)} clicks={clicks} visitors={visitors} before={undefined} />
      <span className="sr-only" aria-live="polite">
        {`${country(code)}: ${plural(clicks, 'click')}, ${plural(visitors, 'visitor')}`}
      </span>
    </>
  );
};
