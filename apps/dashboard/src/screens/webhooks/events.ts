import type { components } from '../../api/openapi';

type Schemas = components['schemas'];
type ClickName = Schemas['LinkClickedWebhookEvent' | 'LinkClicksWebhookEvent']['type'];
type Name = Exclude<Schemas['WebhookEvent']['type'], ClickName>;
type KindOf<N> = N extends `${infer K}.${string}` ? K : never;
/** What the names of events begin with: a kind of resource. */
export type Kind = KindOf<Name>;

/** Words for every event of every kind. The types fail to compile where an event of the API has none. */
const WORDS: {
  readonly [K in Kind]: {
    readonly label: string;
    readonly names: { readonly [N in Extract<Name, `${K}.${string}`>]: string };
  };
} = {
  link: {
    label: 'Links',
    names: {
      'link.created': 'Created',
      'link.updated': 'Changed',
      'link.disabled': 'Disabled',
      'link.enabled': 'Enabled',
      'link.archived': 'Archived',
      'link.unarchived': 'Taken out of the archive',
      'link.expired': 'Expired',
      'link.limit_reached': 'Limit of clicks reached',
      'link.deleted': 'Deleted',
      'link.restored': 'Restored',
    },
  },
  campaign: {
    label: 'Campaigns',
    names: {
      'campaign.created': 'Created',
      'campaign.updated': 'Changed',
      'campaign.started': 'Started',
      'campaign.paused': 'Paused',
      'campaign.resumed': 'Resumed',
      'campaign.ended': 'Ended',
      'campaign.deleted': 'Deleted',
    },
  },
  domain: {
    label: 'Domains',
    names: {
      'domain.created': 'Added',
      'domain.verified': 'Verified',
      'domain.failed': 'Failed',
      'domain.updated': 'Changed',
      'domain.removed': 'Removed',
    },
  },
  qr_code: {
    label: 'QR codes',
    names: {
      'qr_code.created': 'Created',
      'qr_code.updated': 'Changed',
      'qr_code.deleted': 'Deleted',
    },
  },
  api_key: {
    label: 'API keys',
    names: {
      'api_key.created': 'Created',
      'api_key.renamed': 'Renamed',
      'api_key.rotated': 'Rotated',
      'api_key.grace_expired': 'Grace is over',
      'api_key.revoked': 'Revoked',
      'api_key.expired': 'Expired',
    },
  },
  webhook: {
    label: 'Other webhooks',
    names: {
      'webhook.created': 'Created',
      'webhook.updated': 'Changed',
      'webhook.disabled': 'Disabled',
      'webhook.enabled': 'Enabled',
      'webhook.secret_rotated': 'Secret rotated',
      'webhook.deleted': 'Deleted',
    },
  },
};

export interface EventGroup {
  /** That stands for all of them. */
  readonly pattern: string;
  readonly label: string;
  readonly events: readonly (readonly [name: string, label: string])[];
}

export const GROUPS: readonly EventGroup[] = Object.entries(WORDS).map(([kind, { label, names }]) => ({
  pattern: `${kind}.*`,
  label,
  events: Object.entries(names),
}));

export const EVERYTHING = '*';
export const CLICK: Schemas['LinkClickedWebhookEvent']['type'] = 'link.clicked';
export const CLICKS: Schemas['LinkClicksWebhookEvent']['type'] = 'link.clicks';
const PING: Schemas['PingWebhookEvent']['type'] = 'ping';

const NAMES = GROUPS.flatMap(({ events }) => events.map(([name]) => name));
export const KINDS = NAMES.length + 2;

/** The events that names and patterns stand for. */
export const namesOf = (patterns: readonly string[]): readonly string[] => {
  const names = NAMES.filter((name) => covers(patterns, name));
  return [...names, ...[CLICK, CLICKS].filter((name) => patterns.includes(name))];
};

const covers = (patterns: readonly string[], name: string): boolean =>
  patterns.includes(EVERYTHING) || patterns.includes(`${name.split('.')[0]}.*`) || patterns.includes(name);

/** What a log can be filtered by: what the webhook subscribes to, and pings. */
export const loggedNames = (patterns: readonly string[]): readonly string[] => [...namesOf(patterns), PING];

/** With a name or pattern, or without it; what a pattern stands for is not named besides. */
export const toggled = (patterns: readonly string[], name: string, isOn: boolean): readonly string[] => {
  const others = patterns.filter((one) => one !== name);
  if (!isOn) return others;
  const kind = name.endsWith('.*') ? name.slice(0, -1) : null;
  const isWithin = (one: string): boolean =>
    one !== CLICK && one !== CLICKS && (name === EVERYTHING || (kind !== null && one.startsWith(kind)));
  return [...others.filter((one) => !isWithin(one)), name];
};
