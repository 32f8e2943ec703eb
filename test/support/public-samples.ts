import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AGGREGATES } from '@contexts/aggregates';
import { type ClickEventMessage, type NamedClick, clickedMessage, clicksMessage } from '@contexts/webhooks';
import {
  base32,
  type ClickEventName,
  type Event,
  type Metadata,
  type PublicEvent,
  type Recorded,
  categoryOf,
  publicEventsOf,
} from '@kernel';

const FIXTURES = join(__dirname, '..', 'fixtures', 'events');

interface Stored extends Event {
  readonly stream: string;
  readonly metadata: Metadata;
}

/** The events before each sample and its own, from the frozen events; with other times where those matter. */
const STORIES: Readonly<Record<string, readonly (readonly [fixture: string, at?: string])[]>> = {
  'link.created': [['LinkCreated']],
  'link.updated': [['LinkCreated'], ['LinkUpdated', '2026-11-23T14:05:09.120Z']],
  'link.disabled': [['LinkCreated'], ['LinkDisabled', '2026-11-23T14:05:09.120Z']],
  'link.enabled': [['LinkCreated'], ['LinkDisabled'], ['LinkEnabled', '2026-11-23T14:05:09.120Z']],
  'link.archived': [['LinkCreated'], ['LinkArchived', '2026-11-23T14:05:09.120Z']],
  'link.unarchived': [['LinkCreated'], ['LinkArchived'], ['LinkUnarchived', '2026-11-23T14:05:09.120Z']],
  'link.deleted': [['LinkCreated'], ['LinkDeleted', '2026-11-23T14:05:09.120Z']],
  'link.restored': [['LinkCreated'], ['LinkDeleted'], ['LinkRestored', '2026-11-23T14:05:09.120Z']],
  'link.expired': [['LinkCreated'], ['LinkExpired', '2026-12-31T00:00:00.214Z']],
  'link.limit_reached': [['LinkCreated'], ['LinkLimitReached', '2026-12-24T18:30:00.214Z']],
  'campaign.created': [['CampaignCreated']],
  'campaign.updated': [['CampaignCreated'], ['CampaignUpdated', '2026-11-23T14:05:09.120Z']],
  'campaign.started': [['CampaignCreated'], ['CampaignStarted', '2026-12-01T00:00:00.214Z']],
  'campaign.paused': [['CampaignCreated'], ['CampaignStarted'], ['CampaignPaused', '2026-11-23T14:05:09.120Z']],
  'campaign.resumed': [
    ['CampaignCreated'],
    ['CampaignStarted'],
    ['CampaignPaused'],
    ['CampaignResumed', '2026-11-23T14:05:09.120Z'],
  ],
  'campaign.ended': [['CampaignCreated'], ['CampaignStarted'], ['CampaignEnded', '2026-12-31T00:00:00.214Z']],
  'campaign.deleted': [['CampaignCreated'], ['CampaignDeleted', '2026-11-23T14:05:09.120Z']],
  'qr_code.created': [['QrCodeCreated']],
  'qr_code.updated': [['QrCodeCreated'], ['QrCodeUpdated', '2026-11-23T14:05:09.120Z']],
  'qr_code.deleted': [['QrCodeCreated'], ['QrCodeDeleted', '2026-11-23T14:05:09.120Z']],
  'domain.created': [['DomainAdded']],
  'domain.updated': [['DomainAdded'], ['DomainUpdated', '2026-11-23T14:05:09.120Z']],
  'domain.verified': [['DomainAdded'], ['DomainVerified', '2026-11-23T14:05:09.120Z']],
  'domain.failed': [['DomainAdded'], ['DomainVerified'], ['DomainFailed', '2026-11-25T14:05:09.120Z']],
  'domain.removed': [['DomainAdded'], ['DomainVerified'], ['DomainRemoved', '2026-11-23T14:05:09.120Z']],
  'webhook.created': [['WebhookCreated']],
  'webhook.updated': [['WebhookCreated'], ['WebhookUpdated', '2026-11-23T14:05:09.120Z']],
  'webhook.enabled': [['WebhookCreated'], ['WebhookDisabled'], ['WebhookEnabled', '2026-11-23T14:05:09.120Z']],
  'webhook.disabled': [['WebhookCreated'], ['WebhookDisabled', '2026-11-23T14:05:09.120Z']],
  'webhook.secret_rotated': [['WebhookCreated'], ['WebhookSecretRotated', '2026-11-23T14:05:09.120Z']],
  'webhook.deleted': [['WebhookCreated'], ['WebhookDeleted', '2026-11-23T14:05:09.120Z']],
  'api_key.created': [['KeyCreated']],
  'api_key.renamed': [['KeyCreated'], ['KeyRenamed', '2026-11-23T14:05:09.120Z']],
  'api_key.rotated': [['KeyCreated', '2026-08-01T10:00:00.000Z'], ['KeyRotated']],
  'api_key.revoked': [['KeyCreated'], ['KeyRevoked', '2026-11-23T14:05:09.120Z']],
  'api_key.grace_expired': [
    ['KeyCreated', '2026-08-01T10:00:00.000Z'],
    ['KeyRotated'],
    ['KeyGraceExpired', '2026-11-22T08:00:00.214Z'],
  ],
  'api_key.expired': [
    ['KeyCreated', '2026-08-01T10:00:00.000Z'],
    ['KeyRotated'],
    ['KeyExpired', '2027-01-01T00:00:00.214Z'],
  ],
};

export const SAMPLED: readonly string[] = Object.keys(STORIES);

/** The frozen events that lead to a sample, as a store delivers them. */
export const storyOf = (type: string): readonly Recorded[] =>
  (STORIES[type] ?? []).map(([fixture, at], index) => {
    const {
      stream,
      type: name,
      data,
      metadata,
    } = JSON.parse(readFileSync(join(FIXTURES, `${fixture}.v1.json`), 'utf8')) as Stored;
    return {
      id: `01934d71-f53b-7c1c-9d3a-58bc0da2d57${index}`,
      stream,
      event: { type: name, data },
      metadata: { ...metadata, at: at ?? metadata.at },
      revision: BigInt(index),
      position: BigInt(index),
    };
  });

/** What a stream of frozen events publishes. */
export const publishedBy = (events: readonly Recorded[], from = 0n): readonly PublicEvent[] => {
  const category = categoryOf(events[0]?.stream ?? '');
  const chronicle = AGGREGATES.find((aggregate) => aggregate.category === category)?.chronicle;
  return chronicle ? publicEventsOf(chronicle('https://go.example.com'), events, from) : [];
};

/** The public event of a sample, computed again. */
export const madeSample = (type: string): PublicEvent | undefined => publishedBy(storyOf(type)).at(-1);

const CLICK: NamedClick = {
  id: 'clk_0mi9k2f3a1b2c3d4e5f_4711',
  at: '2026-11-23T14:05:09.120Z',
  trigger: 'qr',
  country: 'DE',
  region: 'Berlin',
  city: 'Berlin',
  device: 'mobile',
  browser: 'Firefox',
  os: 'Android',
  language: 'de',
  referrer: null,
  destination: 'https://example.com/de?utm_source=newsletter',
  rule: 0,
  variant: null,
  is_bot: false,
  utm_source: 'newsletter',
  utm_medium: null,
  utm_campaign: null,
  utm_term: null,
  utm_content: null,
  link_id: 'link_0f9k2m4p6r8t0v2x4z6b8d0fgh',
  tags: ['summer', 'sale'],
  campaign_id: 'cmp_01jd6q3x9v8w7t6s5r4p3n2m3k',
  short_url: 'https://go.example.com/Summer-26',
  domain: 'go.example.com',
  external_id: 'cms-4711',
};
const OTHER_CLICK: NamedClick = {
  ...CLICK,
  id: 'clk_0mi9k2f3a1b2c3d4e5f_4712',
  at: '2026-11-23T14:05:09.845Z',
  trigger: 'link',
  country: null,
  region: null,
  city: null,
  device: 'desktop',
  os: 'Linux',
  referrer: 'news.example.org',
  destination: 'https://example.com/a',
  rule: null,
  variant: 0,
  utm_source: null,
};

/** The samples of clicks, computed again. */
export const madeClickSample = (type: ClickEventName): ClickEventMessage => {
  const digest = (text: string): string => base32(createHash('sha256').update(text).digest());
  const workspace = 'ws_01jd6q0000000000000000000a';
  return type === 'link.clicked'
    ? clickedMessage(workspace, CLICK, digest)
    : clicksMessage(workspace, [CLICK, OTHER_CLICK], digest);
};
