import { randomUUID } from 'node:crypto';
import { type Event, type EventStore, categoryOf } from '@kernel';
import { someMetadata } from '@kernel/testing';
import { AGGREGATES, PURGES, AGGREGATE_READ_MODELS, TIMERS } from '@contexts/aggregates';
import { lineageStream } from '@contexts/keys';
import { linkStream } from '@contexts/links';
import { qrCodeStream } from '@contexts/qr-codes';
import { workspaceStream } from '@contexts/workspaces';
import { clickCountersSchema, clickTotalsSchema, foreignClicksSchema } from '@platform/click-counters';
import { atOnce } from '@platform/async';
import { Deciders, type HandleDispatch } from '@platform/commands';
import { createPostgresEventStore, eventStoreMigrations } from '@platform/event-store';
import { Progress } from '@platform/processing';
import { EVERY_WORKSPACE, applicationConnection, rebuild, runProjector } from '@platform/read-store';
import { enqueue, webhookLog } from '@platform/webhooks';
import { linkCreated } from '../../../../test/support/link-events';
import { patientStore } from '../../../../test/support/patient';
import { type TestReadStore, eventually, insert, quiet, withReadStore } from '../../../../test/support/read-store';
import { runScheduler } from '../scheduler';
import { sweepPurged } from './sweep-purged';

const PURGE = '2026-03-31T00:00:00.000Z';
const readModels = AGGREGATE_READ_MODELS.map(({ projection }) => projection.name);
const LINKS = 600;
/** For some hundred commands on a busy machine. */
const PATIENCE_MS = 600_000;

let test: TestReadStore;
let store: EventStore;
let dispatch: HandleDispatch;
const progress = new Progress();
const stopping = new AbortController();
const running: Promise<unknown>[] = [];

beforeAll(async () => {
  test = await withReadStore([
    ...eventStoreMigrations,
    clickCountersSchema,
    clickTotalsSchema,
    foreignClicksSchema,
    webhookLog,
  ]);
  const listen = () => applicationConnection(test.database.url, { name: 'listen', workspace: EVERY_WORKSPACE });
  const { system: pool } = test.store;
  store = patientStore(createPostgresEventStore({ pool, listen, log: quiet }));
  const { signal } = stopping;
  for (const { projection } of AGGREGATE_READ_MODELS)
    running.push(runProjector(projection, { store, pool, progress, log: quiet, signal }));
  const deciders = new Deciders(store, AGGREGATES);
  dispatch = (command) => deciders.handlerOf(categoryOf(command.stream))(command);
});
afterAll(async () => {
  stopping.abort();
  await Promise.all(running);
  await store.close();
  await test.close();
});

const append = async (workspace: string, stream: string, ...events: Event[]): Promise<void> => {
  const metadata = () => someMetadata({ workspace_id: workspace, command_id: randomUUID() });
  const history = await store.read(stream);
  await store.append(
    stream,
    events.map((event) => ({ id: randomUUID(), event, metadata: metadata() })),
    history.at(-1)?.revision ?? -1n,
  );
};

/** A deleted workspace with a link or more, a key and what other tables hold of it. */
const workspaceOf = async (name: string, links: number): Promise<string> => {
  const id = `ws_${name}`;
  const key_id = `key_${name}`;
  const grant = { scope: 'read', pepper_id: 'p1', start: 'svc_live_abcd', expiration: '2099-01-01T00:00:00.000Z' };
  const token_hash = randomUUID().replaceAll('-', '').repeat(2);
  await append(id, workspaceStream(id), { type: 'WorkspaceCreated', data: { workspace_id: id, name, plan: 'pro' } });
  await append(id, lineageStream(name), {
    type: 'KeyCreated',
    data: { ...grant, key_id, lineage: name, name, token_hash },
  });
  await atOnce(5, Array(links).keys(), (n) => {
    const link_id = `link_${name}${n}`;
    return append(
      id,
      linkStream(link_id),
      linkCreated({ link_id, alias: `${name}${n}`, expires_at: '2099-01-01T00:00:00.000Z' }),
    );
  });
  await append(id, qrCodeStream(`qr_${name}`), {
    type: 'QrCodeCreated',
    data: { qr_code_id: `qr_${name}`, url: 'https://a.example', created_by: { type: 'user', id: 'usr_1' } },
  });
  await insert(test.owner, 'link_counters', { link_id: `link_${name}0`, workspace_id: id, clicks: 3, bot_clicks: 1 });
  await insert(test.owner, 'click_checkpoints', { reader: name, cursor: '{}', counted: 4 });
  await insert(test.owner, 'rate_slots', { workspace_id: id, slot: 0, at: PURGE });
  const created_at = new Date().toISOString();
  const message = { event_id: `evt_${name}`, workspace_id: id, type: 'ping', stream: null, revision: null, created_at };
  await test.store.inWorkspace(id, (client) =>
    enqueue(client, {
      messages: [{ ...message, body: '{}' }],
      deliveries: [{ webhook_id: `whk_${name}`, event_id: message.event_id }],
      mode: 'once',
    }),
  );
  return id;
};
const remove = (id: string) =>
  append(id, workspaceStream(id), { type: 'WorkspaceDeleted', data: { workspace_id: id, purge_at: PURGE } });

const start = (by: HandleDispatch = dispatch, clock?: { isSteady(): Promise<boolean> }) => {
  const ending = new AbortController();
  const options = { pool: test.store.system, dispatch: by, progress, log: quiet, signal: ending.signal };
  const works = Promise.all([
    runScheduler({ ...options, timers: TIMERS, ...(clock && { clock }) }),
    sweepPurged({ ...options, purges: PURGES, readModels }),
  ]);
  return { stop: () => (ending.abort(), works) };
};

const rows = async (id: string): Promise<Readonly<Record<string, number>>> => {
  const counts: Record<string, number> = {};
  for (const table of [
    'links',
    'api_keys',
    'key_timers',
    'link_timers',
    'link_counters',
    'rate_slots',
    'workspace_timers',
    'qr_codes',
    'webhook_messages',
    'webhook_deliveries',
    'webhook_lanes',
  ]) {
    const text = `select count(*)::int as n from ${table} where workspace_id = $1`;
    const found = await test.owner.query<{ n: number }>(text, [id]);
    if (found.rows[0]?.n) counts[table] = found.rows[0].n;
  }
  return counts;
};
const all = (links: number) => ({
  ...{ links, link_timers: links, api_keys: 1, key_timers: 1, link_counters: 1, rate_slots: 1, qr_codes: 1 },
  ...{ webhook_messages: 1, webhook_deliveries: 1, webhook_lanes: 1 },
});
const purgedLinks = async (): Promise<number> => {
  const text = "select count(*)::int as n from waymark_events.events where type = 'LinkPurged'";
  return (await test.owner.query<{ n: number }>(text)).rows[0]?.n ?? 0;
};

describe('purging deleted workspaces', () => {
  it('begins when the time to restore is over, by the clock of the database, and leaves others alone', async () => {
    await test.freeze(new Date(Date.parse(PURGE) - 1));
    const [gone, kept] = [await workspaceOf('gone', 3), await workspaceOf('kept', 2)];
    await remove(gone);
    await eventually(async () => expect(await rows(gone)).toEqual({ ...all(3), workspace_timers: 1 }));
    const scheduler = start();
    // It looks at the timer of another workspace meanwhile, which is due.
    const early = await workspaceOf('early', 1);
    await append(early, workspaceStream(early), {
      type: 'WorkspaceDeleted',
      data: { workspace_id: early, purge_at: '2026-03-01T00:00:00.000Z' },
    });
    await eventually(async () => expect(await rows(early)).toEqual({}));
    expect(await rows(gone)).toEqual({ ...all(3), workspace_timers: 1 });
    await test.freeze(new Date(PURGE));
    await eventually(async () => expect(await rows(gone)).toEqual({}));
    await scheduler.stop();
    expect(await rows(kept)).toEqual(all(2));
    const history = await store.read(workspaceStream(gone));
    expect(history.map(({ event }) => event.type)).toEqual(['WorkspaceCreated', 'WorkspaceDeleted', 'WorkspacePurged']);
    expect(history.at(-1)?.metadata.actor).toEqual({ type: 'system', id: 'scheduler' });
  });

  it('waits for a clock that is believed, as a restore is refused after it, and holds no other timer up', async () => {
    const id = await workspaceOf('doubted', 1);
    await remove(id);
    let [looks, steady] = [0, false];
    const isSteady = async () => ((looks += 1), steady);
    const scheduler = start(dispatch, { isSteady });
    try {
      const left = await eventually(async () => {
        const found = await rows(id);
        expect(looks > 2 || !found['links']).toBe(true);
        return found;
      });
      expect(left).toEqual({ ...all(1), workspace_timers: 1 });
      steady = true;
      await eventually(async () => expect(await rows(id)).toEqual({}));
    } finally {
      await scheduler.stop();
    }
  });

  it(
    'goes on where it was interrupted, and purges each link once',
    async () => {
      const id = await workspaceOf('many', LINKS);
      const before = await purgedLinks();
      await remove(id);
      let left = 250;
      // Dies in the middle: nothing is sent any more.
      const dying: HandleDispatch = async (command) => {
        if (command.command.type === 'PurgeLink' && (left -= 1) < 0) throw new Error('the process was killed');
        return dispatch(command);
      };
      const first = start(dying);
      await eventually(() => expect(left).toBeLessThan(0), PATIENCE_MS);
      await first.stop();
      // A busy machine sheds some of what it sent before it died.
      expect((await rows(id))['links']).toBeGreaterThanOrEqual(LINKS - 250);
      const others = [start(), start()];
      await eventually(async () => expect(await rows(id)).toEqual({}), PATIENCE_MS);
      await Promise.all(others.map((scheduler) => scheduler.stop()));
      expect((await purgedLinks()) - before).toBe(LINKS);
    },
    PATIENCE_MS,
  );

  it('passes over a resource that cannot be folded, and deletes all else', async () => {
    const id = await workspaceOf('broken', 3);
    const unfoldable = { type: 'LinkUpdated', data: { link_id: 'link_broken1' } };
    await append(id, linkStream('link_broken1'), unfoldable);
    await remove(id);
    const scheduler = start();
    await eventually(async () => expect(await rows(id)).toEqual({ links: 1, link_timers: 1 }));
    await scheduler.stop();
    expect((await test.owner.query('select id from links where workspace_id = $1', [id])).rows).toEqual([
      { id: 'link_broken1' },
    ]);
  });

  it('forgets the events of QR codes that were deleted before, of which no other read model has a row', async () => {
    const id = await workspaceOf('printed', 1);
    const stream = qrCodeStream('qr_outdated');
    const created_by = { type: 'user', id: 'usr_1' };
    await append(
      id,
      stream,
      { type: 'QrCodeCreated', data: { qr_code_id: 'qr_outdated', url: 'https://a.example', created_by } },
      { type: 'QrCodeDeleted', data: { qr_code_id: 'qr_outdated' } },
    );
    const listed = async () => {
      const text = 'select stream from workspace_events where workspace_id = $1';
      const found = await test.owner.query<{ stream: string }>(text, [id]);
      return found.rows.map((row) => row.stream);
    };
    await eventually(async () => expect((await listed()).filter((one) => one === stream)).toHaveLength(2));
    await remove(id);
    const scheduler = start();
    await eventually(async () => expect([await rows(id), await listed()]).toEqual([{}, []]));
    await scheduler.stop();
    const history = await store.read(stream);
    expect(history.map(({ event }) => event.type)).toEqual(['QrCodeCreated', 'QrCodeDeleted', 'QrCodePurged']);
  });

  it('does not bring anything back when read models are rebuilt, and keeps the counters adding up', async () => {
    for (const { projection } of AGGREGATE_READ_MODELS)
      expect(await rebuild(projection, { url: test.database.url, store, swap: true })).toMatchObject({
        counts: { missing: 0, extra: 0, differing: 0 },
      });
    expect([await rows('ws_gone'), await rows('ws_many')]).toEqual([{}, {}]);
    const { rows: sums } = await test.owner.query(
      'select (select sum(clicks + bot_clicks) from link_counters)::int - (select sum(counted) from ' +
        'click_checkpoints)::int as off',
    );
    expect(sums).toEqual([{ off: 0 }]);
  });

  it('keeps the last membership of a user, and no other of a purged workspace', async () => {
    for (const id of ['usr_one', 'usr_two'])
      await insert(test.owner, 'users', { id, email: `${id}@example.com`, password_hash: 'x', created_at: PURGE });
    const member = (workspace_id: string, user_id: string) =>
      insert(test.owner, 'memberships', { workspace_id, user_id, role: 'owner', created_at: PURGE });
    await member('ws_gone', 'usr_one');
    await member('ws_many', 'usr_one');
    await member('ws_gone', 'usr_two');
    await member('ws_kept', 'usr_two');
    const scheduler = start();
    const left = async () =>
      (
        await test.owner.query<{ m: string }>("select user_id || ' ' || workspace_id as m from memberships order by 1")
      ).rows.map(({ m }) => m);
    await eventually(async () => expect(await left()).toEqual(['usr_one ws_many', 'usr_two ws_kept']));
    await scheduler.stop();
  });
});
