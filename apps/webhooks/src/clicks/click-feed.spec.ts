import { join } from 'node:path';
import { everything, evolveWebhook, namedClick, type Webhook } from '@contexts/webhooks';
import { someMetadata } from '@kernel/testing';
import { type AnalyticsClient, createAnalyticsClient, insertClicks, migrateAnalytics } from '@platform/analytics-store';
import type { ClickCursor } from '@platform/webhooks';
import { aClickRow, PATIENCE_MS } from '../../../../test/support/analytics-store';
import { endPrograms, eventually, type Program, startProgram, testFolder } from '../../../../test/support/programs';
import { quiet } from '../../../../test/support/read-store';
import { ClickFeed } from './click-feed';
import type { ClickWebhook } from './click-webhook';
import type { CoveredClicks } from './covered-clicks';

const WORKSPACE = 'ws_1';
const NOW = new Date();
const LAST_MONTH = new Date(Date.UTC(NOW.getUTCFullYear(), NOW.getUTCMonth(), 0));
const folder = testFolder();
const socketPath = join(folder, 's', 'http.sock');
const client = createAnalyticsClient({ socketPath, timeout: PATIENCE_MS });
let engine: Program;
let inserts = 0;
let ending: AbortController;
let running: Promise<void>;
let arrived: string[];
/** Attempts end when it does. */
let answering: Promise<void>;

const startEngine = async (): Promise<void> => {
  engine = await startProgram('test/fixtures/processes/clickhouse.ts', [join(folder, 'chdb'), socketPath]);
};
beforeAll(async () => {
  await startEngine();
  await migrateAnalytics(client);
});
beforeEach(() => {
  [ending, arrived, answering] = [new AbortController(), [], Promise.resolve()];
});
afterEach(async () => {
  ending.abort();
  await running;
  await client.command('TRUNCATE TABLE clicks');
});
afterAll(async () => {
  await client.close();
  await endPrograms();
});

/** One insert of one click. */
const click = (seq: number, workspace_id = WORKSPACE, at = NOW): Promise<void> => {
  const time = at.toISOString().replace('T', ' ').slice(0, -1);
  return insertClicks(client, `feed-${(inserts += 1)}`, [aClickRow(time, { workspace_id, source: 'a', seq })]);
};
/** Inserts whose month is dropped later; nobody subscribes to them. */
const clickLastMonth = async (): Promise<void> => {
  for (let seq = 1; seq <= 3; seq += 1) await click(100 * inserts + seq, 'ws_other', LAST_MONTH);
};
const dropLastMonthAndRestart = async (): Promise<void> => {
  await client.command(`ALTER TABLE clicks DROP PARTITION ${LAST_MONTH.toISOString().slice(0, 7).replace('-', '')}`);
  await engine.end('SIGKILL');
  await startEngine();
  // A merged part has the number of its newest insert, and would show the others by chance.
  await client.command('SYSTEM STOP MERGES clicks');
};

const created = { webhook_id: 'whk_1', url: 'https://a.example/', events: ['link.clicked'], filters: everything };
const at = new Date(NOW.getTime() - 60_000).toISOString();
const webhook: ClickWebhook = {
  ...(evolveWebhook(
    null,
    { type: 'WebhookCreated', data: created },
    someMetadata({ workspace_id: WORKSPACE, at }),
  ) as Webhook & Pick<ClickWebhook, 'clicks_since'>),
  failures: 0,
  pending: 0,
};
const moved = ({ clicks }: CoveredClicks): ReadonlyMap<string, ClickCursor> =>
  new Map(clicks.map(({ source, seq, click: { at: time } }) => [source, { seq, at: Date.parse(time) }]));

/** A feed for one webhook. */
const runFeed = () => {
  let isAway = false;
  let held: Promise<void> | undefined;
  const asked = { looks: 0, waiting: 0 };
  const rows: AnalyticsClient['rows'] = async (sql, ...more) => {
    if (sql.includes('max_block_number')) asked.looks += 1;
    if (isAway) throw new Error('no engine answers');
    if (held && sql.includes('FROM clicks')) {
      asked.waiting += 1;
      await held;
    }
    return client.rows(sql, ...more);
  };
  const feed = new ClickFeed({
    client: { rows },
    subscribed: () => Promise.resolve([webhook]),
    cursors: () => Promise.resolve(new Map()),
    forget: () => Promise.resolve(),
    named: (_, clicks) =>
      Promise.resolve(clicks.map((one) => ({ ...one, click: namedClick(one.record, undefined, () => '') }))),
    attempt: async (_, { click: { id } }) => {
      arrived.push(id);
      await answering;
      return { outcome: 'delivered', duration_ms: 1, error: null, response: null };
    },
    write: (covered) => Promise.resolve(moved(covered)),
    log: quiet,
    signal: ending.signal,
  });
  running = feed.run();
  return {
    asked,
    behindMs: () => feed.behindMs(Date.now()),
    /** Resolves once everything that is there now has been read. */
    caughtUp: () => {
      const before = asked.looks;
      return eventually(() => expect(asked.looks).toBeGreaterThan(before + 2));
    },
    /** Whether the engine refuses all questions. */
    setAway: (away: boolean): void => void (isAway = away),
    /** Holds the feed back before it reads clicks. @returns what lets it go on */
    hold: (): (() => void) => {
      let release = (): void => undefined;
      held = new Promise<void>((resolve) => (release = resolve));
      return () => {
        held = undefined;
        release();
      };
    },
  };
};
const expectAll = () => eventually(() => expect(arrived).toEqual([1, 2, 3, 4, 5].map((seq) => `clk_a_${seq}`)));

describe('an engine that restarts after a month was dropped, and gives numbers of inserts again', () => {
  it('hides no click from a feed that did not look meanwhile', async () => {
    const feed = runFeed();
    await click(1);
    await clickLastMonth();
    await feed.caughtUp();
    feed.setAway(true);
    await dropLastMonthAndRestart();
    for (const seq of [2, 3, 4, 5]) await click(seq);
    feed.setAway(false);
    await expectAll();
  });

  it('hides no click from a feed that had looked, and had not read', async () => {
    const feed = runFeed();
    await click(1);
    await clickLastMonth();
    await feed.caughtUp();
    const release = feed.hold();
    await click(1_000, 'ws_other', LAST_MONTH);
    await eventually(() => expect(feed.asked.waiting).toBe(1));
    await dropLastMonthAndRestart();
    for (const seq of [2, 3, 4, 5]) await click(seq);
    release();
    await expectAll();
  });
});

describe('how far a feed is behind', () => {
  it('is the age of the oldest click that its endpoint has not answered, and little without one', async () => {
    let answer = (): void => undefined;
    answering = new Promise<void>((resolve) => (answer = resolve));
    const feed = runFeed();
    await feed.caughtUp();
    await eventually(() => expect(feed.behindMs()).toBeLessThan(30_000));
    await click(1, WORKSPACE, new Date(Date.now() - 30_000));
    await click(2);
    await eventually(() => expect(feed.behindMs()).toBeGreaterThanOrEqual(30_000));
    answer();
    await eventually(() => expect(feed.behindMs()).toBeLessThan(30_000));
    await eventually(() => expect(arrived).toHaveLength(2));
  });

  it('grows while the engine does not answer', async () => {
    const feed = runFeed();
    await feed.caughtUp();
    feed.setAway(true);
    const before = feed.behindMs();
    await eventually(() => expect(feed.behindMs()).toBeGreaterThan(before + 1_500));
    feed.setAway(false);
    await eventually(() => expect(feed.behindMs()).toBeLessThan(before + 1_500));
  });
});
