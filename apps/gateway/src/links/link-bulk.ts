import { Inject, Injectable } from '@nestjs/common';
import { Rejection, StoreUnavailable, isLostRace, parseUrl } from '@kernel';
import type { Link } from '@contexts/links';
import { atOnce, shortTurns } from '@platform/async';
import { problemResponseOf } from '@platform/http';
import { asUnavailable, type Log } from '@platform/read-store';
import type { Caller } from '../caller';
import { Commands, type Sent } from '../commands';
import type { GatewayConfig } from '../core.module';
import type { PartialAnswer } from '../idempotency';
import { CONFIG, LOGGER } from '../tokens';
import { AT_ONCE, BulkTurns, LINKS } from './bulk-turns';
import { chainsOf } from './chains';
import type { ItemCaller } from './item-turn';
import { type LinkChange, LinkItems, callerOf } from './link-items';
import { isNew } from './link.commands';
import { fieldOf } from './link.policy';
import { LinkPresenter } from './link.presenter';
import { LinkQueries, NO_CLICKS } from './link.queries';

export type BulkAction = 'create' | 'update' | LinkChange;

/**
 * Items of one call that are handled at once if they need no query: all of them. Their appends go together, and few
 * large batches cost half the CPU of many.
 */
const APPENDED_AT_ONCE = 100;

/** As the HTTP contract shows it. */
type Item = { readonly index: number; readonly status: number } & object;

/** Milliseconds for which items are judged before other requests have a turn: one may take several. */
const TURN_MS = 10;

type Result =
  | { readonly sent: Sent<Link> }
  | { readonly error: unknown }
  /** Of an earlier attempt. */
  | { readonly item: Item };

export interface BulkAnswer {
  /** In the order of the items. */
  readonly data: readonly Item[];
  readonly pending: readonly string[];
  /** Items that a repeat may complete: a store failed for them, or they lost their races. */
  readonly open: readonly number[];
  /** The last one of the items' events; -1 where they have none. */
  readonly position: bigint;
}

/** Handles a list of items, each like a call of its own. */
@Injectable()
export class LinkBulk {
  constructor(
    private readonly items: LinkItems,
    private readonly commands: Commands,
    private readonly queries: LinkQueries,
    private readonly presenter: LinkPresenter,
    private readonly turns: BulkTurns,
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(LOGGER) private readonly logger: Log,
  ) {}

  /**
   * Items that name the same link or external id take their turns; others run at once. After a store has failed, no
   * further item begins, so that a failure takes as long as that of a single call.
   * @param earlier the answer of the attempt before: what it does not leave open stays as it was answered
   * @throws the failure of ours that all of the items met
   */
  async handle(
    action: BulkAction,
    items: readonly unknown[],
    caller: Caller,
    earlier?: PartialAnswer,
  ): Promise<BulkAnswer> {
    const results = new Array<Result>(items.length);
    const answered = answeredIn(earlier);
    const start = BigInt(earlier?.position ?? -1);
    let outage: { readonly error: unknown } | undefined;
    const turn = shortTurns(TURN_MS);
    const isAppended = action === 'create' && !items.some(needsQuery);
    const send = (index: number, own: ItemCaller): Promise<Sent<Link>> => {
      const work = () => this.send(action, items[index], own);
      return isAppended ? work() : this.turns.take(caller.subject.workspaceId, work);
    };
    await atOnce(isAppended ? APPENDED_AT_ONCE : AT_ONCE, chainsOf(keysOfEach(items)), async (chain) => {
      const callers = callersOf(chain, caller);
      let position = start;
      for (const [nth, index] of chain.entries()) {
        const own = callers[nth] ?? caller;
        while (turn.isOver()) await turn.next();
        const result =
          answered.get(index) ?? outage ?? (await this.resultOf(items[index], position, () => send(index, own)));
        if ('sent' in result) position = result.sent.position;
        else if ('error' in result && result.error instanceof StoreUnavailable) outage ??= result;
        results[index] = result;
      }
    });
    return this.answer(action, results, caller, start);
  }

  /** @param position up to which the read model must be, if the item is looked for there */
  private async resultOf(item: unknown, position: bigint, send: () => Promise<Sent<Link>>): Promise<Result> {
    try {
      if (position >= 0n && isLookedFor(item)) await this.commands.awaitEffects(LINKS, position);
      return { sent: await send() };
    } catch (error) {
      return { error: asUnavailable(error) };
    }
  }

  private send(action: BulkAction, item: unknown, caller: ItemCaller): Promise<Sent<Link>> {
    return action === 'create' || action === 'update'
      ? this.items[action](item, caller)
      : this.items.change(action, item, caller);
  }

  /** @param start the last position of the items that were answered before */
  private async answer(
    action: BulkAction,
    results: readonly Result[],
    caller: Caller,
    start: bigint,
  ): Promise<BulkAnswer> {
    const sent = results.flatMap((result) => ('sent' in result ? [result.sent] : []));
    const last = sent.reduce((highest, { position }) => (position > highest ? position : highest), start);
    const [pending, counters] = await Promise.all([
      this.commands.awaitEffects(LINKS, last),
      this.countersOf(action, sent, caller),
    ]);
    const data = results.map((result, index) => {
      if ('item' in result) return result.item;
      if ('error' in result) return failed(index, result.error, caller.requestId, this.config.publicUrl);
      if (action === 'delete') return { index, status: 204 };
      const { state } = result.sent;
      const link = this.presenter.present(state, counters.get(state.id) ?? NO_CLICKS, caller.now);
      return { index, status: action === 'create' && isNew(result.sent) ? 201 : 200, link };
    });
    const errors = results.flatMap((result, index) => ('error' in result ? [{ index, error: result.error }] : []));
    const isFault = ({ index }: { readonly index: number }) => (data[index]?.status ?? 0) >= 500;
    const faults = errors.filter(isFault);
    const [fault] = faults;
    if (fault) {
      if (faults.length === results.length) throw fault.error;
      const about = { err: fault.error, request_id: caller.requestId, items: faults.length };
      this.logger.warn(about, 'items of a bulk request failed');
    }
    const open = errors.filter((one) => isFault(one) || isLostRace(one.error)).map(({ index }) => index);
    return { data, pending, open, position: last };
  }

  /** Clicks of the links, by their ids. New links have none. */
  private countersOf(action: BulkAction, sent: readonly Sent<Link>[], { subject }: Caller) {
    const ids = action === 'delete' ? [] : sent.filter((one) => !isNew(one)).map(({ state }) => state.id);
    return this.queries.countersOf(subject.workspaceId, ids);
  }
}

/** Items that an earlier attempt answered for good, by their indexes. */
const answeredIn = (earlier: PartialAnswer | undefined): ReadonlyMap<number, { readonly item: Item }> => {
  if (!earlier) return new Map();
  const { data } = earlier.body as { readonly data: readonly Item[] };
  const open = new Set(earlier.open);
  return new Map(data.filter(({ index }) => !open.has(index)).map((item) => [item.index, { item }]));
};

/** Callers of items, in a repeated call with those that follow each. */
const callersOf = (chain: readonly number[], caller: Caller): readonly ItemCaller[] => {
  const callers = chain.map((index) => callerOf(caller, index));
  if (caller.firstAttempt) return callers;
  const ids = callers.map(({ commandId }) => commandId);
  return callers.map((own, nth) => ({ ...own, followers: ids.slice(nth + 1) }));
};

/**
 * Items that share a key are handled one after the other. Passwords share one: they are hashed one by one in the whole
 * process. So do destinations that an item looks for, also with items that look for nothing.
 */
const keysOfEach = (items: readonly unknown[]): readonly (readonly string[])[] => {
  const lookedFor = new Set(items.filter((item) => fieldOf(item, 'find_if_exists') === true).map(destinationOf));
  return items.map((item) => {
    const names = ['id', 'alias', 'external_id'].map((name) => [name, fieldOf(item, name)] as const);
    const keys = names.flatMap(([name, value]) => (typeof value === 'string' ? [`${name} ${keyOf(name, value)}`] : []));
    if (typeof fieldOf(item, 'password') === 'string') keys.push('password');
    const destination = lookedFor.size > 0 ? destinationOf(item) : undefined;
    return destination !== undefined && lookedFor.has(destination) ? [...keys, `destination ${destination}`] : keys;
  });
};

const keyOf = (name: string, value: string): string => (name === 'alias' ? value.toLowerCase() : value);

const destinationOf = (item: unknown): string | undefined => {
  const url = fieldOf(item, 'destination_url');
  return typeof url === 'string' ? (parseUrl(url)?.href ?? url) : undefined;
};

/** Whether an item is compared with the read model. */
const isLookedFor = (item: unknown): boolean =>
  fieldOf(item, 'find_if_exists') === true || typeof fieldOf(item, 'external_id') === 'string';

/** Whether something is read before the item's command is sent. */
const needsQuery = (item: unknown): boolean => isLookedFor(item) || typeof fieldOf(item, 'campaign_id') === 'string';

const failed = (index: number, error: unknown, requestId: string, publicUrl: string) => {
  const { status, body } = problemResponseOf(atItem(index, error), requestId, publicUrl);
  return { index, status, error: body };
};

/** With the item in the locations of its problems: `body[3].alias`. */
const atItem = (index: number, error: unknown): unknown =>
  error instanceof Rejection
    ? new Rejection(
        error.kind,
        error.code,
        error.message,
        error.extra,
        error.problems.map((problem) => ({
          ...problem,
          location: problem.location.replace(/^body/, `body[${index}]`),
        })),
      )
    : error;
