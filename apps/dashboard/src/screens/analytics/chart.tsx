import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import type { Analytics } from '../../api/queries';
import { plural, tick } from '../../ui/format';
import { Card } from './chart-card';
import { labelled, linesFor, type Naming, namingOf } from './axis';

const HEIGHT = 240;
const LEFT = 44;
const RIGHT = 8;
const TOP = 10;
const BOTTOM = 26;

const useWidth = () => {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(800);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.max(240, entry.contentRect.width)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width] as const;
};

const scaleOf = (points: Analytics['timeseries']) => {
  const lines = linesFor(Math.max(0, ...points.map(({ clicks }) => clicks)));
  return { lines, top: lines.at(-1) ?? 1 };
};

interface ChartProps {
  readonly analytics: Analytics;
  /** A part of the window was marked. */
  readonly onZoom?: (start: string, end: string) => void;
}

/** Clicks over time. The pointer or the arrow keys walk through the points; dragging marks a part. */
export const Chart = ({ analytics, onZoom }: ChartProps) => {
  const { timeseries: points, comparison } = analytics;
  const others = comparison?.timeseries.slice(0, points.length) ?? [];
  const [ref, width] = useWidth();
  const [at, setAt] = useState<number | null>(null);
  const [from, setFrom] = useState<number | null>(null);
  const naming = namingOf(analytics);
  const { lines, top } = scaleOf([...points, ...others]);
  const x = (index: number): number => LEFT + (index * (width - LEFT - RIGHT)) / Math.max(1, points.length - 1);
  const y = (value: number): number => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM);
  const nearest = (event: PointerEvent<HTMLDivElement>): number => {
    const inside = event.clientX - event.currentTarget.getBoundingClientRect().left - LEFT;
    const share = inside / Math.max(1, width - LEFT - RIGHT);
    return Math.max(0, Math.min(points.length - 1, Math.round(share * (points.length - 1))));
  };
  const zoom = (one: number, other: number): void => {
    const [first, last] = [points[Math.min(one, other)], points[Math.max(one, other) + 1]];
    if (first && one !== other) onZoom?.(first.start, last?.start ?? analytics.end);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -points.length, End: points.length }[event.key];
    if (event.key === 'Escape') return setAt(null);
    if (step === undefined) return;
    event.preventDefault();
    setAt((now) => Math.max(0, Math.min(points.length - 1, (now ?? (step > 0 ? -1 : points.length)) + step)));
  };
  const [point, other] = at === null ? [] : [points[at], others[at]];
  return (
    <div
      ref={ref}
      role="group"
      tabIndex={0}
      aria-label="Clicks over time. The arrow keys walk through the points."
      className="relative touch-pan-y select-none rounded-md"
      onKeyDown={onKeyDown}
      onBlur={() => setAt(null)}
      onPointerMove={(event) => setAt(nearest(event))}
      onPointerLeave={() => (setAt(null), setFrom(null))}
      onPointerDown={(event) =>
        event.pointerType === 'mouse' && event.button === 0 && onZoom && setFrom(nearest(event))
      }
      onPointerUp={(event) => {
        if (from !== null) zoom(from, nearest(event));
        setFrom(null);
      }}
    >
      <svg width={width} height={HEIGHT} aria-hidden="true" className="block">
        <Grid lines={lines} width={width} y={y} />
        <Labels points={points} width={width} x={x} naming={naming} />
        <Before points={others} x={x} y={y} />
        <Area analytics={analytics} x={x} y={y} />
        {from !== null && at !== null && (
          <rect
            x={Math.min(x(from), x(at))}
            y={TOP}
            width={Math.abs(x(at) - x(from))}
            height={HEIGHT - TOP - BOTTOM}
            className="fill-accent"
            opacity=".14"
          />
        )}
        {point && at !== null && <Cursor x={x(at)} y={y(point.clicks)} />}
      </svg>
      {point && at !== null && (
        <Card
          x={x(at)}
          width={width}
          title={naming.full(point)}
          clicks={point.clicks}
          visitors={point.unique_clicks}
          before={other && { title: naming.full(other), clicks: other.clicks }}
        />
      )}
      <span className="sr-only" aria-live="polite">
        {point && `${naming.full(point)}: ${plural(point.clicks, 'click')}, ${plural(point.unique_clicks, 'visitor')}`}
        {other && `; ${naming.full(other)}: ${plural(other.clicks, 'click')}`}
      </span>
    </div>
  );
};

interface LabelsProps {
  readonly points: Analytics['timeseries'];
  readonly width: number;
  readonly x: (index: number) => number;
  readonly naming: Naming;
}

const Labels = ({ points, width, x, naming }: LabelsProps) =>
  labelled(points.length, width - LEFT).map((index) => {
    const point = points[index];
    return (
      point && (
        <text
          key={index}
          x={x(index)}
          y={HEIGHT - 7}
          // Those at the edges would be cut off.
          textAnchor={index === 0 ? 'start' : index === points.length - 1 ? 'end' : 'middle'}
          className="fill-faint text-[11px]"
        >
          {naming.short(point)}
        </text>
      )
    );
  });

const Grid = ({
  lines,
  width,
  y,
}: {
  readonly lines: readonly number[];
  readonly width: number;
  readonly y: (value: number) => number;
}) =>
  lines.map((value) => (
    <g key={value}>
      <line x1={LEFT} x2={width - RIGHT} y1={y(value)} y2={y(value)} className="stroke-line" />
      <text x={LEFT - 8} y={y(value) + 4} textAnchor="end" className="fill-faint tabular text-[11px]">
        {tick(value)}
      </text>
    </g>
  ));

interface AreaProps {
  readonly analytics: Analytics;
  readonly x: (index: number) => number;
  readonly y: (value: number) => number;
}

/** The same length of time before, dashed and behind. */
const Before = ({ points, x, y }: Omit<AreaProps, 'analytics'> & { readonly points: Analytics['timeseries'] }) =>
  points.length > 1 && (
    <path
      d={lineOf(points, x, y)}
      data-comparison
      fill="none"
      className="stroke-faint"
      strokeWidth="1.5"
      strokeDasharray="5 4"
      strokeLinejoin="round"
    />
  );

const lineOf = (
  points: readonly { readonly clicks: number }[],
  x: (index: number) => number,
  y: (value: number) => number,
  first = 0,
): string =>
  points
    .map(({ clicks }, index) => `${index === 0 ? 'M' : 'L'}${x(first + index).toFixed(1)} ${y(clicks).toFixed(1)}`)
    .join('');

/** The last point is dashed while it is still being counted. */
const Area = ({ analytics: { timeseries: points, as_of, end }, x, y }: AreaProps) => {
  const fade = useId();
  if (points.length === 0) return null;
  const isOpen = points.length > 1 && Date.parse(end) > Date.parse(as_of);
  const line = (part: readonly { readonly clicks: number }[], first = 0): string => lineOf(part, x, y, first);
  const closed = isOpen ? points.slice(0, -1) : points;
  return (
    <>
      <linearGradient id={fade} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" className="[stop-color:var(--accent)]" stopOpacity=".22" />
        <stop offset="1" className="[stop-color:var(--accent)]" stopOpacity="0" />
      </linearGradient>
      <path d={`${line(points)}L${x(points.length - 1)} ${y(0)}L${x(0)} ${y(0)}Z`} fill={`url(#${fade})`} />
      <path
        d={line(closed)}
        fill="none"
        className="stroke-accent"
        strokeWidth="2"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {isOpen && (
        <path
          d={line(points.slice(-2), points.length - 2)}
          fill="none"
          className="stroke-accent"
          strokeWidth="2"
          strokeDasharray="3 4"
          strokeLinecap="round"
        />
      )}
    </>
  );
};

const Cursor = ({ x, y }: { readonly x: number; readonly y: number }) => (
  <>
    <line x1={x} x2={x} y1={TOP} y2={HEIGHT - BOTTOM} className="stroke-control" />
    <circle cx={x} cy={y} r="4" className="fill-accent stroke-bg" strokeWidth="2" />
  </>
);
