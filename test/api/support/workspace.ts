import { type Address, type Answer, api, type Client, register, type Registered } from '../../support/waymark';
import { productUnderTest } from './product';
import { type Domain, newHostname, verify } from './domains';
import type { ApiKey, Campaign, Link, List, QrCode, Webhook } from './records';

/** A new workspace, and what a Read + Write key can do in it. */
export interface Workspace extends Client {
  readonly product: Address;
  readonly id: string;
  readonly owner: Registered;
  /** The token of the Read + Write key that the methods use. */
  readonly token: string;
  /** The same workspace with its owner's access token. */
  readonly user: Client;
  /** Creates a key as the owner. */
  createKey(fields?: object): Promise<ApiKey & { readonly key: string }>;
  /** Creates a link; this must succeed. */
  createLink(fields?: object): Promise<Link>;
  /** Creates a campaign; this must succeed. */
  createCampaign(fields?: object): Promise<Campaign>;
  /** Creates a QR code; this must succeed. */
  createQrCode(fields?: object): Promise<QrCode>;
  /** Creates a webhook, for all events by default; this must succeed. */
  createWebhook(fields?: object): Promise<Webhook & { readonly secret: string }>;
  /** Adds a domain under a new hostname; this must succeed. */
  addDomain(fields?: object): Promise<Domain>;
  /** Adds a domain, publishes its record and verifies it. */
  verifiedDomain(fields?: object): Promise<Domain>;
  /** The number of links that the list reports. */
  countLinks(): Promise<number>;
}

/** @param known its owner; absent: one who registers */
export const newWorkspace = async (product: Address = productUnderTest(), known?: Registered): Promise<Workspace> => {
  const owner = known ?? (await register(product));
  const user = api(product, owner.access_token);
  const createKey: Workspace['createKey'] = async (fields = {}) =>
    created(await user.post('/v1/api-keys', { name: 'A key', scope: 'Read + Write', ...fields }));
  const { key: token } = await createKey();
  const client = api(product, token);
  const addDomain: Workspace['addDomain'] = async (fields = {}) =>
    created(await client.post<Domain>('/v1/domains', { hostname: newHostname(), ...fields }));
  return {
    ...client,
    product,
    id: owner.workspace.id,
    owner,
    token,
    user,
    createKey,
    createLink: async (fields = {}) =>
      created(await client.post<Link>('/v1/links', { destination_url: 'https://example.com/', ...fields })),
    createCampaign: async (fields = {}) =>
      created(await client.post<Campaign>('/v1/campaigns', { name: 'Summer', ...fields })),
    createQrCode: async (fields = {}) =>
      created(await client.post<QrCode>('/v1/qr-codes', { url: 'https://example.com/', ...fields })),
    createWebhook: async (fields = {}) =>
      created(await client.post('/v1/webhooks', { url: 'https://hooks.example.com/', events: ['*'], ...fields })),
    addDomain,
    verifiedDomain: async (fields = {}) => verify(client, await addDomain(fields)),
    countLinks: async () => (await client.get<List<Link>>('/v1/links?limit=1')).body.meta.total,
  };
};

const created = <T>({ status, body, text }: Answer<T>): T => {
  if (status !== 201) throw new Error(`expected 201, was ${status}: ${text}`);
  return body;
};

/** A workspace for the tests of a file or a describe block; created before the first of them. */
export const useWorkspace = (): Workspace => {
  const workspace = {} as Workspace;
  beforeAll(async () => void Object.assign(workspace, await newWorkspace()));
  return workspace;
};
