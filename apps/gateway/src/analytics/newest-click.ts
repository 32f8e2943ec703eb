import type { AnalyticsReader } from '@platform/analytics-store';

/**
 * Up to when clicks are contained, as a gateway can tell that has neither a loader beside it nor Kafka: the time of the newest click that
 * was loaded, by whichever loader. Read from the bounds of the partitions and so without reading clicks.
 */
export const newestClickIn = (client: AnalyticsReader) => async (): Promise<string> => {
  const [row] = await client.rows<{ newest: string }>('SELECT toUnixTimestamp64Milli(max(time)) AS newest FROM clicks');
  return new Date(Number(row?.newest ?? 0)).toISOString();
};
