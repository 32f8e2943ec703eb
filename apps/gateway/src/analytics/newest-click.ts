import type { AnalyticsReader } from '@platform/analytics-store';

/**
 * The `as_of` of a gateway that has neither a loader beside it nor Kafka: the time of the newest click that any loader
 * has loaded. The engine reads it from the bounds of the partitions, without reading clicks.
 */
export const newestClickIn = (client: AnalyticsReader) => async (): Promise<string> => {
  const [row] = await client.rows<{ newest: string }>('SELECT toUnixTimestamp64Milli(max(time)) AS newest FROM clicks');
  return new Date(Number(row?.newest ?? 0)).toISOString();
};
