import { type AnalyticsClient, changedLinks, deltasOf, mendedVisitors } from '@platform/analytics-store';
import type { Correction, PageStart, Reclassification, Reclassifications } from '@platform/click-counters';
import { type Cursor, sealedUpTo } from '@platform/click-log';
import type { Analytics, Site } from '../analytics';
import { clickLog, counterOf, loadedUpTo, reaches } from './readers';

/** Links whose counters are corrected in one transaction, during which no click is counted. */
const LINKS_AT_ONCE = 500;
/** For a product that is busy with a backlog; it moves on meanwhile. */
const CATCH_UP_MS = 60_000;
/** The transaction that waits is cut after 10 s. */
const LOADED_MS = 5_000;

const NOT_COUNTED = 'Clicks wait in the journal and are not counted yet. Run the product until they are, then this command again; it goes on where it stopped.';
const NOT_LOADED = 'Clicks that have been counted are not in the analytics store yet. When the product has loaded them, run this command again; it goes on where it stopped.';

/**
 * Corrects the counters of links by what a run has turned round, page by page, each exactly once.
 *
 * Uniques make the order matter: the difference is taken from clicks that contain all that are counted, and all that were
 * turned round are counted, so neither a click under way nor a visitor of today is counted twice or not at all. So the
 * counters' cursor is held while the loader comes up to it, and before that the counters come up to the log.
 */
export const correctAll = async (
  installation: Site, { client: engine, loading }: Analytics, runs: Reclassifications, { run }: Reclassification, linksAtOnce = LINKS_AT_ONCE,
): Promise<void> => {
  if ((await changedLinks(engine, run, '', 1)).length === 0) return;
  const directory = clickLog(installation);
  const reader = await counterOf(installation);
  await reaches(directory, async () => (await runs.countedUpTo(reader)) as Cursor, await sealedUpTo(directory), loading ? CATCH_UP_MS : 0, NOT_COUNTED);
  const correction = async ({ counted, since, after }: PageStart) => {
    await reaches(directory, () => loadedUpTo(installation), counted as Cursor, loading ? LOADED_MS : 0, NOT_LOADED);
    return pageOf(engine, run, { after, since, linksAtOnce });
  };
  while (await runs.correct({ run, reader, correction }));
};

interface Of {
  readonly after: string;
  readonly since: string;
  readonly linksAtOnce: number;
}

const pageOf = async (engine: AnalyticsClient, run: number, { after, since, linksAtOnce }: Of): Promise<Correction | null> => {
  const links = await changedLinks(engine, run, after, linksAtOnce);
  const through = links.at(-1)?.link_id;
  if (through === undefined) return null;
  const [deltas, visitors] = await Promise.all([deltasOf(engine, run, links), mendedVisitors(engine, run, links, since)]);
  return { deltas, visitors, through };
};
