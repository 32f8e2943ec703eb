import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AGGREGATES } from '@contexts/aggregates';
import { type Event, type Metadata, type PublicEvent, type Recorded, categoryOf, publicEventsOf } from '@kernel';

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
export const toldBy = (events: readonly Recorded[], from = 0n): readonly PublicEvent[] => {
  const category = categoryOf(events[0]?.stream ?? '');
  const chronicle = AGGREGATES.find((aggregate) => aggregate.category === category)?.chronicle;
  return chronicle ? publicEventsOf(chronicle('https://go.example.com'), events, from) : [];
};

/** The public event of a sample, computed again. */
export const madeSample = (type: string): PublicEvent | undefined => toldBy(storyOf(type)).at(-1);
