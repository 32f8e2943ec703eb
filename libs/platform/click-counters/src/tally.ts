/** The part of a recorded click that is counted. No id is empty or has a control character in it. */
export interface CountedClick {
  readonly workspace_id: string;
  readonly link_id: string;
  /** Of the link at the time of the click. */
  readonly campaign_id: string | null;
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
  readonly visitor: string;
  readonly is_bot: boolean;
}

export interface LinkCounter {
  readonly link_id: string;
  readonly workspace_id: string;
  clicks: number;
  bot_clicks: number;
  /** Milliseconds since 1970 UTC of the last click by a person; 0 without one. */
  last: number;
}

/** Clicks by people. */
export interface CampaignCounter {
  readonly campaign_id: string;
  readonly workspace_id: string;
  clicks: number;
}

export interface VisitorDay {
  readonly workspace_id: string;
  readonly link_id: string;
  /** UTC days since 1970. */
  readonly day: number;
  readonly visitor: string;
}

const DAY_MS = 86_400_000;

/**
 * What clicks add to the counters of their links and campaigns. A bot's click adds to `bot_clicks` and to nothing else.
 */
export class Tally {
  readonly counters = new Map<string, LinkCounter>();
  readonly campaigns = new Map<string, CampaignCounter>();
  /** Each once. */
  readonly visits = new Map<string, VisitorDay>();
  /** Milliseconds since 1970 UTC of the first and the last click, also a bot's; 0 without one. */
  first = 0;
  last = 0;
  clicks = 0;

  add({ link_id, workspace_id, campaign_id, at, visitor, is_bot }: CountedClick): void {
    const counter = this.counterOf(link_id, workspace_id);
    this.clicks += 1;
    if (this.first === 0 || at < this.first) this.first = at;
    if (at > this.last) this.last = at;
    if (is_bot) {
      counter.bot_clicks += 1;
      return;
    }
    counter.clicks += 1;
    if (at > counter.last) counter.last = at;
    if (campaign_id !== null) this.addToCampaign({ campaign_id, workspace_id, clicks: 1 });
    const day = Math.floor(at / DAY_MS);
    const key = `${link_id}\n${day}\n${visitor}`;
    if (!this.visits.has(key)) this.visits.set(key, { workspace_id, link_id, day, visitor });
  }

  addAll(other: Tally): void {
    for (const { link_id, workspace_id, clicks, bot_clicks, last } of other.counters.values()) {
      const counter = this.counterOf(link_id, workspace_id);
      counter.clicks += clicks;
      counter.bot_clicks += bot_clicks;
      counter.last = Math.max(counter.last, last);
    }
    for (const campaign of other.campaigns.values()) this.addToCampaign(campaign);
    for (const [key, visit] of other.visits) if (!this.visits.has(key)) this.visits.set(key, visit);
    if (this.first === 0 || (other.first !== 0 && other.first < this.first)) this.first = other.first;
    this.last = Math.max(this.last, other.last);
    this.clicks += other.clicks;
  }

  private addToCampaign({ campaign_id, workspace_id, clicks }: CampaignCounter): void {
    const known = this.campaigns.get(campaign_id);
    if (known) known.clicks += clicks;
    else this.campaigns.set(campaign_id, { campaign_id, workspace_id, clicks });
  }

  private counterOf(link_id: string, workspace_id: string): LinkCounter {
    const known = this.counters.get(link_id);
    if (known) return known;
    const counter = { link_id, workspace_id, clicks: 0, bot_clicks: 0, last: 0 };
    this.counters.set(link_id, counter);
    return counter;
  }
}
