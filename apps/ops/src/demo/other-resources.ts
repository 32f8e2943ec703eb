import { poll } from '@platform/async';
import { type Api, apiOf } from './api';
import { plannedCampaigns } from './campaigns';
import { SITE } from './catalogue';
import { usedKeys } from './keys';
import type { MadeLink } from './records';
import { ensure, type WantedRecords } from './things';

/** The owner of the bootstrap, whose password may have changed since. */
export interface DemoOwner {
  readonly email: string;
  readonly password: string;
}

/** What a workspace has beside links, in words with their numbers, and what could not be made and why. */
export interface OtherResources {
  readonly there: readonly string[];
  readonly refused: readonly string[];
}

const POLL_MS = 200;
const IMPORTED_WITHIN_MS = 60_000;
const IMPORT_TAG = 'demo-import';

/** The first has deliveries, all of which fail: no server has its address. The other is paused. */
const WEBHOOKS: WantedRecords = {
  path: '/v1/webhooks',
  by: 'url',
  things: [
    {
      body: {
        url: 'https://hooks.example.invalid/waymark',
        events: ['campaign.ended', 'qr_code.created'],
        description: 'Shows failed deliveries: no server has this address.',
      },
      then: [['POST', '/test']],
    },
    {
      body: {
        url: 'https://crm.example.com/hooks/waymark',
        events: ['link.*', 'link.clicks'],
        description: 'Clicks of the newsletter to the CRM',
        filters: { tags: ['campaign'] },
        active: false,
      },
    },
  ],
};

const DOMAINS: WantedRecords = {
  path: '/v1/domains',
  by: 'hostname',
  things: [{ body: { hostname: 'go.shop.example.com', not_found_url: SITE } }],
};

const INVITATIONS: WantedRecords = {
  path: '/v1/workspace/invitations',
  by: 'email',
  things: [{ body: { email: 'sam@example.com', role: 'member' } }],
};

/** Of those links that were made. */
const qrCodes = (links: readonly MadeLink[]): WantedRecords => {
  const of = (title: string, body: object) =>
    links.filter((link) => link.title === title).map(({ id }) => ({ body: { link_id: id, ...body } }));
  return {
    path: '/v1/qr-codes',
    by: 'name',
    things: [
      ...of('Home', { name: 'Business card', format: 'svg', level: 'M' }),
      ...of('Store finder', { name: 'Shop window', size: 1024, fg_color: '#0B3D91', level: 'Q' }),
      ...of('Menu card', { name: 'Menu card', size: 800, fg_color: '#7A1F1F', bg_color: '#FFF8E7', level: 'H' }),
      { body: { name: 'Receipt', url: `${SITE}/feedback`, size: 300, margin: 2, level: 'L' } },
    ],
  };
};

/** Two of its rows cannot become links. */
const ROWS = `destination_url,alias,title,tags
${SITE}/lookbook,lookbook,Lookbook,"${IMPORT_TAG},print"
${SITE}/gift-cards,gift-cards,Gift cards,"${IMPORT_TAG},retail"
shop.example.com/no-scheme,no-scheme,Without a scheme,${IMPORT_TAG}
${SITE}/returns,returns,Returns,"${IMPORT_TAG},site"
${SITE}/twice,lookbook,The alias is taken,${IMPORT_TAG}
`;

const hasImported = async (api: Api): Promise<boolean> =>
  (await api.get<{ count: number }>(`/v1/links/count?tags=${IMPORT_TAG}`)).count > 0;

/** Imports a file once: a link of it says that it was imported. */
const ensureImport = async (api: Api): Promise<readonly string[]> => {
  if (await hasImported(api)) return [];
  const { status, body } = await api.send<{ id: string }>('POST', '/v1/links/import', ROWS);
  if (status !== 202) return [`an import: ${JSON.stringify(body)}`];
  const ended = await poll(
    async () => (await api.get<{ ended_at: string | null }>(`/v1/imports/${body.id}`)).ended_at ?? undefined,
    { everyMs: POLL_MS, withinMs: IMPORTED_WITHIN_MS },
  );
  return ended === undefined ? ['an import: it has not ended within a minute'] : [];
};

/** Invites a person, which only an owner who is signed in can. @returns why not, if so */
const ensureInvitation = async (api: Api, { workspaceId, owner }: DemoWorkspace): Promise<readonly string[]> => {
  if (!owner) return ['an invitation: only an owner who is signed in can invite'];
  const login = { email: owner.email, password: owner.password };
  const { status, body } = await api.send<Session>('POST', '/v1/auth/login', login);
  if (status !== 200 || body.workspace?.id !== workspaceId)
    return ['an invitation: the login of bootstrap.json does not open this workspace'];
  const session = apiOf(api.url, body.access_token);
  const { refused } = await ensure(session, INVITATIONS);
  await session.send('POST', '/v1/auth/logout');
  return refused;
};

interface Session {
  readonly access_token: string;
  readonly workspace: { readonly id: string } | null;
}

export interface DemoWorkspace {
  readonly workspaceId: string;
  readonly owner: DemoOwner | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Makes campaigns, and before them the webhooks that hear of them. @returns the ids of the campaigns by name, too */
export const ensureCampaigns = async (
  api: Api,
  now: number,
): Promise<OtherResources & { readonly ids: ReadonlyMap<string, string> }> => {
  const webhooks = await ensure(api, WEBHOOKS);
  const campaigns = await ensure(api, plannedCampaigns(now));
  return {
    ids: campaigns.ids,
    there: [`${campaigns.ids.size} campaigns`, `${webhooks.ids.size} webhooks`],
    refused: [...webhooks.refused, ...campaigns.refused],
  };
};

/** Makes what needs links, and what needs nothing. */
export const ensureRest = async (api: Api, links: readonly MadeLink[], of: DemoWorkspace): Promise<OtherResources> => {
  const kinds: readonly (readonly [string, WantedRecords])[] = [
    ['QR codes', qrCodes(links)],
    ['API keys', usedKeys(api, of.now)],
    ['domain', DOMAINS],
  ];
  const there: string[] = [];
  const refused: string[] = [];
  for (const [name, kind] of kinds) {
    const ensured = await ensure(api, kind);
    there.push(`${ensured.ids.size} ${name}`);
    refused.push(...ensured.refused);
  }
  return { there, refused: [...refused, ...(await ensureImport(api)), ...(await ensureInvitation(api, of))] };
};
