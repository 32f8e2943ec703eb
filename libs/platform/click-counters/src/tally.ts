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
  /** The same of the last click, also a bot's. */
  newest: number;
  /** Clicks on a link of another workspace that had this id until it was undone. */
  foreign: number;
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
    const [clicks, bot_clicks, last] = is_bot ? [0, 1, 0] : [1, 0, at];
    this.addToLink({ link_id, workspace_id, clicks, bot_clicks, last, newest: at, foreign: 0 });
    this.clicks += 1;
    if (this.first === 0 || at < this.first) this.first = at;
    if (at > this.last) this.last = at;
    if (is_bot) return;
    if (campaign_id !== null) this.addToCampaign({ campaign_id, workspace_id, clicks: 1 });
    const day = Math.floor(at / DAY_MS);
    const key = `${link_id}\n${day}\n${visitor}`;
    if (!this.visits.has(key)) this.visits.set(key, { workspace_id, link_id, day, visitor });
  }

  addAll(other: Tally): void {
    for (const counter of other.counters.values()) this.addToLink({ ...counter });
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

  /** Of two workspaces, the link is that of the newest click. The other's was undone. */
  private addToLink(counter: LinkCounter): void {
    const known = this.counters.get(counter.link_id);
    if (!known) {
      this.counters.set(counter.link_id, counter);
    } else if (known.workspace_id === counter.workspace_id) {
      known.clicks += counter.clicks;
      known.bot_clicks += counter.bot_clicks;
      known.last = Math.max(known.last, counter.last);
      known.newest = Math.max(known.newest, counter.newest);
      known.foreign += counter.foreign;
    } else {
      const [kept, undone] = known.newest > counter.newest ? [known, counter] : [counter, known];
      kept.foreign += undone.clicks + undone.bot_clicks + undone.foreign;
      this.counters.set(kept.link_id, kept);
    }
  }
}
