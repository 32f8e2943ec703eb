import { inSpan } from '@platform/telemetry';

export interface Loaded {
  /** Of the journal. */
  readonly source: string;
  /** Number of the last click in the source. */
  readonly last: number;
  readonly clicks: number;
}

/**
 * An insert of clicks, as a trace of its own: a click record holds no trace. The span of a redirect has the source and the
 * number of its click, by which the insert is found.
 */
export const inLoadSpan = <T>({ source, last, clicks }: Loaded, work: () => Promise<T>): Promise<T> =>
  inSpan(
    'clicks.load',
    { parent: null, attributes: { 'waymark.source': source, 'waymark.last': last, 'waymark.clicks': clicks } },
    work,
  );
