import { Failure } from '../failure';
import type { Api } from './api';
import { DEMO_TAG, type PlannedLink } from './catalogue';
import type { MadeLink } from './records';

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
 */
export const ensureLinks = async (
  api: Api,
  planned: readonly PlannedLink[],
): Promise<{ made: readonly MadeLink[]; created: number }> => {
  const known = new Map((await demoLinks(api)).map((link) => [link.title, link]));
  const made: MadeLink[] = [];
  let created = 0;
  for (const { body } of planned) {
    const there = known.get(body.title);
    if (!there) created += 1;
    made.push(there ? await withRevision(api, there.id) : await create(api, body));
  }
  return { made, created };
};

const withRevision = async (api: Api, id: string): Promise<MadeLink> => madeOf(api, 'GET', `/v1/links/${id}`);

const create = async (api: Api, { alias, ...body }: PlannedLink['body']): Promise<MadeLink> => {
  const { status, body: link, headers } = await api.send<Record>('POST', '/v1/links', { ...body, alias });
  if (status === 409) return madeOf(api, 'POST', '/v1/links', body);
  return checked(status, link, headers);
};

const madeOf = async (api: Api, method: 'GET' | 'POST', path: string, sent?: object): Promise<MadeLink> => {
  const { status, body, headers } = await api.send<Record>(method, path, sent);
  return checked(status, body, headers);
};

const checked = (status: number, link: Record, headers: Headers): MadeLink => {
  if (status !== 200 && status !== 201)
    throw new Failure(`A link could not be made (${status}): ${JSON.stringify(link)}`);
  return { ...link, revision: /\d+/.exec(headers.get('etag') ?? '')?.[0] ?? '0' };
};
