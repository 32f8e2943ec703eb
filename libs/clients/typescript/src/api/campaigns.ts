// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

import type { Answered, ConditionalOptions, Core, Pages, RequestOptions, WriteOptions } from '../core/types.js';
import type { CampaignStatus } from './enums.js';
import type {
  Campaign,
  CampaignAt,
  CampaignCreate,
  CampaignLinks,
  CampaignList,
  CampaignUpdate,
  History,
  HistoryEntry,
} from './models.js';
import { operations } from './operations.js';

/** Query of `campaigns.list`. */
export interface CampaignsListQuery {
  /** Number of the page, from 1. Example: `1` */
  page?: number | null | undefined;
  /** Entries of a page at most. Example: `25` */
  limit?: number | null | undefined;
  /** Campaigns with this status alone. Example: `"active"` */
  status?: CampaignStatus | null | undefined;
}

/** Query of `campaigns.history`. */
export interface CampaignsHistoryQuery {
  /** Number of the page, from 1. Example: `1` */
  page?: number | null | undefined;
  /** Entries of a page at most. Example: `25` */
  limit?: number | null | undefined;
}

/** Links that belong together and share utm fields and dates. */
export class CampaignsResource {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /**
   * Create a campaign
   *
   * It begins as a draft. A workspace may have 1,000 campaigns, deleted ones not counted.
   */
  create(body: CampaignCreate, options?: WriteOptions): Answered<Campaign> {
    return this.#core.json(operations['campaigns.create'], { body }, options);
  }

  /**
   * List campaigns
   *
   * The newest first.
   */
  list(query?: CampaignsListQuery, options?: RequestOptions): Pages<Campaign, CampaignList> {
    return this.#core.page(operations['campaigns.list'], { query }, options);
  }

  /**
   * Get a campaign
   *
   * The campaign as it is, or as it was at an instant.
   *
   * @param id Id of the campaign.
   */
  get(id: string, options?: RequestOptions): Answered<Campaign> {
    return this.#core.json(operations['campaigns.get'], { path: [id] }, options);
  }

  /**
   * Get a campaign, as it was at an instant
   *
   * The campaign as it is, or as it was at an instant.
   *
   * @param id Id of the campaign. @param at The instant, as `2026-11-01T00:00:00Z`.
   */
  getAt(id: string, at: string, options?: RequestOptions): Answered<CampaignAt> {
    return this.#core.json(operations['campaigns.get'], { path: [id], query: { as_of: at } }, options);
  }

  /**
   * Change a campaign
   *
   * Absent fields are unchanged; null clears a field. New utm fields show in every redirect of its links within a
   * second; clicks of the past keep theirs. Dates do not reopen a campaign that has ended.
   *
   * @param id Id of the campaign.
   */
  update(id: string, body: CampaignUpdate, options?: ConditionalOptions): Answered<Campaign> {
    return this.#core.json(operations['campaigns.update'], { path: [id], body }, options);
  }

  /**
   * Delete a campaign
   *
   * Its links stay and no longer inherit its utm fields. They leave the campaign shortly afterwards.
   *
   * @param id Id of the campaign.
   */
  delete(id: string, options?: ConditionalOptions): Answered<null> {
    return this.#core.none(operations['campaigns.delete'], { path: [id] }, options);
  }

  /**
   * History of a campaign
   *
   * The changes of the campaign, oldest first; also of a deleted one.
   *
   * @param id Id of the campaign.
   */
  history(id: string, query?: CampaignsHistoryQuery, options?: RequestOptions): Pages<HistoryEntry, History> {
    return this.#core.page(operations['campaigns.history'], { path: [id], query }, options);
  }

  /**
   * Start a campaign
   *
   * A draft becomes active, unless it is past its `ends_at`. In any other state: 409. No status changes where the
   * campaign's links lead.
   *
   * @param id Id of the campaign.
   */
  start(id: string, options?: ConditionalOptions): Answered<Campaign> {
    return this.#core.json(operations['campaigns.start'], { path: [id] }, options);
  }

  /**
   * Pause a campaign
   *
   * An active campaign is paused, until it is resumed or ends. In any other state: 409. No status changes where
   * the campaign's links lead.
   *
   * @param id Id of the campaign.
   */
  pause(id: string, options?: ConditionalOptions): Answered<Campaign> {
    return this.#core.json(operations['campaigns.pause'], { path: [id] }, options);
  }

  /**
   * Resume a campaign
   *
   * A paused campaign is active again, unless it is past its `ends_at`. In any other state: 409. No status changes
   * where the campaign's links lead.
   *
   * @param id Id of the campaign.
   */
  resume(id: string, options?: ConditionalOptions): Answered<Campaign> {
    return this.#core.json(operations['campaigns.resume'], { path: [id] }, options);
  }

  /**
   * End a campaign
   *
   * An active or paused campaign ends for good. In any other state: 409. No status changes where the campaign's
   * links lead.
   *
   * @param id Id of the campaign.
   */
  end(id: string, options?: ConditionalOptions): Answered<Campaign> {
    return this.#core.json(operations['campaigns.end'], { path: [id] }, options);
  }

  /**
   * Add links to a campaign
   *
   * They leave the campaigns that they were in. All are added, or none if one of them is not a link of the
   * workspace. After a 503 some may have been added: send the same request again.
   *
   * @param id Id of the campaign.
   */
  addLinks(id: string, body: CampaignLinks, options?: WriteOptions): Answered<Campaign> {
    return this.#core.json(operations['campaigns.addLinks'], { path: [id], body }, options);
  }

  /**
   * Remove a link from a campaign
   *
   * The link stays. A link that is not in the campaign is a 404.
   *
   * @param id Id of the campaign. @param linkId Id of the link.
   */
  removeLink(id: string, linkId: string, options?: WriteOptions): Answered<null> {
    return this.#core.none(operations['campaigns.removeLink'], { path: [id, linkId] }, options);
  }
}
