/** As much of a recorded click as is counted. */
export interface CountedClick {
  readonly workspace_id: string;
  readonly link_id: string;
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
  readonly visitor: string;
  readonly is_bot: boolean;
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
  /** When the last click was; null if there is none. */
  readonly last: string | null;
}

/** What a batch of clicks adds. A bot's click adds to `bot_clicks` and to nothing else. */
export const tally = (clicks: readonly CountedClick[]): Tally => {
  const counters = new Map<string, Counter>();
  const visits = new Map<string, Visit>();
  let last: string | null = null;
  for (const { link_id, workspace_id, at, visitor, is_bot } of clicks) {
    const time = new Date(at).toISOString();
    const counter = counters.get(link_id) ?? { link_id, workspace_id, clicks: 0, bot_clicks: 0, last_clicked_at: null };
    counters.set(link_id, counter);
    last = later(last, time);
    if (is_bot) {
      counter.bot_clicks += 1;
      continue;
    }
    counter.clicks += 1;
    counter.last_clicked_at = later(counter.last_clicked_at, time);
    const day = time.slice(0, 10);
    visits.set(`${link_id} ${day} ${visitor}`, { workspace_id, link_id, day, visitor });
  }
  const sorted = [...counters.values()].sort((a, b) => (a.link_id < b.link_id ? -1 : 1));
  return { counters: sorted, visits: [...visits.values()], last };
};

const later = (known: string | null, time: string): string => (known === null || time > known ? time : known);
