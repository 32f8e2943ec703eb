import { Failure } from '../failure';
import type { Api } from './api';
import { DEMO_TAG, type PlannedLink } from './catalogue';
import type { MadeLink } from './records';
import { follow } from './things';

interface Record extends Omit<MadeLink, 'revision'> {
  readonly clicks: number;
  readonly bot_clicks: number;
}

interface List {
  readonly data: readonly Record[];
  readonly meta: { readonly next_cursor: string | null };
}

/** All demonstration links of the workspace. */
export const demoLinks = async (api: Api): Promise<readonly Record[]> => {
  const found: Record[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { data, meta }: List = await api.get<List>(`/v1/links?tags=${DEMO_TAG}&limit=100&cursor=${cursor}`);
    found.push(...data);
    cursor = meta.next_cursor;
  }
  return found;
};

/** Clicks that the records of these links count, bots included. */
export const countedOn = (links: readonly Pick<Record, 'clicks' | 'bot_clicks'>[]): number =>
  links.reduce((sum, { clicks, bot_clicks }) => sum + clicks + bot_clicks, 0);

/**
 * Creates the missing links. A link with the same title and the demonstration's tag counts as existing, so that none is
 * made twice. If an alias is taken, the link gets a random one.
 * @param campaigns ids by name
 */
export const ensureLinks = async (
  api: Api,
  planned: readonly PlannedLink[],
  campaigns: ReadonlyMap<string, string>,
): Promise<{ made: readonly MadeLink[]; created: number }> => {
  const known = new Map((await demoLinks(api)).map((link) => [link.title, link]));
  const made: MadeLink[] = [];
  let created = 0;
  for (const { body, campaign, then } of planned) {
    let id = known.get(body.title)?.id;
    if (id === undefined) {
      created += 1;
      id = await create(api, body, campaigns.get(campaign ?? ''));
      await follow(api, `/v1/links/${id}`, then);
    }
    made.push(await withRevision(api, id));
  }
  return { made, created };
};

const withRevision = async (api: Api, id: string): Promise<MadeLink> => {
  const { status, body, headers } = await api.send<Record>('GET', `/v1/links/${id}`);
  demand(status, body);
  return { ...body, revision: /\d+/.exec(headers.get('etag') ?? '')?.[0] ?? '0' };
};

/** @returns its id */
const create = async (
  api: Api,
  { alias, ...rest }: PlannedLink['body'],
  campaign: string | undefined,
): Promise<string> => {
  const body = { ...rest, ...(campaign !== undefined && { campaign_id: campaign }) };
  const first = await api.send<Record>('POST', '/v1/links', { ...body, alias });
  const { status, body: link } = first.status === 409 ? await api.send<Record>('POST', '/v1/links', body) : first;
  demand(status, link);
  return link.id;
};

const demand = (status: number, link: Record): void => {
  if (status !== 200 && status !== 201)
    throw new Failure(`A link could not be made (${status}): ${JSON.stringify(link)}`);
};
