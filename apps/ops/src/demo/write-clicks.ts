import { openJournal } from '@platform/click-log';
import type { Logger } from '@platform/telemetry';
import type { MadeLink } from './records';
import { recorder } from './records';
import { clicksOfYear, type YearOptions } from './year';

export interface WrittenClicks {
  readonly people: number;
  readonly bots: number;
  /** Clicks of people by UTC month, `2026-11`. */
  readonly months: Readonly<Record<string, number>>;
  /** Clicks of people by link, in the order of the links. */
  readonly perLink: readonly number[];
}

export interface WriteClicks extends YearOptions {
  /** Of the click log. */
  readonly directory: string;
  readonly workspaceId: string;
  readonly made: readonly MadeLink[];
  readonly log: Logger;
  readonly onProgress: (done: bigint, all: bigint) => void;
}

/** Appends that wait for the disk at a time; the journal refuses above 20,000. */
const AT_ONCE = 5_000;

/**
 * Writes a year of clicks into the log of a running product, by a separate journal: readers follow every journal in the
 * directory. When it resolves, the clicks are on disk and sealed. Throws JournalUnavailable when the disk fails.
 */
export const writeClicks = async ({
  directory,
  workspaceId,
  made,
  log,
  onProgress,
  ...year
}: WriteClicks): Promise<WrittenClicks> => {
  const record = recorder(workspaceId, made);
  const perLink = made.map(() => 0);
  const months: Record<string, number> = {};
  let [people, bots] = [0, 0];
  const journal = await openJournal({ directory, log });
  try {
    let waiting: Promise<void>[] = [];
    for (const click of clicksOfYear(year)) {
      const { payload, isBot } = record(click);
      waiting.push(journal.append(payload, click.at));
      const month = new Date(click.at).toISOString().slice(0, 7);
      if (isBot) bots += 1;
      else {
        people += 1;
        perLink[click.link] = (perLink[click.link] ?? 0) + 1;
        months[month] = (months[month] ?? 0) + 1;
      }
      if (waiting.length < AT_ONCE) continue;
      await Promise.all(waiting);
      waiting = [];
      onProgress(BigInt(people + bots), BigInt(year.clicks));
    }
    await Promise.all(waiting);
  } finally {
    await journal.close();
  }
  onProgress(1n, 1n);
  return { people, bots, months, perLink };
};
