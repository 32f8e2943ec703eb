import { type AnalyticsClient, changedLinks, correctionOf } from '@platform/analytics-store';
import type { Correction, PageStart, Reclassification, Reclassifications } from '@platform/click-counters';
import type { Way } from './ways';

/** Links whose counters are corrected in one transaction, during which no click is counted. */
const LINKS_AT_ONCE = 500;

/**
 * Corrects the counters of links by what a run has turned round, page by page, each exactly once.
 *
 * Uniques make the order matter: the difference is taken from clicks that contain all that are counted, and all that were
 * turned round are counted, so neither a click under way nor a visitor of today is counted twice or not at all. So counting
 * stands still while what is counted is loaded, and before that what is loaded is counted, by each way that clicks come.
 */
export const correctAll = async (
  engine: AnalyticsClient,
  runs: Reclassifications,
  { run }: Reclassification,
  ways: readonly Way[],
  linksAtOnce = LINKS_AT_ONCE,
): Promise<void> => {
  if ((await changedLinks(engine, run, '', 1)).length === 0) return;
  for (const way of ways) await way.counted();
  const correction = async (from: PageStart) => {
    for (const way of ways) await way.loaded();
    return pageOf(engine, run, from, linksAtOnce);
  };
  while (await runs.correct({ run, correction }));
};

const pageOf = async (
  engine: AnalyticsClient,
  run: number,
  { after, since }: PageStart,
  linksAtOnce: number,
): Promise<Correction | null> => {
  const links = await changedLinks(engine, run, after, linksAtOnce);
  const through = links.at(-1)?.link_id;
  return through === undefined ? null : { ...(await correctionOf(engine, run, links, since)), through };
};
