import { copyClicks, createAnalyticsClient, migrateAnalytics } from '@platform/analytics-store';
import { withAnalytics } from '../analytics';
import { Failure, fromOption, messageOf, WrongUse } from '../failure';
import type { Installation } from '../installation';
import { progress, type CommandReport } from '../output';

interface Options {
  /** `http(s)://user:password@host:port/database` of a ClickHouse server. */
  readonly to: string;
  readonly json: boolean;
}

/** Statements on all clicks are slow. */
const TIMEOUT_MS = 600_000;

/** `ops copy clicks --to <http://…>`: makes the tables there, copies every click and compares. May be repeated. */
export const copyClicksTo = async (installation: Installation, { to, json }: Options): Promise<CommandReport> => {
  if (!/^https?:\/\//.test(to))
    throw new WrongUse('--to takes the address of a ClickHouse server, http://user:password@host:8123/database');
  if (installation.config.clickHouseUrl !== undefined)
    throw new Failure('CLICKHOUSE_URL is set: the clicks are on a server already. Its own tools copy them from there.');
  const target = fromOption('to', () => createAnalyticsClient({ url: to, timeout: TIMEOUT_MS }));
  try {
    await migrateAnalytics(target).catch((error: unknown) => {
      throw new Failure(`The server to copy to cannot be used: ${messageOf(error)}.`);
    });
    const { rows, differing } = await withAnalytics(installation, ({ client }) =>
      copyClicks(client, target, progress('copied', json)),
    );
    const equal = differing.length === 0;
    return {
      value: { rows, equal, differing },
      lines: equal
        ? [`${rows} clicks; the copy equals the original, journal by journal and month by month.`]
        : [
            `${rows} clicks; these differ, by month and journal. Run it again once the product is stopped and has ` +
              `loaded all of its clicks. What differs even then has changed since it was copied: drop its month there ` +
              `(ALTER TABLE clicks DROP PARTITION <month>) and run it again.`,
            ...differing,
          ],
      exitCode: equal ? 0 : 1,
    };
  } finally {
    await target.close();
  }
};
