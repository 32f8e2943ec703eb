import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { evolveWebhook, everything, type Webhook, type WebhookFilters, webhookStream } from '@contexts/webhooks';
import { someMetadata } from '@kernel/testing';
import {
  type AnalyticsClient,
  createAnalyticsClient,
  insertClicks,
  migrateAnalytics,
  type NewClick,
} from '@platform/analytics-store';
import { createEgress, type Egress } from '@platform/egress';
import { beginFold, endFold, webhookClickCursors, webhookLog } from '@platform/webhooks';
import { aClickRow, PATIENCE_MS } from '../../../../test/support/analytics-store';
import { endPrograms, eventually, type Program, startProgram, testFolder } from '../../../../test/support/programs';
import { insert, quiet, type TestReadStore, withReadStore } from '../../../../test/support/read-store';
import { atScale } from '../../../../test/support/scale';
import {
  type Answer,
  hang,
  type Received,
  startReceiver,
  type WebhookReceiver,
  withStatus,
} from '../../../../test/support/webhook-receiver';
import { type RunClicks, runClicks } from './run-clicks';

/** The full scale is `PROMISES=full`. */
const MANY = atScale(3_000, 20_000);
/** For so many attempts on a busy machine. */
const MANY_MS = 900_000;
/** First attempts of a webhook at a time, and of all. */
const [AT_ONCE, MANY_AT_ONCE] = [8, 256];
/** An endpoint that takes longer is slow. */
const SLOW_MS = 1_100;
const SECRET = Buffer.from('SECRET');
const folder = testFolder();
const socketPath = join(folder, 's', 'http.sock');
const client = createAnalyticsClient({ socketPath, timeout: PATIENCE_MS });
const outside = createEgress({ allow: ['127.0.0.1'], dnsServers: [], ownHosts: [] });
/** What hangs still hangs at the end of a test on a busy machine. */
const egress: Pick<Egress, 'request'> = {
  request: (url, options) => outside.request(url, { ...options, deadlineMs: 20 * options.deadlineMs }),
};
let test: TestReadStore;
let receiver: WebhookReceiver;
/** What endpoints have answered with success, in its order. */
let arrived: Received[];
/** How endpoints answer. */
let answer: Answer;
let ending: AbortController;
let running: Promise<unknown>[];

beforeAll(async () => {
  [test] = await Promise.all([
    withReadStore([webhookLog, webhookClickCursors]),
    startProgram('test/fixtures/processes/clickhouse.ts', [join(folder, 'chdb'), socketPath]),
  ]);
  await migrateAnalytics(client);
});
beforeEach(async () => {
  receiver = await startReceiver();
  arrived = [];
  answer = accepts;
  ending = new AbortController();
  running = [];
});
afterEach(async () => {
  ending.abort();
  await Promise.all(running);
  await receiver.close();
  await test.owner.query('truncate webhook_subscriptions, webhook_deliveries, webhook_messages, webhook_lanes');
});
afterAll(async () => {
  await Promise.all([outside.close(), client.close()]);
  await endPrograms();
  await test.close();
});

const accepts: Answer = (response, received) => {
  arrived.push(received);
  response.writeHead(204).end();
};
const bodyOf = ({ body }: Received) =>
  JSON.parse(body) as { id: string; data: { click: { id: string } } } & Record<string, unknown>;

let counted = 0;
const aWorkspace = () => test.workspace('pro');

/** A webhook as the dispatcher keeps it. */
const subscribe = async (
  workspaceId: string,
  events: readonly string[],
  { filters = {}, at = Date.now() - 60_000 }: { filters?: Partial<WebhookFilters>; at?: number } = {},
): Promise<Webhook> => {
  const id = `whk_${(counted += 1)}`;
  const path = `/${id}`;
  receiver.answer(path, (response, received) => answer(response, received));
  const data = { webhook_id: id, url: receiver.url(path), events, filters: { ...everything, ...filters } };
  const metadata = someMetadata({ workspace_id: workspaceId, at: new Date(at).toISOString() });
  const webhook = evolveWebhook(null, { type: 'WebhookCreated', data }, metadata) as Webhook;
  await keep(webhook);
  const healthy_at = webhook.enabled_at;
  await insert(test.owner, 'webhook_lanes', { webhook_id: id, workspace_id: workspaceId, healthy_at });
  return webhook;
};
const keep = (webhook: Webhook) =>
  test.owner.query(
    `insert into webhook_subscriptions (id, workspace_id, stream, webhook) values ($1, $2, $3, $4)
     on conflict (id) do update set webhook = excluded.webhook`,
    [webhook.id, webhook.workspace_id, webhookStream(webhook.id), webhook],
  );

/** One insert of clicks of a source, a moment ago. @returns the ids of those by people */
const click = async (
  workspace_id: string,
  source: string,
  seqs: readonly number[],
  change: Partial<Omit<NewClick, 'time'>> & { readonly at?: number } = {},
): Promise<readonly string[]> => {
  const { at = Date.now(), ...fields } = change;
  const time = new Date(at).toISOString().replace('T', ' ').slice(0, -1);
  const rows = seqs.map((seq) => aClickRow(time, { workspace_id, source, seq, ...fields }));
  await insertClicks(client, `spec-${(counted += 1)}`, rows);
  return fields.is_bot ? [] : seqs.map((seq) => `clk_${source}_${seq}`);
};
const upTo = (count: number, first = 1) => Array.from({ length: count }, (_, at) => first + at);

const run = (more: Partial<RunClicks> = {}): AbortController => {
  const own = new AbortController();
  const signal = AbortSignal.any([own.signal, ending.signal]);
  const secretsOf = async (ids: readonly string[]) => new Map(ids.map((id) => [id, [SECRET]]));
  const publicUrl = 'https://go.example.com';
  const options = { analytics: client, readStore: test.store, publicUrl, egress, secretsOf, log: quiet, signal };
  running.push(runClicks({ ...options, ...more }));
  return own;
};
/** The read store, and how often it was asked which webhooks there are. */
const lookedAt = () => {
  let looks = 0;
  const system = Object.assign(Object.create(test.store.system) as typeof test.store.system, {
    query: (...query: unknown[]) => {
      if ((query[0] as { name?: string }).name === 'subscribed to clicks') looks += 1;
      return Reflect.apply(test.store.system.query, test.store.system, query) as unknown;
    },
  });
  return { readStore: { system, inWorkspace: test.store.inWorkspace }, looks: () => looks };
};
const deliveries = async ({ id }: Webhook) =>
  (
    await test.owner.query<{ type: string; status: string; attempt: number; body: string; event_id: string }>(
      `select d.type, d.status, d.attempt, d.event_id, m.body from webhook_deliveries d
       join webhook_messages m on m.event_id = d.event_id where d.webhook_id = $1 order by d.nth`,
      [id],
    )
  ).rows;
/** Ids of the clicks that a webhook's endpoint has accepted. */
const accepted = ({ id }: Webhook) =>
  arrived.filter(({ path }) => path === `/${id}`).map((received) => bodyOf(received).data.click.id);
const cursorsOf = async ({ id }: Webhook) =>
  Object.fromEntries(
    (
      await test.owner.query<{ source: string; seq: string }>(
        'select source, seq from webhook_click_cursors where webhook_id = $1',
        [id],
      )
    ).rows.map(({ source, seq }) => [source, Number(seq)]),
  );

describe('link.clicked', () => {
  it('gets each click by a person in a signed body of its own, and leaves no row', async () => {
    const workspace = await aWorkspace();
    const webhook = await subscribe(workspace, ['link.clicked']);
    await insert(test.owner, 'links', aLink(workspace, 'link_named'));
    const before = await click(workspace, 'a', upTo(3), { link_id: 'link_named' });
    await click(workspace, 'a', [4], { is_bot: true });
    run();
    await eventually(() => expect(accepted(webhook)).toHaveLength(3));
    const after = await click(workspace, 'b', upTo(2));
    await eventually(() => expect(accepted(webhook).toSorted()).toEqual([...before, ...after].toSorted()));
    const { headers, body } = arrived[0]!;
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    const signature = createHmac('sha256', SECRET).update(signed).digest('base64');
    expect(headers).toMatchObject({ 'webhook-id': bodyOf(arrived[0]!).id, 'webhook-signature': `v1,${signature}` });
    expect(bodyOf(arrived[0]!)).toMatchObject({
      type: 'link.clicked',
      workspace_id: workspace,
      revision: null,
      data: { link: { id: 'link_named', short_url: 'https://go.example.com/link_named', external_id: 'cms-1' } },
    });
    await eventually(async () => expect(await cursorsOf(webhook)).toEqual({ a: 4, b: 2 }));
    expect(await deliveries(webhook)).toEqual([]);
  });

  it('has the same id for every webhook, each of which gets what its filters pass', async () => {
    const workspace = await aWorkspace();
    const all = await subscribe(workspace, ['link.clicked'], { filters: { include_bots: true } });
    const tagged = await subscribe(workspace, ['link.clicked'], { filters: { tags: ['x'] } });
    const other = await subscribe(await aWorkspace(), ['link.clicked']);
    await click(workspace, 'a', [1], { tags: ['x', 'y'] });
    await click(workspace, 'a', [2], { tags: ['y'] });
    await click(workspace, 'a', [3], { tags: ['x'], is_bot: true });
    run();
    await eventually(() => expect(accepted(all)).toHaveLength(3));
    await eventually(async () => expect(await cursorsOf(tagged)).toEqual({ a: 3 }));
    expect([accepted(tagged), accepted(other)]).toEqual([['clk_a_1'], []]);
    const ids = arrived.map(bodyOf).flatMap(({ id, data }) => (data.click.id === 'clk_a_1' ? [id] : []));
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('begins when the webhook subscribed, and finds clicks that are loaded late, of another month, too', async () => {
    const workspace = await aWorkspace();
    const [month, now] = [20 * 86_400_000, Date.now()];
    const early = await subscribe(workspace, ['link.clicked'], { at: now - month });
    const late = await subscribe(workspace, ['link.clicked']);
    await click(workspace, 'a', upTo(1_500), { at: now - month - 1_000 });
    await click(workspace, 'a', upTo(1_500, 1_501), { at: now - 600_000 });
    await click(workspace, 'a', [3_001]);
    run();
    await eventually(async () => expect(await cursorsOf(early)).toEqual({ a: 3_001 }));
    await eventually(() => expect(accepted(late)).toHaveLength(1));
    expect([new Set(accepted(early)).size, accepted(late)]).toEqual([1_501, ['clk_a_3001']]);
    // Its redirector was cut off for two weeks.
    await click(workspace, 'cut-off', upTo(2), { at: Date.now() - 14 * 86_400_000 });
    await click(workspace, 'a', [3_002]);
    await eventually(async () => expect(await cursorsOf(early)).toEqual({ a: 3_002, 'cut-off': 2 }));
    await eventually(() => expect(accepted(late)).toEqual(['clk_a_3001', 'clk_a_3002']));
    expect(accepted(early).slice(-3).toSorted()).toEqual(['clk_a_3002', 'clk_cut-off_1', 'clk_cut-off_2']);
  });

  it('is not kept while the webhook is paused', async () => {
    const workspace = await aWorkspace();
    const webhook = await subscribe(workspace, ['link.clicked']);
    const { readStore, looks } = lookedAt();
    run({ readStore });
    await click(workspace, 'a', [1]);
    await eventually(() => expect(accepted(webhook)).toEqual(['clk_a_1']));
    const edit = async (active: boolean, at: string) => {
      const data = { webhook_id: webhook.id, changes: { active: { from: !active, to: active } } };
      const metadata = someMetadata({ workspace_id: workspace, at });
      edited = evolveWebhook(edited, { type: 'WebhookUpdated', data }, metadata) as Webhook;
      await keep(edited);
    };
    let edited = webhook;
    await edit(false, new Date().toISOString());
    const before = looks();
    await eventually(() => expect(looks()).toBeGreaterThan(before + 1));
    await click(workspace, 'a', [2]);
    const resumed = new Date(Date.now() + 1).toISOString();
    await eventually(() => expect(Date.now()).toBeGreaterThan(Date.parse(resumed)));
    await edit(true, resumed);
    await click(workspace, 'a', [3]);
    await eventually(() => expect(accepted(webhook)).toEqual(['clk_a_1', 'clk_a_3']));
  });

  it('waits while webhooks are folded anew: one that is paused now may look active', async () => {
    const workspace = await aWorkspace();
    const webhook = await subscribe(workspace, ['link.clicked']);
    await click(workspace, 'a', upTo(2));
    await beginFold(test.store.system, 5n);
    const { readStore, looks } = lookedAt();
    run({ readStore });
    await eventually(() => expect(looks()).toBeGreaterThan(2));
    expect([accepted(webhook), await cursorsOf(webhook)]).toEqual([[], {}]);
    await keep({ ...webhook, active: false });
    await endFold(test.store.system);
    const other = await subscribe(workspace, ['link.clicked']);
    await eventually(() => expect(accepted(other)).toHaveLength(2));
    expect([accepted(webhook), await cursorsOf(webhook)]).toEqual([[], {}]);
  });
});

describe('link.clicks', () => {
  it('collects clicks into ordinary deliveries of 500 at most, and moves the cursor with them', async () => {
    const workspace = await aWorkspace();
    const webhook = await subscribe(workspace, ['link.clicks']);
    const ids = [...(await click(workspace, 'a', upTo(900))), ...(await click(workspace, 'b', upTo(300)))];
    run();
    await eventually(async () => expect(await cursorsOf(webhook)).toEqual({ a: 900, b: 300 }));
    const bodies = (await deliveries(webhook)).map(({ body }) => JSON.parse(body) as { data: { clicks: unknown[] } });
    expect(bodies.map(({ data }) => data.clicks.length)).toEqual([500, 500, 200]);
    const got = bodies.flatMap(({ data }) => data.clicks as { click: { id: string } }[]).map(({ click: { id } }) => id);
    expect(got.toSorted()).toEqual(ids.toSorted());
    expect(await deliveries(webhook)).toMatchObject(
      bodies.map(() => ({ type: 'link.clicks', status: 'pending', attempt: 0 })),
    );
  });
});

describe('clicks whose destinations visitors have made long', () => {
  it('are sent as they are, in bodies of a megabyte at most, each in one of them', async () => {
    const workspace = await aWorkspace();
    const [collecting, other] = [
      await subscribe(workspace, ['link.clicks']),
      await subscribe(workspace, ['link.clicked']),
    ];
    const destination = `https://example.com/?q=${'x'.repeat(23_000)}`;
    const ids = await click(workspace, 'a', upTo(200), { destination });
    run();
    await eventually(async () => expect(await cursorsOf(collecting)).toEqual({ a: 200 }));
    const bodies = (await deliveries(collecting)).map(({ body }) => body);
    const got = bodies.flatMap(
      (body) => (JSON.parse(body) as { data: { clicks: { click: Record<string, unknown> }[] } }).data.clicks,
    );
    expect(got.map(({ click: { id } }) => id)).toEqual(ids);
    expect(new Set(got.map(({ click: one }) => one['destination']))).toEqual(new Set([destination]));
    expect(Math.max(...bodies.map((body) => body.length))).toBeLessThan(1_024 * 1_024);
    await eventually(() => expect(accepted(other).toSorted()).toEqual([...ids].toSorted()));
  });
});

describe('an endpoint that fails', () => {
  it('has its first failures tried again as deliveries, and gets the others once it is well', async () => {
    const workspace = await aWorkspace();
    const webhook = await subscribe(workspace, ['link.clicked']);
    let refused = 0;
    answer = (response, received) => ((refused += 1) > 10 ? accepts : withStatus(500))(response, received);
    const ids = await click(workspace, 'a', upTo(50));
    run();
    await eventually(async () => expect(await cursorsOf(webhook)).toEqual({ a: 50 }));
    expect((await deliveries(webhook))[0]).toMatchObject({ type: 'link.clicked', status: 'pending', attempt: 1 });
    const failed = (await deliveries(webhook)).map(({ event_id }) => event_id);
    const ok = arrived.map((received) => bodyOf(received).id);
    expect(failed.filter((id) => ok.includes(id))).toEqual([]);
    expect(new Set([...failed, ...ok]).size).toBe(ids.length);
    expect(failed).toHaveLength(10);
  });

  it('delays no other', async () => {
    const workspace = await aWorkspace();
    const [hanging, well] = [
      await subscribe(workspace, ['link.clicked']),
      await subscribe(workspace, ['link.clicked']),
    ];
    receiver.answer(`/${hanging.id}`, hang);
    run();
    await click(workspace, 'a', upTo(20));
    await eventually(() => expect(accepted(well)).toHaveLength(20));
    await click(workspace, 'a', upTo(20, 21));
    await eventually(() => expect(accepted(well)).toHaveLength(40));
    expect(await cursorsOf(hanging)).toEqual({});
  });

  it('with a full table of retries gets no more of them, and goes on later', async () => {
    const workspace = await aWorkspace();
    const webhook = await subscribe(workspace, ['link.clicked']);
    await test.owner.query(
      `insert into webhook_deliveries (id, webhook_id, workspace_id, event_id, event_at, type, status, replayed, created_at,
         next_attempt_at)
       select 'dlv_' || n, $1, $2, 'evt_' || n, now(), 'link.clicked', 'pending', false, now(), now() + interval '1 day'
       from generate_series(1, 10000) as n`,
      [webhook.id, workspace],
    );
    const other = await subscribe(workspace, ['link.clicked']);
    run();
    await click(workspace, 'a', upTo(3));
    await eventually(() => expect(accepted(other)).toHaveLength(3));
    expect([accepted(webhook), await cursorsOf(webhook)]).toEqual([[], {}]);
    await test.owner.query("delete from webhook_deliveries where id = 'dlv_1'");
    await eventually(() => expect(accepted(webhook)).toHaveLength(3));
  });
});

describe('endpoints that are slow, as many as take all attempts, and then hang', () => {
  it('leave half of the attempts to the others, and one that is paused while it waits stops nobody', async () => {
    const workspace = await aWorkspace();
    const slow: Webhook[] = [];
    for (let n = 0; n < MANY_AT_ONCE / AT_ONCE; n += 1) slow.push(await subscribe(workspace, ['link.clicked']));
    const other = await subscribe(await aWorkspace(), ['link.clicked']);
    const begun = new Map<string, number>();
    const hanging = () => [...begun.values()].reduce((sum, count) => sum + Math.max(0, count - AT_ONCE), 0);
    answer = (response, received) => {
      if (received.path === `/${other.id}`) return accepts(response, received);
      const nth = (begun.get(received.path) ?? 0) + 1;
      begun.set(received.path, nth);
      if (nth <= AT_ONCE) setTimeout(() => accepts(response, received), SLOW_MS);
    };
    await click(workspace, 'a', upTo(4 * AT_ONCE));
    const { readStore, looks } = lookedAt();
    run({ readStore });
    await eventually(() => expect(hanging()).toBeGreaterThanOrEqual(MANY_AT_ONCE / 2));
    const [first] = await click(other.workspace_id, 'b', [1]);
    await eventually(() => expect(accepted(other)).toEqual([first]));
    expect(hanging()).toBe(MANY_AT_ONCE / 2);
    const waiting = slow.find(({ id }) => (begun.get(`/${id}`) ?? 0) < 2 * AT_ONCE) as Webhook;
    await keep({ ...waiting, active: false });
    const before = looks();
    await eventually(() => expect(looks()).toBeGreaterThan(before + 1));
    const [second] = await click(other.workspace_id, 'b', [2]);
    await eventually(() => expect(accepted(other)).toEqual([first, second]));
  });
});

describe('a process that ends', () => {
  it('at once, or loses its lead without noticing, loses no click to another', async () => {
    const workspace = await aWorkspace();
    const webhook = await subscribe(workspace, ['link.clicked', 'link.clicks']);
    const ids: string[] = [];
    const first = run();
    for (let wave = 0; wave < 5; wave += 1) {
      ids.push(...(await click(workspace, 'a', upTo(200, 1 + 200 * wave))));
      if (wave === 2) run();
      if (wave === 3) first.abort();
    }
    await eventually(async () => expect(await cursorsOf(webhook)).toEqual({ a: 1_000 }));
    expect([...new Set(accepted(webhook))].toSorted()).toEqual(ids.toSorted());
    const collected = (await deliveries(webhook))
      .filter(({ type }) => type === 'link.clicks')
      .flatMap(({ body }) => (JSON.parse(body) as { data: { clicks: { click: { id: string } }[] } }).data.clicks);
    // The cursor moves in the transaction of the body, so a click is in one body alone.
    expect(collected.map(({ click: { id } }) => id).toSorted()).toEqual(ids.toSorted());
  });

  it(
    'by kill -9, again and again, with many clicks for an endpoint that was down, loses none',
    async () => {
      const workspace = await aWorkspace();
      const webhook = await subscribe(workspace, ['link.clicked']);
      const ids: string[] = [];
      for (let first = 1; first < MANY; first += 1_000) ids.push(...(await click(workspace, 'a', upTo(1_000, first))));
      answer = withStatus(503);
      const start = () => startProgram('test/fixtures/processes/click-webhooks.ts', [test.database.url, socketPath]);
      let program: Program = await start();
      await eventually(async () => expect((await deliveries(webhook)).length).toBeGreaterThan(4));
      answer = accepts;
      for (const part of [0.05, 0.2, 0.5]) {
        await eventually(() => expect(arrived.length).toBeGreaterThan(part * MANY), MANY_MS);
        await program.end('SIGKILL');
        program = await start();
      }
      await eventually(async () => expect(await cursorsOf(webhook)).toEqual({ a: MANY }), MANY_MS);
      await eventually(() => expect(new Set(accepted(webhook)).size).toBe(MANY), MANY_MS);
      expect(new Set(accepted(webhook))).toEqual(new Set(ids));
      await program.end();
    },
    MANY_MS,
  );
});

describe('clicks of workspaces without a subscriber', () => {
  it('are not looked for', async () => {
    let queries = 0;
    const analytics: Pick<AnalyticsClient, 'rows'> = {
      rows: (...query) => {
        queries += 1;
        return client.rows(...query);
      },
    };
    const { readStore, looks } = lookedAt();
    const workspace = await aWorkspace();
    await subscribe(workspace, ['link.*', '*']);
    run({ analytics, readStore });
    await click(workspace, 'a', upTo(3));
    await eventually(() => expect(looks()).toBeGreaterThan(2));
    expect(queries).toBe(0);
    const webhook = await subscribe(workspace, ['link.clicked']);
    await eventually(() => expect(accepted(webhook)).toHaveLength(3));
    expect(queries).toBeGreaterThan(0);
  });
});

const NOW = new Date().toISOString();

function aLink(workspace_id: string, id: string) {
  return {
    id,
    workspace_id,
    domain: 'go.example.com',
    domain_id: 'dom_default',
    alias: id,
    external_id: 'cms-1',
    destination_url: 'https://example.com/',
    created_at: NOW,
    updated_at: NOW,
    created_by: '{}',
    revision: 0,
  };
}
