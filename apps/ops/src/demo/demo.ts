import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@platform/config';
import { createLogger } from '@platform/telemetry';
import { Failure, fromOption, WrongUse } from '../failure';
import { progress, type CommandReport } from '../output';
import { type Api, apiOf } from './api';
import { plannedLinks } from './catalogue';
import { countedOn, demoLinks, ensureLinks } from './links';
import type { MadeLink } from './records';
import { ensureCampaigns, ensureRest, type DemoOwner } from './other-resources';
import { VisibleClicks } from './visible-clicks';
import { type WriteClicks, writeClicks, type WrittenClicks } from './write-clicks';

export interface DemoOptions {
  readonly clicks: string | undefined;
  readonly links: string | undefined;
  readonly seed: string | undefined;
  /** The product's address, where it is not the one in DATA_DIR's bootstrap.json. */
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly json: boolean;
}

const CLICKS = 200_000;
const LINKS = 60;

/**
 * `ops demo`: fills a workspace of a running product with links, a plausible year of clicks, and some of everything else.
 * Makes nothing twice.
 */
export const demo = async (config: Config, options: DemoOptions): Promise<CommandReport> => {
  const planned = plannedLinks(numberOf('links', options.links, LINKS, 1, 5_000));
  const wanted = numberOf('clicks', options.clicks, CLICKS, 0, 50_000_000);
  const seed = numberOf('seed', options.seed, 1, 0, 2 ** 32 - 1);
  const { api, directory, owner } = await product(config, options);
  const { id: workspaceId } = await api.get<{ id: string }>('/v1/workspace');
  const now = Date.now();
  const { ids, ...campaigns } = await ensureCampaigns(api, now);
  const { made, created } = await ensureLinks(api, planned, ids);
  const rest = await ensureRest(api, made, { workspaceId, owner, now });
  const before = countedOn(await demoLinks(api));
  const value = { workspace_id: workspaceId, links: made.length, created };
  const intro = [
    `${made.length} links are there, ${created} of them new.`,
    `Beside them: ${[...campaigns.there, ...rest.there].join(', ')}.`,
    ...[...campaigns.refused, ...rest.refused].map((text) => `Not made: ${text}`),
  ];
  // A second run adds clicks only with --clicks.
  const clicks = directory === null || (options.clicks === undefined && before > 0) ? 0 : wanted;
  if (directory === null || clicks === 0)
    return {
      value: { ...value, clicks: 0, bot_clicks: 0 },
      lines: [...intro, ...whyNone(directory, before), '', ...nextSteps(api, made[0])],
    };

  const year = { directory, workspaceId, made, links: planned, clicks, seed, now };
  const { written, wroteIn, seconds } = await addClicks(api, year, options.json);
  return {
    value: { ...value, clicks: written.people, bot_clicks: written.bots, seconds },
    lines: [
      ...intro,
      `${count(clicks)} clicks of a year, written in ${wroteIn} s and shown after ${seconds} s: ` +
        `${count(written.people)} of people, ${count(written.bots)} of bots.`,
      '',
      ...nextSteps(api, ...best(made, written), written),
    ],
  };
};

/** Writes the clicks and waits until the product returns them. Times are in seconds since the call. */
const addClicks = async (
  api: Api,
  year: Omit<WriteClicks, 'log' | 'onProgress'>,
  json: boolean,
): Promise<{ readonly written: WrittenClicks; readonly wroteIn: number; readonly seconds: number }> => {
  const began = performance.now();
  const visible = await VisibleClicks.since(api, year.now);
  const log = createLogger({ level: 'error', destination: process.stderr });
  const written = await writeClicks({ ...year, log, onProgress: progress('writing clicks', json) });
  const wroteIn = secondsSince(began);
  await visible.waitFor(year.clicks, progress('loading clicks', json));
  return { written, wroteIn, seconds: secondsSince(began) };
};

/** The product's API and, if it is on this machine, its click log: only there can past clicks be added. */
const product = async (
  { dataDir }: Config,
  { url, key }: DemoOptions,
): Promise<{ api: Api; directory: string | null; owner: DemoOwner | undefined }> => {
  const known = await bootstrapIn(dataDir);
  const [at, by] = [url ?? known?.base_url, key ?? known?.api_key];
  if (!at || !by) {
    throw new Failure(
      `There is no bootstrap.json in ${dataDir}. Start the product by "npm start" in another terminal, say where it ` +
        `is by DATA_DIR, or give --url and --key.`,
    );
  }
  const { host, origin } = fromOption('url', () => new URL(at));
  const directory = join(dataDir, 'clicks');
  const local = known !== undefined && host === new URL(known.base_url).host && existsSync(directory);
  return { api: apiOf(origin, by), directory: local ? directory : null, owner: local ? known : undefined };
};

type Bootstrap = DemoOwner & { readonly base_url: string; readonly api_key: string };

const bootstrapIn = async (dataDir: string): Promise<Bootstrap | undefined> => {
  const text = await readFile(join(dataDir, 'bootstrap.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new Failure(
      `${join(dataDir, 'bootstrap.json')} cannot be read: ${error.message}. Run this as the account of the product.`,
    );
  });
  return text === undefined ? undefined : (JSON.parse(text) as Bootstrap);
};

const whyNone = (directory: string | null, before: number): string[] => {
  if (directory === null)
    return [
      'No clicks were made: past clicks are written to the click log, so this needs the data directory (DATA_DIR) ' +
        'of that product.',
    ];
  return before > 0
    ? [`They have ${count(before)} clicks already. More of them: npm run demo -- --clicks ${CLICKS}`]
    : [];
};

const best = (made: readonly MadeLink[], { perLink }: WrittenClicks): [MadeLink | undefined, number] => {
  const most = Math.max(...perLink);
  return [made[perLink.indexOf(most)], most];
};

const nextSteps = ({ url }: Api, link: MadeLink | undefined, most?: number, written?: WrittenClicks): string[] => {
  const months = Object.entries(written?.months ?? {})
    .sort()
    .slice(-12);
  const expected = (text: string) => (written ? [`      ${text}`] : []);
  const ask = (path: string) => `  curl -s -H "Authorization: Bearer $KEY" "${url}${path}"`;
  return [
    'Look at it (KEY is the api_key of bootstrap.json, or yours):',
    ask('/v1/analytics/workspace?range=12m'),
    ...expected(
      `totals.clicks ${count(months.reduce((sum, [, clicks]) => sum + clicks, 0))}, by month ` +
        `${months.map(([, clicks]) => count(clicks)).join(' ')}`,
    ),
    ask('/v1/links?sort=clicks&limit=5'),
    ...expected(`first ${link?.title}, with ${count(most ?? 0)} clicks`),
    ...(link ? [ask(`/v1/analytics/links/${link.id}?range=12m&timezone=Europe/Berlin`), `  ${link.short_url}`] : []),
    ...(written ? ['The numbers are those of this run alone; clicks that were there before come on top.'] : []),
  ];
};

const numberOf = (name: string, text: string | undefined, usual: number, least: number, most: number): number => {
  if (text === undefined) return usual;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (!(value >= least && value <= most))
    throw new WrongUse(`--${name} must be a number from ${least} to ${most}, not ${text}`);
  return value;
};

const count = (value: number): string => value.toLocaleString('en-US');
const secondsSince = (began: number): number => Math.round((performance.now() - began) / 100) / 10;
