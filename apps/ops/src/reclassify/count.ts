import { type AnalyticsClient, changedLinks, correctionOf } from '@platform/analytics-store';
import type { Correction, PageStart, Reclassification, Reclassifications } from '@platform/click-counters';
import type { ClickPipeline } from './pipelines';

/** Links whose counters are corrected in one transaction, during which no click is counted. */
const LINKS_AT_ONCE = 500;

/**
 * Corrects the counters of links by the verdicts that a run has changed: page by page, each page exactly once.
 *
 * Unique visitors make the order matter. First, every click whose verdict changed must be counted. Then counting stops,
 * every counted click must be loaded, and the loaded clicks give the difference. Otherwise a pending click or a visitor
 * of today could be counted twice or not at all.
 */
export const correctAll = async (
  engine: AnalyticsClient,
  runs: Reclassifications,
  { run }: Reclassification,
  pipelines: readonly ClickPipeline[],
  linksAtOnce = LINKS_AT_ONCE,
): Promise<void> => {
  if ((await changedLinks(engine, run, '', 1)).length === 0) return;
  for (const pipeline of pipelines) await pipeline.counted();
  const correction = async (from: PageStart) => {
    for (const pipeline of pipelines) await pipeline.loaded();
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
