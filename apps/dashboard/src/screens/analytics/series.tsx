import { TableIcon } from '@primer/octicons-react';
import { useState } from 'react';
import type { Analytics } from '../../api/queries';
import { Button } from '../../ui/button';
import { number } from '../../ui/format';
import { Skeleton } from '../../ui/states';
import { namingOf } from './axis';
import { Chart } from './chart';

/** Clicks over time, as a chart or as a table. */
export const Series = ({
  analytics,
  onZoom,
}: {
  readonly analytics: Analytics | undefined;
  readonly onZoom: (start: string, end: string) => void;
}) => {
  const [asTable, setAsTable] = useState(false);
  if (!analytics)
    return (
      <div className="px-4 pb-4">
        <Skeleton className="h-60 w-full" />
      </div>
    );
  return (
    <div className="relative px-2 pb-2 md:px-3">
      <div className="absolute -top-9 right-2 z-1">
        <Button
          tone="quiet"
          size="icon"
          aria-label="As a table"
          title="As a table"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
          icon={<TableIcon />}
          className="aria-pressed:bg-hover"
        />
      </div>
      {asTable ? <Table analytics={analytics} /> : <Chart analytics={analytics} onZoom={onZoom} />}
    </div>
  );
};

const Table = ({ analytics }: { readonly analytics: Analytics }) => {
  const naming = namingOf(analytics);
  return (
    <div className="h-60 overflow-y-auto" tabIndex={0} role="region" aria-label="Clicks over time">
      <table className="w-full">
        <thead className="bg-bg text-soft sticky top-0 text-sm">
          <tr>
            <th scope="col" className="px-2 py-1.5 text-left font-medium">
              Time
            </th>
            <th scope="col" className="px-2 py-1.5 text-right font-medium">
              Clicks
            </th>
            <th scope="col" className="px-2 py-1.5 text-right font-medium">
              Visitors
            </th>
            {analytics.comparison && (
              <th scope="col" className="px-2 py-1.5 text-right font-medium">
                Clicks then
              </th>
            )}
          </tr>
        </thead>
        <tbody className="tabular">
          {analytics.timeseries.map((point, index) => (
            <tr key={point.start} className="border-line border-t">
              <th scope="row" className="px-2 py-1 text-left font-normal">
                {naming.full(point)}
              </th>
              <td className="px-2 py-1 text-right">{number(point.clicks)}</td>
              <td className="px-2 py-1 text-right">{number(point.unique_clicks)}</td>
              {analytics.comparison && (
                <td className="text-soft px-2 py-1 text-right">
                  {number(analytics.comparison.timeseries[index]?.clicks ?? 0)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
