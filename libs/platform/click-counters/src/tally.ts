/** As much of a recorded click as is counted. */
export interface CountedClick {
  readonly workspaceId: string;
  readonly linkId: string;
  /** RFC 3339, UTC. */
  readonly time: string;
  readonly visitor: string;
  readonly isBot: boolean;
}

interface Counter {
  readonly link_id: string;
  readonly workspace_id: string;
  clicks: number;
  bot_clicks: number;
  last_clicked_at: string | null;
}

interface Visit {
  readonly workspace_id: string;
  readonly link_id: string;
  /** UTC day. */
  readonly day: string;
  readonly visitor: string;
}

export interface Tally {
  /** By link id, ascending. */
  readonly counters: readonly Counter[];
  /** Each once. */
  readonly visits: readonly Visit[];
  /** Time of the last click; null if there is none. */
  readonly last: string | null;
}

/** What a batch of clicks adds. A bot's click adds to `bot_clicks` and to nothing else. */
export const tally = (clicks: readonly CountedClick[]): Tally => {
  const counters = new Map<string, Counter>();
  const visits = new Map<string, Visit>();
  let last: string | null = null;
  for (const { linkId: link_id, workspaceId: workspace_id, time, visitor, isBot } of clicks) {
    const counter = counters.get(link_id) ?? { link_id, workspace_id, clicks: 0, bot_clicks: 0, last_clicked_at: null };
    counters.set(link_id, counter);
    if (last === null || time > last) last = time;
    if (isBot) {
      counter.bot_clicks += 1;
      continue;
    }
    counter.clicks += 1;
    if (counter.last_clicked_at === null || time > counter.last_clicked_at) counter.last_clicked_at = time;
    const day = time.slice(0, 10);
    visits.set(`${link_id} ${day} ${visitor}`, { workspace_id, link_id, day, visitor });
  }
  const sorted = [...counters.values()].sort((a, b) => (a.link_id < b.link_id ? -1 : 1));
  return { counters: sorted, visits: [...visits.values()], last };
};
