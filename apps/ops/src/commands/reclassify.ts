import { ENRICHMENT_RULES } from '@contexts/clicks';
import { type AnalyticsClient, rederive, snapshotClicks, stampClicks } from '@platform/analytics-store';
import { openReclassifications, type Reclassification, type Reclassifications } from '@platform/click-counters';
import { clickLogId } from '@platform/click-log';
import { openGeoIp } from '@platform/geoip';
import { type AnalyticsAccess, type AnalyticsSite, withAnalytics } from '../analytics';
import { Failure } from '../failure';
import { progress, type CommandReport } from '../output';
import { correctAll } from '../reclassify/count';
import { clickLog } from '../reclassify/readers';
import { dimensions, STALE_VERDICTS, staleDimensions, verdicts } from '../reclassify/derivations';
import { pipelinesOf } from '../reclassify/pipelines';

interface Options {
  /** Also describes clicks of the present rules again, for a new geographic database. */
  readonly all: boolean;
  readonly json: boolean;
  /** Links whose counters are corrected at once; some hundreds by default. */
  readonly linksAtOnce?: number;
  /** Milliseconds to wait until pending clicks are counted; a minute by default. */
  readonly catchUpMs?: number;
}

interface Done {
  /** Clicks that were judged again, that were described again, and whose verdict changed. */
  readonly judged: number;
  readonly described: number;
  readonly turned: number;
}

/**
 * `ops clicks reclassify`: judges and describes old clicks by the present rules, then corrects the counters of links by
 * the difference, while clicks come in. After an interruption, a second run goes on where the first one stopped.
 */
export const reclassify = (installation: AnalyticsSite, options: Options): Promise<CommandReport> =>
  withAnalytics(installation, (analytics) =>
    alone(installation, async (runs) => {
      await demandTable(analytics.client);
      const store = installation.config.clickHouseUrl ? 'server' : await clickLogId(clickLog(installation));
      const begun = await runs.begin(store);
      // Count the marks of an interrupted run first: more marks would change what is being counted.
      if (begun.state === 'counting') await finish(installation, analytics, runs, begun, options);
      const run = begun.state === 'counting' ? await runs.begin(store) : begun;
      const done = await classify(installation, analytics, run, options);
      await runs.enter(run.run, 'counting');
      await finish(installation, analytics, runs, run, options);
      return reportOf(done);
    }),
  );

const finish = async (
  installation: AnalyticsSite,
  { client, loading }: AnalyticsAccess,
  runs: Reclassifications,
  run: Reclassification,
  options: Options,
): Promise<void> => {
  const { linksAtOnce, catchUpMs } = options;
  const pipelines = await pipelinesOf(installation, runs, { loading, ...(catchUpMs !== undefined && { catchUpMs }) });
  await correctAll(client, runs, run, pipelines, linksAtOnce);
  await runs.enter(run.run, 'done');
};

const classify = async (
  { config, log }: AnalyticsSite,
  { client }: AnalyticsAccess,
  { run }: Reclassification,
  { all, json }: Options,
): Promise<Done> => {
  const geography = openGeoIp({ ...(config.geoipDb !== undefined && { path: config.geoipDb }), log });
  const stale = staleDimensions(all);
  const [judged, described] = [await count(client, STALE_VERDICTS), await count(client, stale)];
  await snapshotClicks(client);
  const steps = [...(judged > 0 ? [verdicts(run)] : []), ...(described > 0 ? dimensions(geography, all) : [])];
  const onProgress = progress('clicks', json);
  for (const [index, step] of steps.entries()) {
    await rederive(client, step);
    onProgress(BigInt(index + 1), BigInt(steps.length));
  }
  if (described > 0) await stampClicks(client, { enrichment: ENRICHMENT_RULES, where: stale });
  return { judged, described, turned: await count(client, `reclassified = ${run}`) };
};

const count = async (client: AnalyticsClient, where: string): Promise<number> => {
  const [row] = await client.rows<{ clicks: string }>(`SELECT count() AS clicks FROM clicks WHERE ${where}`);
  return Number(row?.clicks ?? 0);
};

/** The product migrates, not ops. */
const demandTable = async (client: AnalyticsClient): Promise<void> => {
  const found = await client.rows(
    "SELECT 1 FROM system.columns WHERE database = currentDatabase() AND table = 'clicks' AND name = 'reclassified'",
  );
  if (found.length === 0)
    throw new Failure(
      'The table of clicks is of an older version, or there is none. Start this version of the product once: ' +
        'it migrates at its start.',
    );
};

const alone = async <T>({ url }: AnalyticsSite, run: (runs: Reclassifications) => Promise<T>): Promise<T> => {
  const runs = await openReclassifications(url);
  try {
    if (!(await runs.lock())) throw new Failure('Another process reclassifies clicks at this moment. Wait for it.');
    return await run(runs);
  } finally {
    await runs.close();
  }
};

const reportOf = ({ judged, described, turned }: Done): CommandReport => ({
  value: { judged, described, turned },
  lines:
    judged + described === 0
      ? ['Every click is of the present rules. Nothing was changed.']
      : [
          `${judged} clicks judged anew, ${turned} of them now otherwise; ${described} described anew. ` +
            `The counters of links agree.`,
        ],
});
