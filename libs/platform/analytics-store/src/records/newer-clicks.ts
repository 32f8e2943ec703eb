import { groupBy } from '@kernel';
import type { AnalyticsClient, ReadOptions } from '../analytics-client';
import { BYTES_OF_CLICK, bytesOfClick, type PublishedClick, RECORD_SETTINGS, recordColumns } from './click-record';

/**
 * A reader's position in the clicks of a workspace. Clicks of one source (the journal of one start of a redirecting
 * process) become visible in the order of their numbers, so a number per source says what the reader has read.
 */
export interface ClickPosition {
  /** The last number read of each source. A source that is missing is read from its beginning. */
  readonly seen: ReadonlyMap<string, number>;
  /** Clicks before this time are none of the reader's; milliseconds since 1970. */
  readonly since: number;
}

/** A click with its place in its source. */
export interface NewerClick {
  readonly workspaceId: string;
  readonly source: string;
  readonly seq: number;
  readonly record: PublishedClick;
}

export interface NewerClicks {
  /** By workspace; at least one. */
  readonly positions: ReadonlyMap<string, ClickPosition>;
  /** The most clicks of each source and workspace. */
  readonly limit: number;
  /** The most clicks in all. The clicks of each source that are returned are still its first ones. */
  readonly most?: number;
  /**
   * Only with `most`: no more clicks are returned of a workspace, and in all, once those before have so many bytes; see
   * {@link bytesOfClick}.
   */
  readonly mostBytes?: { readonly ofWorkspace: number; readonly inAll: number };
  /**
   * The number of an earlier {@link newestInsert}, of an engine that has not started since. The reader has read what was
   * inserted by then. The engine skips it as far as it can.
   */
  readonly insertedAfter?: number;
}

interface NewerRow extends PublishedClick {
  readonly cursor_workspace: string;
  readonly cursor_source: string;
  readonly cursor_seq: string;
}

/** The name of a part of the table ends in the numbers of its first and last insert, and its level. */
const INSERTED_AFTER = `AND toUInt64OrZero(splitByChar('_', _part)[3]) > {inserted:UInt64}`;

const conditionOf = ({ positions, insertedAfter }: NewerClicks) => {
  const sinces = [...positions.values()].map(({ since }) => since);
  const journals = [...positions].flatMap(([workspace, { seen }]) =>
    [...seen].map(([source, seq]) => [`${workspace} ${source}`, seq] as const),
  );
  const [since, differing] = [Math.min(...sinces), new Set(sinces).size > 1];
  return {
    sql: `workspace_id IN {workspaces:Array(String)} AND time >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')
    ${differing ? `AND time >= fromUnixTimestamp64Milli(transform(workspace_id, {workspaces:Array(String)}, {sinces:Array(Int64)}, toInt64(0)), 'UTC')` : ''}
    AND seq > transform(concat(workspace_id, ' ', source), {journals:Array(String)}, {seen:Array(UInt64)}, toUInt64(0))
    ${insertedAfter === undefined ? '' : INSERTED_AFTER}`,
    params: {
      workspaces: [...positions.keys()],
      since,
      ...(differing && { sinces }),
      // Never empty, because the engine refuses an empty array.
      journals: ['', ...journals.map(([journal]) => journal)],
      seen: [0, ...journals.map(([, seq]) => seq)],
      ...(insertedAfter !== undefined && { inserted: insertedAfter }),
    },
  };
};

/**
 * Bytes that the positions of one statement may take. A server refuses a parameter of more than 131,072, and the
 * embedded engine twice as many in all parameters together.
 */
const MOST_BYTES = 100_000;

/** How many bytes a position takes in a statement: a journal is named with its workspace, in quotes. */
const bytesOf = (workspace: string, { seen }: ClickPosition): number =>
  [...seen].reduce(
    (bytes, [source, seq]) => bytes + workspace.length + source.length + String(seq).length + 5,
    workspace.length + 18,
  );

/** The positions in portions, each small enough for a statement. */
const portionsOf = (positions: NewerClicks['positions']): readonly NewerClicks['positions'][] => {
  const portions: Map<string, ClickPosition>[] = [];
  let room = 0;
  for (const [workspace, position] of positions) {
    const bytes = bytesOf(workspace, position);
    if (portions.length === 0 || bytes > room) {
      portions.push(new Map());
      room = MOST_BYTES;
    }
    portions.at(-1)?.set(workspace, position);
    room -= bytes;
  }
  return portions;
};

/**
 * The next clicks of some workspaces, each after the position of its reader, in order within each workspace and source.
 * With `most`, the engine first chooses the clicks by a few columns, so that a long backlog is not sorted as a whole.
 */
export async function newerClicks(
  client: Pick<AnalyticsClient, 'rows'>,
  request: NewerClicks,
  options?: ReadOptions,
): Promise<NewerClick[]> {
  const clicks: NewerClick[] = [];
  for (const positions of portionsOf(request.positions)) {
    const left = leftOf(request, clicks);
    if (!left) break;
    clicks.push(...(await newerOfPortion(client, { ...request, ...left, positions }, options)));
  }
  return clicks;
}

/** What may be read beside what has been; undefined where that is all. */
const leftOf = (
  { most, mostBytes }: NewerClicks,
  clicks: readonly NewerClick[],
): Pick<NewerClicks, 'most' | 'mostBytes'> | undefined => {
  if (most === undefined) return {};
  if (clicks.length >= most) return undefined;
  const left = { most: most - clicks.length };
  if (!mostBytes) return left;
  const inAll = mostBytes.inAll - bytesOfAll(clicks);
  return inAll > 0 ? { ...left, mostBytes: { ...mostBytes, inAll } } : undefined;
};

const newerOfPortion = async (
  client: Pick<AnalyticsClient, 'rows'>,
  request: NewerClicks,
  options?: ReadOptions,
): Promise<NewerClick[]> => {
  const { sql, params } = conditionOf(request);
  const chosen = chosenOf(request, sql);
  const rows = await client.rows<NewerRow>(
    `SELECT ${recordColumns()}, workspace_id AS cursor_workspace, source AS cursor_source, seq AS cursor_seq
    FROM clicks WHERE ${sql}
    ${chosen ? `AND (workspace_id, source, seq) IN (${chosen}) ${IN_ORDER}` : `${IN_ORDER} ${ofEachSource(request)}`}
    SETTINGS ${RECORD_SETTINGS}`,
    params,
    options,
  );
  return rows.map(({ cursor_workspace, cursor_source, cursor_seq, ...record }) => ({
    workspaceId: cursor_workspace,
    source: cursor_source,
    seq: Number(cursor_seq),
    record,
  }));
};

/** What a read may have left out, by its limits. */
export interface LeftOut {
  /** Whether clicks of any workspaces may be left out. */
  readonly isCut: boolean;
  /** Of those with clicks, the workspaces that may have more: all of them if the read was cut. */
  readonly full: ReadonlySet<string>;
}

/** What `newerClicks` may have left out when it returned these clicks. */
export const leftOut = (
  { limit, most = Infinity, mostBytes }: Omit<NewerClicks, 'positions'>,
  clicks: readonly NewerClick[],
): LeftOut => {
  const isFull = (own: readonly NewerClick[]): boolean =>
    (mostBytes !== undefined && bytesOfAll(own) >= mostBytes.ofWorkspace) ||
    [...groupBy(own, ({ source }) => source).values()].some(({ length }) => length >= limit);
  const isCut = clicks.length >= most || (mostBytes !== undefined && bytesOfAll(clicks) >= mostBytes.inAll);
  const ofWorkspaces = [...groupBy(clicks, ({ workspaceId }) => workspaceId)];
  return { isCut, full: new Set(ofWorkspaces.flatMap(([id, own]) => (isCut || isFull(own) ? [id] : []))) };
};

const bytesOfAll = (clicks: readonly NewerClick[]): number =>
  clicks.reduce((sum, { record }) => sum + bytesOfClick(record), 0);

const IN_ORDER = 'ORDER BY workspace_id, source, seq';
const ofEachSource = ({ limit }: NewerClicks): string => `LIMIT ${limit} BY workspace_id, source`;

/** Which clicks a read with `most` returns: a query for their places. */
const chosenOf = (request: NewerClicks, condition: string): string | undefined => {
  const { most, mostBytes } = request;
  if (most === undefined) return undefined;
  const first = (size: string) =>
    `SELECT workspace_id, source, seq ${size} FROM clicks WHERE ${condition} ${IN_ORDER} ${ofEachSource(request)}`;
  return mostBytes ? within(first(`, ${BYTES_OF_CLICK} AS size`), most, mostBytes) : `${first('')} LIMIT ${most}`;
};

/**
 * Those of some clicks before which there are not too many bytes. The bytes of workspaces come first: what they leave out
 * must not count towards `most`, or nobody could tell afterwards whether clicks were left out.
 */
const within = (clicks: string, most: number, { ofWorkspace, inAll }: Required<NewerClicks>['mostBytes']): string => {
  const before = (partition: string): string =>
    `sum(size) OVER (${partition} ${IN_ORDER} ROWS UNBOUNDED PRECEDING) - size`;
  const ofEach = `SELECT *, ${before('PARTITION BY workspace_id')} AS of_workspace FROM (${clicks})`;
  const first = `SELECT * FROM (${ofEach}) WHERE of_workspace < ${ofWorkspace} ${IN_ORDER} LIMIT ${most}`;
  return `SELECT workspace_id, source, seq FROM (SELECT *, ${before('')} AS in_all FROM (${first})) WHERE in_all < ${inAll}`;
};

/** What to look through for the last numbers; epoch milliseconds. */
export interface LastNumbers {
  readonly start: number;
  /** Clicks at this time and later do not count, by workspace; at least one. */
  readonly ends: ReadonlyMap<string, number>;
}

/**
 * A click gets its number after its time, once its visit has waited for all that it needs. So of two clicks the later one
 * may have the lower number, if they are less than so many milliseconds apart.
 */
const OVERTAKING_MS = 60_000;

const beforeEnd = (ends: string): string =>
  `time < fromUnixTimestamp64Milli(transform(workspace_id, {workspaces:Array(String)}, {${ends}:Array(Int64)},
    toInt64(0)), 'UTC')`;

interface LastRow {
  readonly workspace: string;
  readonly source: string;
  /** The highest number before the end, and the lowest one after it; 0 without any. */
  readonly last: string;
  readonly first_later: string;
  readonly later: string;
}

/**
 * The last number of each source among the clicks of each workspace from `start` to its own end. It is less where a click
 * after the end has a lower number: all clicks up to the number are before the end.
 */
export async function lastNumbers(
  client: Pick<AnalyticsClient, 'rows'>,
  { start, ends }: LastNumbers,
  options?: ReadOptions,
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const rows = await client.rows<LastRow>(
    `SELECT workspace_id AS workspace, source, maxIf(seq, ${beforeEnd('ends')}) AS last,
        minIf(seq, NOT (${beforeEnd('ends')})) AS first_later, countIf(NOT (${beforeEnd('ends')})) AS later
      FROM clicks
      WHERE workspace_id IN {workspaces:Array(String)} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
      AND ${beforeEnd('bounds')}
      GROUP BY workspace, source`,
    {
      workspaces: [...ends.keys()],
      ends: [...ends.values()],
      bounds: [...ends.values()].map((end) => end + OVERTAKING_MS),
      start,
    },
    options,
  );
  const found = groupBy(rows, ({ workspace }) => workspace);
  return new Map(
    [...ends.keys()].map((workspace) => [
      workspace,
      new Map((found.get(workspace) ?? []).map((row) => [row.source, passedBy(row)])),
    ]),
  );
}

/** 0 where the first click is a later one. */
const passedBy = ({ last, first_later, later }: LastRow): number =>
  Number(later) === 0 ? Number(last) : Math.max(0, Math.min(Number(last), Number(first_later) - 1));

const NEWEST =
  "SELECT max(max_block_number) AS newest, countIf(engine != 'MergeTree') AS others, uptime() AS uptime " +
  "FROM system.parts WHERE database = currentDatabase() AND table = 'clicks' AND active";

export interface NewestInsert {
  /**
   * Numbers are given in the order in which inserts become visible: a later query sees every insert up to this one.
   * Undefined without any, where the table has no parts of its own, and where the engine numbers inserts by partition, as
   * replicated tables do.
   */
  readonly number: number | undefined;
  /**
   * Milliseconds for which the engine has been up at least. One that starts counts on from the inserts that are left: if
   * the newest ones were dropped before, it gives their numbers again.
   */
  readonly upForMs: number;
}

/** The newest insert into the table. */
export async function newestInsert(
  client: Pick<AnalyticsClient, 'rows'>,
  options?: ReadOptions,
): Promise<NewestInsert> {
  const [row] = await client.rows<{ newest: string; others: string; uptime: number }>(NEWEST, {}, options);
  return {
    number: Number(row?.others ?? 0) > 0 ? undefined : Number(row?.newest ?? 0) || undefined,
    upForMs: 1_000 * Number(row?.uptime ?? 0),
  };
}

/** The newest insert for a reader that looks again and again, and keeps numbers of earlier looks. */
export class NewestInserts {
  /** When the last look began, and what it found. */
  private lookedAt = -Infinity;
  private newest = 0;

  constructor(
    private readonly client: Pick<AnalyticsClient, 'rows'>,
    private readonly options?: ReadOptions,
  ) {}

  /**
   * @returns the number, undefined where it cannot be used, and whether numbers of earlier looks still count: not once
   * the engine may have started anew, nor in another engine or in a table made anew
   */
  async look(): Promise<{ readonly number: number | undefined; readonly isSame: boolean }> {
    const began = performance.now();
    const { number, upForMs } = await newestInsert(this.client, this.options);
    const isSame = number !== undefined && number >= this.newest && upForMs >= performance.now() - this.lookedAt;
    this.lookedAt = began;
    this.newest = number ?? Infinity;
    return { number, isSame };
  }

  /** Whether the engine may have started since the last look. Then it may have skipped clicks that nobody has read. */
  async mayHaveStarted(): Promise<boolean> {
    const { upForMs } = await newestInsert(this.client, this.options);
    return upForMs < performance.now() - this.lookedAt;
  }
}
