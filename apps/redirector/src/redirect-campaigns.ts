import { setImmediate } from 'node:timers/promises';
import type { Projection } from '@kernel';
import { REDIRECT_CAMPAIGNS } from '@contexts/aggregates';
import { assembleDestination } from '@contexts/clicks';
import { type CampaignEvent, type CampaignUtm, inheritedBy } from '@contexts/campaigns';
import { type FoldTarget, LmdbState, type Rows, type Step, commit } from '@platform/processing';
import type { Database, RootDatabase } from 'lmdb';
import { type RedirectTarget, inheriting } from './redirect-target';

/** Members that one transaction rewrites, and those that are prepared without a pause. */
const CHUNK = 1_000;
const SLICE = 100;

/** What links inherit of a campaign. */
export interface IndexedCampaign extends CampaignUtm {
  readonly id: string;
  /** Of the last event that concerns these fields. */
  readonly revision: string;
}

const INHERITED = ['utm_source', 'utm_medium', 'utm_campaign'] as const;

const concerns = (event: CampaignEvent): boolean => {
  if (event.type === 'CampaignUpdated') return INHERITED.some((field) => event.data.changes[field] !== undefined);
  return ['CampaignCreated', 'CampaignDeleted', 'CampaignPurged'].includes(event.type);
};

/** Inheritance ends with the deletion. */
export const indexedCampaigns: Pick<Projection<IndexedCampaign, CampaignEvent>, 'keys' | 'evolve'> = {
  keys: ({ event }) => (concerns(event) ? [event.data.campaign_id] : []),
  evolve: (before, { event, revision }, id) => {
    // An index that is ahead of its events keeps its entry.
    if (before && BigInt(before.revision) >= revision) return before;
    const utm = utmAfter(before, event);
    if (!utm) return null;
    // Throws for a text that no URL can have. That must fail here, once, and not for each member.
    assembleDestination({ ...NOWHERE, ...utm }, '');
    return { ...utm, id, revision: revision.toString() };
  },
};

const NOWHERE = { destination_url: 'https://example.com/', forward_query: false, utm_term: null, utm_content: null };

const utmAfter = (before: IndexedCampaign | null, event: CampaignEvent): CampaignUtm | null => {
  if (event.type === 'CampaignCreated') {
    const { utm_source = null, utm_medium = null, utm_campaign = null } = event.data;
    return { utm_source, utm_medium, utm_campaign };
  }
  if (event.type !== 'CampaignUpdated' || !before) return null;
  const { utm_source, utm_medium, utm_campaign } = event.data.changes;
  return {
    utm_source: utm_source ? utm_source.to : before.utm_source,
    utm_medium: utm_medium ? utm_medium.to : before.utm_medium,
    utm_campaign: utm_campaign ? utm_campaign.to : before.utm_campaign,
  };
};

/** The index of links, as far as campaigns need it. */
export interface MemberIndex {
  /** How a member is stored, as an object of its own; undefined for a link that is not in the index. */
  stored(linkId: string): StoredLink | undefined;
  /** Whether a link is stored with this text. */
  isPacked(key: string, packed: string): boolean;
  /** The answer that does not vary between visits. */
  answerOf(target: RedirectTarget): string | undefined;
  /** Called in a transaction. */
  writeAnswer(key: string, answer: string | undefined): void;
}

export interface StoredLink {
  readonly key: string;
  readonly packed: string;
  readonly target: RedirectTarget;
}

/**
 * Campaigns and their members, stored beside the links with a checkpoint of their own. What a member inherits is part
 * of its prepared answer, so a visit to it costs no more than to another link.
 */
export class RedirectCampaigns implements FoldTarget<IndexedCampaign> {
  readonly state: LmdbState;

  constructor(
    private readonly root: RootDatabase,
    meta: Database<string, string>,
    private readonly campaigns: Database<string, string>,
    private readonly members: Database<string, string>,
    private readonly index: MemberIndex,
  ) {
    this.state = new LmdbState(meta, REDIRECT_CAMPAIGNS.prefix);
  }

  /** The link as visits see it. */
  inherited(target: RedirectTarget): RedirectTarget {
    const text = this.textOf(target);
    return text === undefined ? target : inheriting(target, JSON.parse(text) as CampaignUtm);
  }

  /** The campaign of a link as it is stored; undefined without one. */
  textOf({ campaign_id }: Pick<RedirectTarget, 'campaign_id'>): string | undefined {
    return campaign_id === null ? undefined : this.campaigns.get(campaign_id);
  }

  /** Call it in a transaction. */
  add(target: RedirectTarget): void {
    if (target.campaign_id !== null) this.members.putSync(memberKey(target.campaign_id, target.id), '');
  }

  /** Call it in a transaction. */
  remove(target: RedirectTarget): void {
    if (target.campaign_id !== null) this.members.removeSync(memberKey(target.campaign_id, target.id));
  }

  async load(ids: readonly string[]): Promise<Map<string, IndexedCampaign>> {
    const texts = ids.map((id) => [id, this.campaigns.get(id)] as const);
    return new Map(texts.flatMap(([id, text]) => (text ? [[id, JSON.parse(text) as IndexedCampaign]] : [])));
  }

  /**
   * Writes the campaigns first, so that links that are written meanwhile inherit from them; then the answers of their
   * members; then the step. After a crash, all of it is done again.
   */
  async write(rows: Rows<IndexedCampaign>, step: Step): Promise<void> {
    if (rows.size > 0)
      await commit(this.root, () => {
        for (const [id, campaign] of rows) {
          if (campaign) this.campaigns.putSync(id, JSON.stringify(campaign));
          else this.campaigns.removeSync(id);
        }
      });
    for (const id of rows.keys()) await this.rewriteMembers(id);
    await commit(this.root, () => this.state.write(step));
  }

  /** Always false: an id of a campaign is never too long to be stored. */
  refuses(): boolean {
    return false;
  }

  /** Removes the campaigns and their state; the members stay. */
  async restart(): Promise<void> {
    await commit(this.root, () => {
      this.campaigns.clearSync();
      this.state.clear();
    });
  }

  /** Prepares answers between visits. A link that changes meanwhile is written with what it inherits. */
  private async rewriteMembers(campaignId: string): Promise<void> {
    const [start, end] = [memberKey(campaignId, ''), memberKey(campaignId, '\uffff')];
    let after = start;
    for (;;) {
      const keys = [...this.members.getKeys({ start: after, end, limit: CHUNK + 1 })].filter((key) => key !== after);
      const last = keys.at(-1);
      if (last === undefined) return;
      const answers = await this.answersOf(
        campaignId,
        keys.map((key) => key.slice(start.length)),
      );
      await commit(this.root, () => {
        for (const { key, packed, answer } of answers)
          if (this.index.isPacked(key, packed)) this.index.writeAnswer(key, answer);
      });
      after = last;
    }
  }

  private async answersOf(campaignId: string, linkIds: readonly string[]) {
    const answers: { key: string; packed: string; answer: string | undefined }[] = [];
    const campaign = (await this.load([campaignId])).get(campaignId);
    for (const [nth, id] of linkIds.entries()) {
      if (nth % SLICE === SLICE - 1) await setImmediate();
      const stored = this.index.stored(id);
      if (!stored) continue;
      const { key, packed, target } = stored;
      // The object is not shared, and a copy would take longer than the rest.
      if (campaign) Object.assign(target, inheritedBy(target, campaign));
      answers.push({ key, packed, answer: this.index.answerOf(target) });
    }
    return answers;
  }
}

export const memberKey = (campaignId: string, linkId: string): string => `${campaignId}/${linkId}`;
