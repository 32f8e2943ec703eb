import { randomUUID } from 'node:crypto';
import { type TestReadStore, eventually, insert, withReadStore } from '../../../../test/support/read-store';
import {
  type AttemptResult,
  type DueDelivery,
  LEASE_MS,
  Lanes,
  type RecordedAttempt,
  beginFold,
  endFold,
  enqueue,
  foldToEnd,
  foldsTo,
  noteDelivered,
  retryDelivery,
  skipStopped,
  webhookLog,
  webhookLogLock,
} from '.';

const NOW = Date.UTC(2026, 10, 22, 12);
const HEALTH = { failures: 0, failed_deliveries: 0, healthy_at: new Date(NOW).toISOString() };
const DELIVERED: AttemptResult = { outcome: 'delivered', duration_ms: 5, error: null, response: null };
const FAILED: AttemptResult = { ...DELIVERED, outcome: 'failed', error: 'answered with status 500' };

const MEGABYTE = 1_024 * 1_024;
const EIGHT = { deliveries: 8, bytes: 2 * MEGABYTE };

let test: TestReadStore;
let workspaceId: string;
let webhookId: string;
let lanes: Lanes;

beforeAll(async () => {
  test = await withReadStore([webhookLog, webhookLogLock]);
  workspaceId = await test.workspace('pro');
});
beforeEach(async () => {
  await test.freeze(new Date(NOW));
  webhookId = `whk_${randomUUID()}`;
  await subscribe(webhookId);
  lanes = aSender();
});
afterEach(() => test.owner.query('truncate webhook_subscriptions, webhook_lanes, webhook_deliveries'));
afterAll(() => test.close());

const subscribe = (id: string) => {
  const [stream, webhook] = [`webhook-${id}`, { url: 'https://a.example/' }];
  return insert(test.owner, 'webhook_subscriptions', { id, workspace_id: workspaceId, stream, webhook });
};
const aSender = (): Lanes => new Lanes(test.store.system, randomUUID());
const queue = async (at = NOW, webhook_id = webhookId, body = '{}'): Promise<void> => {
  const [event_id, created_at] = [`evt_${randomUUID()}`, new Date(at).toISOString()];
  const message = { event_id, workspace_id: workspaceId, type: 'ping', stream: null, revision: null, created_at };
  await test.store.inWorkspace(workspaceId, (client) =>
    enqueue(client, {
      messages: [{ ...message, body }],
      deliveries: [{ webhook_id, event_id }],
      mode: 'always',
    }),
  );
};
const acquired = async (by: Lanes) => (await by.acquire(10)).map(({ webhook_id }) => webhook_id);
const taken = async (by: Lanes) => (await by.take(new Map([[webhookId, EIGHT]]), []))[0]?.deliveries ?? [];
/** A delivery whose attempt is on its way. */
const underWay = async (at = NOW): Promise<DueDelivery> => {
  await queue(at);
  await acquired(lanes);
  const [delivery] = await taken(lanes);
  if (!delivery) throw new Error('nothing is due');
  return delivery;
};
const record = (
  by: Lanes,
  delivery: DueDelivery,
  result: AttemptResult,
  wait_ms: number | null = null,
  { health, disable }: Pick<RecordedAttempt, 'health' | 'disable'> = { health: HEALTH, disable: null },
) =>
  by.record([
    {
      webhook_id: webhookId,
      delivery,
      result,
      status: result.outcome === 'delivered' ? 'delivered' : wait_ms === null ? 'failed' : 'pending',
      wait_ms,
      health,
      disable,
    },
  ]);
const retry = (id: string) =>
  test.store.inWorkspace(workspaceId, (client) => retryDelivery(client, { workspaceId, webhookId, id }));
const stored = async () =>
  (await test.owner.query('select status, attempt, step, next_attempt_at from webhook_deliveries')).rows as unknown[];
const attempts = async (id: string): Promise<number> =>
  (await test.owner.query('select from webhook_attempts where delivery_id = $1', [id])).rowCount ?? 0;

describe('a retry that is requested while an attempt is on its way', () => {
  const due = { status: 'pending', attempt: 1, step: 0, next_attempt_at: new Date(NOW) };

  it.each([
    ['fails and would wait for the next step', FAILED, 300_000],
    ['fails and was the last one', FAILED, null],
    ['succeeds', DELIVERED, null],
  ] as const)('takes place at once, though that attempt %s', async (_, result, wait) => {
    const delivery = await underWay();
    expect(await retry(delivery.id)).toBe(true);
    await record(lanes, delivery, result, wait);
    expect([await stored(), await attempts(delivery.id)]).toEqual([[due], 1]);
    const [again] = await taken(lanes);
    await record(lanes, again!, DELIVERED);
    expect(await stored()).toEqual([{ status: 'delivered', attempt: 2, step: 1, next_attempt_at: null }]);
    expect(await attempts(delivery.id)).toBe(2);
  });

  it('does not take place where the delivery has been skipped since, and has arrived', async () => {
    const delivery = await underWay();
    await retry(delivery.id);
    await test.owner.query("update webhook_deliveries set status = 'skipped', next_attempt_at = null");
    await record(lanes, delivery, DELIVERED);
    expect(await stored()).toMatchObject([{ status: 'delivered', next_attempt_at: null }]);
  });
});

describe('a webhook whose deliveries have failed for a day', () => {
  const health = { failures: 200, failed_deliveries: 20, healthy_at: new Date(NOW - 86_400_000).toISOString() };
  const disabledFor = async (disable: string): Promise<unknown> => disabledBy(await underWay(), disable);
  const disabledBy = async (delivery: DueDelivery, disable: string): Promise<unknown> => {
    await record(lanes, delivery, FAILED, null, { health, disable });
    const { rows } = await test.owner.query<{ disable_reason: unknown }>('select disable_reason from webhook_lanes');
    return rows[0]?.disable_reason;
  };
  beforeEach(async () => {
    await queue();
    await test.owner.query('update webhook_lanes set healthy_at = $1', [health.healthy_at]);
  });

  it('is disabled', async () => {
    expect(await disabledFor('failures')).toBe('failures');
  });

  it('stays enabled where it has got its clicks meanwhile', async () => {
    await noteDelivered(test.owner, webhookId);
    expect(await disabledFor('failures')).toBeNull();
  });

  it('is not disabled by what failed before it got its clicks, a day later', async () => {
    const delivery = await underWay();
    await noteDelivered(test.owner, webhookId);
    await record(lanes, delivery, FAILED, null, { health, disable: null });
    await queue();
    const [lane] = await lanes.take(new Map([[webhookId, EIGHT]]), []);
    expect(lane?.health).toEqual({ failures: 0, failed_deliveries: 0, healthy_at: new Date(NOW).toISOString() });
  });

  it('is disabled, clicks or not, once it says that it is gone', async () => {
    await noteDelivered(test.owner, webhookId);
    expect(await disabledFor('gone')).toBe('gone');
  });

  it.each([
    ['afterwards', 1],
    ['before, which was not known then', -1],
  ])('is not disabled by an attempt at a URL that was edited %s, and is by the next one', async (_, by) => {
    const delivery = await underWay();
    const edit = { updated_at: new Date(NOW + by).toISOString() };
    await test.owner.query('update webhook_subscriptions set webhook = webhook || $1::jsonb', [JSON.stringify(edit)]);
    expect(await disabledBy(delivery, 'gone')).toBeNull();
    expect(await disabledFor('gone')).toBe('gone');
  });
});

const someoneWaits = async (): Promise<void> => {
  const { rowCount } = await test.owner.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  if (rowCount === 0) throw new Error('nothing waits for a lock');
};

describe('a retry that is requested while what was pending for a stopped webhook is being skipped', () => {
  it('takes place', async () => {
    const { id } = await underWay();
    await test.owner.query("update webhook_lanes set skip_until = nextval('webhook_deliveries_nth')");
    let skipping: Promise<number> | undefined;
    await test.store.inWorkspace(workspaceId, async (client) => {
      await retryDelivery(client, { workspaceId, webhookId, id });
      skipping = skipStopped(test.store.system);
      await eventually(someoneWaits);
    });
    await skipping;
    expect(await stored()).toMatchObject([{ status: 'pending' }]);
    expect((await taken(lanes)).map((one) => one.id)).toEqual([id]);
  });
});

describe('the result of an attempt', () => {
  it('is written once, however often it is handed in', async () => {
    const delivery = await underWay();
    await record(lanes, delivery, FAILED, 5_000);
    await record(lanes, delivery, FAILED, 300_000);
    const next_attempt_at = new Date(NOW + 5_000);
    expect(await stored()).toEqual([{ status: 'pending', attempt: 1, step: 1, next_attempt_at }]);
    expect(await attempts(delivery.id)).toBe(1);
  });

  it('is refused once another sender has the lane', async () => {
    const delivery = await underWay();
    await test.freeze(new Date(NOW + LEASE_MS));
    const other = aSender();
    expect(await acquired(other)).toEqual([webhookId]);
    await record(lanes, delivery, FAILED, null);
    expect(await stored()).toMatchObject([{ status: 'pending', attempt: 0 }]);
    expect((await taken(other)).map(({ id }) => id)).toEqual([delivery.id]);
  });
});

describe('a lane that is released while the log gets the partition of its day', () => {
  it('keeps the time at which it is due next', async () => {
    const now = NOW + 20 * 86_400_000;
    await test.freeze(new Date(now));
    const delivery = await underWay(now);
    await record(lanes, delivery, FAILED, 5_000);
    const [lane] = await lanes.take(new Map([[webhookId, EIGHT]]), []);
    let resting: Promise<unknown> | undefined;
    await test.store.inWorkspace(workspaceId, async (client) => {
      await client.query("select keep_webhook_log('webhook_deliveries')");
      resting = lanes.rest(new Map([[webhookId, lane?.woken ?? '']]));
      await eventually(someoneWaits);
    });
    expect(await resting).toEqual([webhookId]);
    const { rows } = await test.owner.query('select due_at from webhook_lanes');
    expect(rows).toEqual([{ due_at: new Date(now + 5_000) }]);
  });

  it('is due by the migration, where an earlier version had lost that time', async () => {
    const delivery = await underWay();
    await record(lanes, delivery, FAILED, 5_000);
    await test.owner.query("update webhook_lanes set due_at = null, holder = null, leased_until = '-infinity'");
    await test.freeze(new Date(NOW + 5_000));
    expect(await acquired(lanes)).toEqual([]);
    await test.owner.query(`set waymark.workspace = '*'; ${webhookLogLock.sql}`);
    expect(await acquired(lanes)).toEqual([webhookId]);
  });
});

describe('the lease of a lane', () => {
  it('keeps it from other senders as long as it is renewed, and ends with a killed one', async () => {
    await underWay();
    const other = aSender();
    await test.freeze(new Date(NOW + LEASE_MS - 1));
    expect(await lanes.renew(['whk_other'])).toEqual([]);
    expect(await lanes.renew([webhookId])).toEqual([webhookId]);
    await test.freeze(new Date(NOW + 2 * LEASE_MS - 2));
    expect(await acquired(other)).toEqual([]);
    await test.freeze(new Date(NOW + 2 * LEASE_MS - 1));
    expect(await acquired(other)).toEqual([webhookId]);
    expect(await lanes.renew([webhookId])).toEqual([]);
  });

  it('is renewed for lanes in the order in which others lock them', async () => {
    const ids = ['whk_1', 'whk_2'] as const;
    for (const id of ids.toReversed()) {
      await subscribe(id);
      await queue(NOW, id);
    }
    expect((await acquired(lanes)).toSorted()).toEqual(ids);
    const lock = 'select from webhook_lanes where webhook_id = $1 for update nowait';
    let renewing: Promise<readonly string[]> | undefined;
    await test.store.inWorkspace(workspaceId, async (client) => {
      await client.query(lock, [ids[0]]);
      // So many that the table is read as it lies.
      renewing = lanes.renew([...ids, ...Array.from({ length: 300 }, (_, n) => `whk_none_${n}`)]);
      await eventually(someoneWaits);
      expect((await client.query(lock, [ids[1]])).rowCount).toBe(1);
    });
    expect((await renewing)?.toSorted()).toEqual(ids);
  });

  it('ends at once when the sender releases the lane, and not while an attempt is on its way', async () => {
    await underWay();
    const other = aSender();
    await lanes.release([webhookId]);
    expect(await acquired(other)).toEqual([]);
    await lanes.release();
    expect(await acquired(other)).toEqual([webhookId]);
  });
});

describe('lanes with deliveries that are due', () => {
  it('are acquired without some, the longest due first, or among some in the order of these', async () => {
    for (const [nth, id] of ['whk_a', 'whk_b', 'whk_c', 'whk_d'].entries()) {
      await subscribe(id);
      await test.freeze(new Date(NOW + nth));
      await queue(NOW, id);
    }
    const ids = (leased: Awaited<ReturnType<Lanes['acquire']>>) => leased.map(({ webhook_id }) => webhook_id);
    expect(ids(await lanes.acquire(1, ['whk_a']))).toEqual(['whk_b']);
    expect(ids(await lanes.acquireAmong(1, ['whk_b', 'whk_d', 'whk_a']))).toEqual(['whk_d']);
    expect(ids(await lanes.acquireAmong(2, ['whk_a', 'whk_b']))).toEqual(['whk_a']);
    expect(ids(await lanes.acquire(2))).toEqual(['whk_c']);
  });
});

describe('lanes while webhooks are folded anew', () => {
  it('are so up to the end of another store', async () => {
    await queue();
    await beginFold(test.store.system, 5n);
    await foldToEnd(test.store.system);
    expect(await foldsTo(test.store.system)).toBe(2n ** 63n - 1n);
    await endFold(test.store.system);
    await foldToEnd(test.store.system);
    expect(await foldsTo(test.store.system)).toBeUndefined();
  });

  it('are left alone, also by a sender that holds them: the URLs may be former ones', async () => {
    await queue();
    await beginFold(test.store.system, 5n);
    expect(await acquired(lanes)).toEqual([]);
    await endFold(test.store.system);
    expect(await acquired(lanes)).toEqual([webhookId]);
    await beginFold(test.store.system, 5n);
    expect(await taken(lanes)).toEqual([]);
    await endFold(test.store.system);
    expect(await taken(lanes)).toHaveLength(1);
  });

  it('are not so where there is none: a new installation sends at once', async () => {
    await beginFold(test.store.system, 5n);
    await queue();
    expect(await acquired(lanes)).toEqual([webhookId]);
  });
});

describe('large bodies', () => {
  const take = async (ids: readonly string[], most = EIGHT) => {
    const taken = await lanes.take(new Map(ids.map((id) => [id, most])), []);
    return Object.fromEntries(
      taken.map(({ webhook_id, waiting, deliveries }) => [
        webhook_id,
        { waiting, bytes: deliveries.map(({ body }) => body.length) },
      ]),
    );
  };

  it('of a lane are taken until they are too many, the first one in any case', async () => {
    for (const size of [2, (3 * MEGABYTE) / 2, MEGABYTE, 2]) await queue(NOW, webhookId, 'x'.repeat(size));
    await acquired(lanes);
    expect(await take([webhookId])).toEqual({
      [webhookId]: { waiting: 4, bytes: [2, 1.5 * MEGABYTE, MEGABYTE] },
    });
    expect(await take([webhookId], { deliveries: 8, bytes: 1 })).toEqual({ [webhookId]: { waiting: 4, bytes: [2] } });
    expect(await take([webhookId], { deliveries: 2, bytes: 1 })).toEqual({ [webhookId]: { waiting: 2, bytes: [2] } });
  });

  it('of many lanes are taken in turns, eight megabytes at a time', async () => {
    const ids = ['whk_a', 'whk_b', 'whk_c', 'whk_d', 'whk_e'];
    for (const id of ids) {
      await subscribe(id);
      for (let n = 0; n < 2; n += 1) await queue(NOW, id, 'x'.repeat(1.5 * MEGABYTE));
    }
    await acquired(lanes);
    const bytes = async (of: readonly string[]) =>
      Object.values(await take(of)).map((lane) => lane.bytes.length + lane.waiting);
    // Two wait in each; the turn of the first lane comes again.
    expect((await bytes(ids)).toSorted()).toEqual([3, 3, 3, 3, 4]);
    const last = ['whk_e', 'whk_d', 'whk_c', 'whk_b', 'whk_a'];
    expect((await take(last))['whk_e']?.bytes).toHaveLength(2);
    await queue(NOW, webhookId, 'x'.repeat(9 * MEGABYTE));
    await acquired(lanes);
    expect(await take([webhookId, 'whk_a'])).toMatchObject({
      [webhookId]: { waiting: 1, bytes: [9 * MEGABYTE] },
      whk_a: { waiting: 2, bytes: [] },
    });
  });
});
