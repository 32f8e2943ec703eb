import { type ClickRetention, retentionStart } from '@contexts/clicks';
import {
  type ClickEventMessage,
  type Webhook,
  clickedMessage,
  clicksMessage,
  MOST_CLICKS,
  namedClick,
  passes,
  togetherInBodies,
} from '@contexts/webhooks';
import {
  type AnalyticsReader,
  BYTES_OF_CLICK,
  bytesOfClick,
  type PublishedClick,
  RECORD_SETTINGS,
  recordColumns,
} from '@platform/analytics-store';
import { shortTurns } from '@platform/async';
import { type MoreMessages, type WebhookMessage, withoutStream } from '@platform/webhooks';
import type { Caller } from '../caller';
import { selectedWithin, type ClickSelection } from '../analytics/click-selection';
import type { ClickSource } from '../analytics/click-source';
import type { ClickFilters } from '../analytics/filters';
import { digest } from '../ids';
import type { LinkPresenter } from '../links/link.presenter';
import type { LinkQueries } from '../links/link.queries';

type Replayed = Pick<Webhook, 'workspace_id' | 'filters'>;
type Asking = Pick<Caller, 'now'> & { readonly subject: Pick<Caller['subject'], 'plan'> };

export interface ClickWindow {
  /** RFC 3339; half-open. */
  readonly from: string;
  readonly to: string;
  /** Which of `link.clicked` and `link.clicks` are made. */
  readonly names: readonly string[];
  /** Aborts when nobody waits for the answer any more. */
  readonly gone: AbortSignal;
}

/**
 * Clicks that are read at a time: some full bodies of `link.clicks`. Of them those before which there are fewer bytes. So
 * a window always has the same pages.
 */
const [PAGE, PAGE_BYTES] = [4 * MOST_CLICKS, 2 * 1_024 * 1_024];
/** Milliseconds of making bodies before others have a turn. */
const TURN_MS = 5;

interface ReplayRow extends PublishedClick {
  readonly cursor_time: string;
  readonly cursor_source: string;
  readonly cursor_seq: string;
}

const pageSql = (condition: string, isFirst: boolean): string => {
  const after = isFirst
    ? ''
    : `AND (time, source, seq) > (fromUnixTimestamp64Milli({cursor_time:Int64}, 'UTC'), {cursor_source:String}, {cursor_seq:UInt64})`;
  const where = `FROM clicks WHERE ${condition} ${after}`;
  const [order, size] = ['ORDER BY time, source, seq', BYTES_OF_CLICK];
  return `
  SELECT ${recordColumns()}, toUnixTimestamp64Milli(time) AS cursor_time, source AS cursor_source, seq AS cursor_seq
  ${where} AND (time, source, seq) IN (
    SELECT time, source, seq FROM (
      SELECT *, sum(size) OVER (${order} ROWS UNBOUNDED PRECEDING) - size AS bytes_before
      FROM (SELECT time, source, seq, ${size} AS size ${where} ${order} LIMIT ${PAGE}))
    WHERE bytes_before < ${PAGE_BYTES})
  ${order}
  SETTINGS ${RECORD_SETTINGS}`;
};

/** Makes the bodies about past clicks again, from what analytics have recorded. */
export class ClickReplays {
  constructor(
    private readonly clicks: ClickSource,
    private readonly filters: ClickFilters,
    private readonly links: LinkQueries,
    private readonly presenter: LinkPresenter,
    private readonly retention: ClickRetention,
  ) {}

  /**
   * The messages of a window that pass the webhook's filters, oldest first, as far back as the plan of the workspace
   * keeps clicks. Both throw StoreUnavailable.
   */
  of(webhook: Replayed, { subject: { plan }, now }: Asking, asked: ClickWindow): MoreMessages {
    const kept = new Date(retentionStart(this.retention, plan, Date.parse(now)) ?? 0).toISOString();
    const window = { ...asked, from: asked.from > kept ? asked.from : kept };
    return { count: () => this.count(webhook, window), read: () => this.messages(webhook, window) };
  }

  /** At most so many: clicks of other own short hosts count, too. */
  private async count(webhook: Replayed, window: ClickWindow): Promise<number> {
    const { sql, params } = this.selected(webhook, window);
    const [row] = await this.clicks.questions.ask(webhook.workspace_id, window.gone, (reader) =>
      reader.rows<{ clicks: string }>(`SELECT count() AS clicks FROM clicks WHERE ${sql}`, params),
    );
    const clicks = Number(row?.clicks ?? 0);
    return (
      (window.names.includes('link.clicked') ? clicks : 0) +
      (window.names.includes('link.clicks') ? Math.ceil(clicks / MOST_CLICKS) : 0)
    );
  }

  private async *messages(webhook: Replayed, window: ClickWindow): AsyncGenerator<readonly WebhookMessage[]> {
    for (let last: ReplayRow | undefined, isLast = false; !isLast;) {
      const page = await this.clicks.questions.ask(webhook.workspace_id, window.gone, (reader) =>
        this.page(reader, webhook, window, last),
      );
      yield await this.messagesOf(webhook, page, window.names);
      last = page.at(-1);
      isLast = page.length < PAGE && page.reduce((sum, row) => sum + bytesOfClick(row), 0) < PAGE_BYTES;
    }
  }

  private page(
    reader: AnalyticsReader,
    webhook: Replayed,
    window: ClickWindow,
    after: ReplayRow | undefined,
  ): Promise<ReplayRow[]> {
    const { sql, params } = this.selected(webhook, window, after && Number(after.cursor_time));
    return reader.rows<ReplayRow>(pageSql(sql, after === undefined), {
      ...params,
      ...(after && {
        cursor_time: after.cursor_time,
        cursor_source: after.cursor_source,
        cursor_seq: after.cursor_seq,
      }),
    });
  }

  private selected(webhook: Replayed, { from, to }: ClickWindow, start = Date.parse(from)) {
    return selectedWithin(this.selectionOf(webhook), { start, end: Date.parse(to) });
  }

  private selectionOf({ workspace_id: workspaceId, filters }: Replayed): ClickSelection {
    const one = (include: readonly string[]) => (include.length === 0 ? undefined : { include, exclude: [] });
    const [link, tag, campaign, domain] = [
      one(filters.link_ids),
      one(filters.tags),
      one(filters.campaign_ids),
      one(filters.domains),
    ];
    const chosen = {
      ...(link && { link }),
      ...(tag && { tag }),
      ...(campaign && { campaign }),
      ...(domain && { domain }),
    };
    return { workspaceId, filters: this.filters.of(chosen, workspaceId), includeBots: filters.include_bots };
  }

  /** All of our own short hosts have one id in analytics. So hosts are told apart here. */
  private async messagesOf(
    { workspace_id: workspaceId, filters }: Replayed,
    page: readonly ReplayRow[],
    names: readonly string[],
  ): Promise<readonly WebhookMessage[]> {
    if (page.length === 0) return [];
    const links = await this.links.names(workspaceId, [...new Set(page.map(({ link_id }) => link_id))]);
    const clicks = page
      .map((row) => namedClick(row, links.get(row.link_id), this.presenter.shortUrl))
      .filter(({ domain, ...click }) => passes(filters, { ...click, ...(domain !== null && { domain }) }));
    const messages: WebhookMessage[] = [];
    const turn = shortTurns(TURN_MS);
    const add = async <T>(of: readonly T[], make: (one: T) => ClickEventMessage): Promise<void> => {
      for (const one of of) {
        while (turn.isOver()) await turn.next();
        messages.push(withoutStream(make(one)));
      }
    };
    if (names.includes('link.clicked')) await add(clicks, (click) => clickedMessage(workspaceId, click, digest));
    if (names.includes('link.clicks'))
      await add(togetherInBodies(clicks), (some) => clicksMessage(workspaceId, some, digest));
    return messages;
  }
}
