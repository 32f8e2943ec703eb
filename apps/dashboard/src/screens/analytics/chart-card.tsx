import { number } from '../../ui/format';

interface CardProps {
  readonly x: number;
  readonly width: number;
  readonly title: string;
  readonly clicks: number;
  readonly visitors: number;
  readonly before: { readonly title: string; readonly clicks: number } | undefined;
}

/** What a point says, beside it. */
export const Card = ({ x, width, title, clicks, visitors, before }: CardProps) => (
  <div
    aria-hidden="true"
    style={{ left: x, transform: `translateX(${x > width - 190 ? 'calc(-100% - 10px)' : '10px'})` }}
    className="bg-raised border-line shadow-lift pointer-events-none absolute top-3 rounded-lg border px-3 py-2 text-sm whitespace-nowrap"
  >
    <p className="text-soft">{title}</p>
    <p className="tabular font-semibold">
      {number(clicks)} <span className="text-soft font-normal">clicks</span>
    </p>
    <p className="tabular">
      {number(visitors)} <span className="text-soft">visitors</span>
    </p>
    {before && (
      <p className="text-soft border-line tabular mt-1 border-t pt-1">
        {before.title}: {number(before.clicks)} clicks
      </p>
    )}
  </div>
);
