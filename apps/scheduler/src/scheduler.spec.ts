import { randomUUID } from 'node:crypto';
import {
  type Event,
  type EventStore,
  type Projection,
  type Recorded,
  type Timers,
  UnfoldableEvent,
  categoryOf,
} from '@kernel';
import { someMetadata } from '@kernel/testing';
import { TIMERS } from '@contexts/aggregates';
import { campaignAggregate, campaignList, campaignStream, campaignTimers } from '@contexts/campaigns';
import { type KeyEvent, keyAggregate, keyTimers, lineageStream } from '@contexts/keys';
import { linkAggregate, linkStream, linkTimers } from '@contexts/links';
import { atOnce } from '@platform/async';
import { Deciders, type DispatchCommand, type HandleDispatch } from '@platform/commands';
import { createPostgresEventStore, eventStoreMigrations } from '@platform/event-store';
import { Progress } from '@platform/processing';
import {
  EVERY_WORKSPACE,
  type ReadStore,
  applicationConnection,
  createReadStore,
  runProjector,
} from '@platform/read-store';
import type { Log } from '@platform/telemetry';
import type { Pool, QueryResultRow } from 'pg';
import { insist } from '../../../test/support/insist';
import { linkCreated } from '../../../test/support/link-events';
import { makePatient, patientStore } from '../../../test/support/patient';
import { testPool } from '../../../test/support/pool';
import { type TestDatabase, withPostgres } from '../../../test/support/postgres';
import { eventually } from '../../../test/support/programs';
import { atScale } from '../../../test/support/scale';
import { runScheduler } from './scheduler';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const DAY = 86_400_000;
const MANY = atScale(2_000, 10_000);
/** For thousands of commands on a busy machine. */
const PATIENCE_MS = 600_000;

let database: TestDatabase;
let owner: Pool;
let readStore: ReadStore;
let store: EventStore;
let dispatch: HandleDispatch;
const progress = new Progress();
const stopping = new AbortController();
let projecting: Promise<unknown>;

beforeAll(async () => {
  database = await withPostgres();
  owner = testPool({ connectionString: database.url, max: 4 });
  const make = () => createReadStore({ url: database.url, log: quiet, extraMigrations: eventStoreMigrations });
  readStore = await insist(make);
  const listen = () => applicationConnection(database.url, { name: 'listen', workspace: EVERY_WORKSPACE });
  await makePatient(readStore.system);
  store = patientStore(createPostgresEventStore({ pool: readStore.system, listen, log: quiet }));
  const { signal } = stopping;
  const project = <R extends object, E extends Event>(projection: Projection<R, E>) =>
    runProjector(projection, { store, pool: readStore.system, progress, log: quiet, signal });
  projecting = Promise.all([project(keyTimers), project(linkTimers), project(campaignTimers), project(campaignList)]);
  const deciders = new Deciders(store, [keyAggregate, linkAggregate, campaignAggregate]);
  dispatch = (command) => deciders.handlerOf(categoryOf(command.stream))(command);
});
afterAll(async () => {
  stopping.abort();
  await projecting;
  await store.close();
  await readStore.close();
  await owner.end();
  await database.close();
});
afterEach(async () => {
  await Promise.all(schedulers.splice(0).map((scheduler) => scheduler.stop()));
  await shiftClock(0);
});

const schedulers: { stop(): Promise<void> }[] = [];

/** A scheduler that runs until the test ends. */
const startScheduler = (
  by: HandleDispatch = dispatch,
  timers: readonly Timers[] = TIMERS,
  log: Pick<Log, 'error' | 'warn'> = quiet,
) => {
  const ending = new AbortController();
  const { signal } = ending;
  const running = runScheduler({ timers, pool: readStore.system, dispatch: by, progress, log, signal });
  const scheduler = { stop: () => (ending.abort(), running) };
  schedulers.push(scheduler);
  return scheduler;
};

const query = async <R extends QueryResultRow>(sql: string, values?: unknown[]): Promise<R[]> =>
  (await owner.query<R>(sql, values)).rows;

const shiftClock = (milliseconds: number) =>
  query('insert into clock_offset (milliseconds) values ($1) on conflict (only_row) do update set milliseconds = $1', [
    milliseconds,
  ]);

/**
 * Makes a rotated key whose grace ends in `graceFor` milliseconds by the database's clock.
 * @returns its lineage
 */
const rotatedKey = async (graceFor: number): Promise<string> =>
  rotatedUntil(new Date((await clock()) + graceFor).toISOString());

const rotatedUntil = async (grace_ends_at: string, expiration: string | null = null): Promise<string> => {
  const lineage = randomUUID().replaceAll('-', '');
  const grant = { lineage, name: 'CMS', scope: 'read' as const, pepper_id: 'p1', start: 'svc_live_abcd', expiration };
  await append(lineage, [
    { type: 'KeyCreated', data: { ...grant, key_id: `key_${lineage}`, token_hash: hash() } },
    {
      type: 'KeyRotated',
      data: {
        ...grant,
        key_id: `key_${lineage}2`,
        token_hash: hash(),
        previous_key_id: `key_${lineage}`,
        grace_ends_at,
      },
    },
  ]);
  return lineage;
};

const expiringKey = async (lifetime: number): Promise<string> => {
  const lineage = randomUUID().replaceAll('-', '');
  const expiration = new Date((await clock()) + lifetime).toISOString();
  const grant = { lineage, name: 'CMS', scope: 'read' as const, pepper_id: 'p1', start: 'svc_live_abcd', expiration };
  await append(lineage, [{ type: 'KeyCreated', data: { ...grant, key_id: `key_${lineage}`, token_hash: hash() } }]);
  return lineage;
};

const hash = () => randomUUID().replaceAll('-', '').repeat(2);

const clock = async (): Promise<number> => {
  const [row] = await query<{ now: Date }>('select waymark_now() as now');
  return row!.now.getTime();
};

const append = (lineage: string, events: readonly KeyEvent[]): Promise<void> =>
  appendTo(lineageStream(lineage), events, keyTimers.name);

const appendTo = async (stream: string, events: readonly Event[], timers: string, revision = -1n): Promise<void> => {
  const metadata = someMetadata({ at: new Date().toISOString(), command_id: randomUUID() });
  const { position } = await store.append(
    stream,
    events.map((event) => ({ id: randomUUID(), event, metadata })),
    revision,
  );
  await progress.awaitProcessed([timers], position, 120_000);
};

const ends = async (lineage: string): Promise<Recorded[]> =>
  (await store.read(lineageStream(lineage))).filter(({ event }) =>
    ['KeyGraceExpired', 'KeyExpired'].includes(event.type),
  );

const timers = async (lineage: string) =>
  (await query('select id from key_timers where stream = $1', [lineageStream(lineage)])).length;

/** Resolves when the end is recorded and its timer removed. */
const ended = (lineage: string): Promise<Recorded> =>
  eventually(async () => {
    const [end] = await ends(lineage);
    if (!end || (await timers(lineage)) > 0) throw new Error('the end is not on record');
    return end;
  });

/** A link that expires this many milliseconds from now by the database's clock; its id. */
const expiringLink = async (lifetime: number): Promise<string> => {
  const id = `link_${randomUUID().replaceAll('-', '')}`;
  const expires_at = new Date((await clock()) + lifetime).toISOString();
  const made = linkCreated({ link_id: id, alias: id, expires_at });
  await appendTo(linkStream(id), [made], linkTimers.name);
  return id;
};

const extend = async (id: string, milliseconds: number): Promise<void> => {
  const to = new Date((await clock()) + milliseconds).toISOString();
  const changes = { expires_at: { from: null, to } };
  const { length } = await store.read(linkStream(id));
  await appendTo(
    linkStream(id),
    [{ type: 'LinkUpdated', data: { link_id: id, changes } }],
    linkTimers.name,
    BigInt(length - 1),
  );
};

/** Resolves when a link's expiry is recorded this many times, and its timer gone. */
const expiredTimes = (id: string, times: number): Promise<void> =>
  eventually(async () => {
    const events = await store.read(linkStream(id));
    expect(events.filter(({ event }) => event.type === 'LinkExpired')).toHaveLength(times);
    expect(await query('select id from link_timers where id = $1', [id])).toEqual([]);
  });

describe('the scheduler', () => {
  it('records the end of grace when it is over, as the system, with the time of the record', async () => {
    startScheduler();
    const lineage = await rotatedKey(700);
    const { event, metadata } = await ended(lineage);
    const [, rotated] = (await store.read(lineageStream(lineage))) as readonly Recorded<
      Extract<KeyEvent, { type: 'KeyRotated' }>
    >[];
    expect(event).toEqual({ type: 'KeyGraceExpired', data: { key_id: `key_${lineage}`, edit: false } });
    expect(metadata.actor).toEqual({ type: 'system', id: 'scheduler' });
    // Specs of the promises measure its delay on a quiet machine.
    expect(Date.parse(metadata.at)).toBeGreaterThanOrEqual(Date.parse(rotated!.event.data.grace_ends_at));
  });

  it('records an expiration, and only that when the end of grace coincides', async () => {
    startScheduler();
    const expiration = new Date((await clock()) + 300).toISOString();
    const lineage = await rotatedUntil(expiration, expiration);
    const plain = await expiringKey(200);
    await ended(plain);
    await eventually(async () =>
      expect((await ends(lineage)).map(({ event }) => event)).toEqual(
        expect.arrayContaining([
          { type: 'KeyExpired', data: { key_id: `key_${lineage}`, edit: false } },
          { type: 'KeyExpired', data: { key_id: `key_${lineage}2`, edit: false } },
        ]),
      ),
    );
    expect(await ends(lineage)).toHaveLength(2);
  });

  it('fires nothing early when either clock is set back, and nothing late after a leap', async () => {
    const lineage = await rotatedKey(DAY);
    startScheduler();
    await shiftClock(-25 * 3_600_000);
    const marker = await expiringKey(400);
    await ended(marker);
    expect(await ends(lineage)).toEqual([]);
    await shiftClock(DAY + 60_000);
    await ended(lineage);
  });

  it('leaves one event however many schedulers race', async () => {
    const lineages = await Promise.all(
      Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? rotatedKey(300) : expiringKey(300))),
    );
    for (let n = 0; n < 3; n += 1) startScheduler();
    for (const lineage of lineages) await ended(lineage);
    for (const lineage of lineages) expect(await ends(lineage)).toHaveLength(1);
  });

  it('leaves one event when every command is sent many times at once, past the lock on its timer', async () => {
    const lineage = await rotatedKey(200);
    startScheduler(async (command) => (await Promise.all(Array.from({ length: 8 }, () => dispatch(command))))[0]!);
    await ended(lineage);
    expect(await ends(lineage)).toHaveLength(1);
  });

  it('leaves one event while a fired timer stays because its projector is stalled', async () => {
    const lineage = await expiringKey(100);
    const client = await owner.connect();
    await client.query('begin; lock table checkpoints in share mode');
    let sent = 0;
    const counting: HandleDispatch = (command) => ((sent += 1), dispatch(command));
    startScheduler(counting);
    startScheduler(counting);
    await eventually(async () => expect(sent).toBeGreaterThanOrEqual(3));
    await client.query('rollback');
    client.release();
    await ended(lineage);
    expect(await ends(lineage)).toHaveLength(1);
  });

  it('leaves one event when it repeatedly dies right after the event', async () => {
    const lineages = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? rotatedKey(200) : expiringKey(200))),
    );
    const dies: HandleDispatch = async (command: DispatchCommand) => {
      await dispatch(command);
      throw new Error('died');
    };
    const first = startScheduler(dies);
    for (const lineage of lineages)
      await eventually(async () => expect((await ends(lineage)).length).toBeGreaterThan(0));
    await first.stop();
    startScheduler();
    for (const lineage of lineages) {
      await ended(lineage);
      expect(await ends(lineage)).toHaveLength(1);
    }
  });

  it('continues with others while one cannot be recorded, and records it later', async () => {
    const poison = await rotatedKey(50);
    let healed = false;
    startScheduler((command) =>
      command.stream === lineageStream(poison) && !healed ? Promise.reject(new Error('poison')) : dispatch(command),
    );
    const other = await rotatedKey(100);
    await ended(other);
    expect(await ends(poison)).toEqual([]);
    healed = true;
    await ended(poison);
  });

  it('tries a stream that cannot be folded less often than one that fails, and logs less than it tries', async () => {
    const unfoldable = lineageStream(await rotatedKey(50));
    const failing = lineageStream(await rotatedKey(50));
    const place = { stream: unfoldable, id: 'evt_1', type: 'KeyRotated', revision: '1' };
    const errors = new Map<string, Error>([
      [unfoldable, new UnfoldableEvent(place, 'it has no grant')],
      [failing, new Error('poison')],
    ]);
    const sent: string[] = [];
    const warnings: object[] = [];
    const timesOf = (stream: string) => sent.filter((one) => one === stream).length;
    startScheduler(
      async (command) => {
        const error = errors.get(command.stream);
        if (!error) return dispatch(command);
        sent.push(command.stream);
        throw error;
      },
      TIMERS,
      { ...quiet, warn: (fields) => void warnings.push(fields) },
    );
    await eventually(async () => expect(timesOf(failing)).toBeGreaterThanOrEqual(4));
    expect(timesOf(unfoldable)).toBeGreaterThan(0);
    expect(timesOf(unfoldable)).toBeLessThan(timesOf(failing) - 1);
    expect(warnings.length).toBeLessThan(sent.length);
  });

  it('continues with others behind a thousand timers that nothing ends', async () => {
    await query(
      `insert into link_timers select 'link_endless' || n, 'ws_1', 'link-endless' || n, 'expiry', t, t, 0
        from generate_series(1, 1000) as n, (values (waymark_now() - interval '1 day')) as v (t)`,
    );
    startScheduler((command) =>
      command.stream.startsWith('link-endless')
        ? Promise.resolve({ state: null, revision: 0n, position: 0n, events: [], repeated: false })
        : dispatch(command),
    );
    await expiredTimes(await expiringLink(100), 1);
    await query("delete from link_timers where id like 'link_endless%'");
  });

  it('continues with one kind of timer while another kind cannot be read', async () => {
    const [timers] = TIMERS;
    startScheduler(dispatch, [{ ...timers!, table: 'no_such_timers' }, ...TIMERS]);
    await ended(await rotatedKey(100));
  });

  it(
    `catches up with ${MANY.toLocaleString('en')} timers in batches after 25 h of downtime`,
    async () => {
      const lineages: string[] = [];
      await atOnce(50, Array(MANY).keys(), async () => void lineages.push(await expiringKey(DAY)));
      await shiftClock(25 * 3_600_000);
      const began = performance.now();
      startScheduler();
      const left = async () =>
        Number(
          (await query<{ left: string }>('select count(*) as left from key_timers where due_at <= waymark_now()'))[0]!
            .left,
        );
      await eventually(async () => expect(await left()).toBe(0), PATIENCE_MS);
      const seconds = (performance.now() - began) / 1_000;
      console.info(`${MANY} due timers on record in ${seconds.toFixed(1)} s`);
      const [{ events, streams }] = (await query<{ events: number; streams: number }>(
        `select count(*)::int as events, count(distinct stream)::int as streams from waymark_events.events ` +
          `where type = 'KeyExpired' and stream = any($1)`,
        [lineages.map(lineageStream)],
      )) as [{ events: number; streams: number }];
      expect({ events, streams }).toEqual({ events: MANY, streams: MANY });
    },
    PATIENCE_MS,
  );

  it('leaves one event for each expiry of a link, extensions included, however many schedulers race', async () => {
    const sentTwice: HandleDispatch = async (command) => (await Promise.all([dispatch(command), dispatch(command)]))[0];
    for (let n = 0; n < 3; n += 1) startScheduler(sentTwice);
    const links = await Promise.all(Array.from({ length: 20 }, () => expiringLink(200)));
    for (const id of links) await expiredTimes(id, 1);
    for (const id of links) await extend(id, 200);
    for (const id of links) await expiredTimes(id, 2);
  });

  // Whether the role may use the index, not whether a plan over a few rows is cheaper without it.
  it.each(['key_timers', 'link_timers', 'reached_limits'])(
    "reads %s by their index with the application's role",
    async (table) => {
      const client = await readStore.system.connect();
      try {
        await client.query('begin; set local enable_seqscan = off; set local enable_bitmapscan = off');
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(
          `explain select id from ${table} where due_at <= (select waymark_now()) order by due_at limit 1000`,
        );
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        expect(plan).toMatch(new RegExp(`Index Scan (using|on) ${table}_due`));
        expect(plan).toContain('Index Cond: (due_at <=');
      } finally {
        await client.query('rollback');
        client.release();
      }
    },
  );
});

describe('the dates of campaigns', () => {
  const campaign = async (dates: object, then: readonly string[] = []): Promise<string> => {
    const id = `cmp_${randomUUID().replaceAll('-', '')}`;
    const data = { campaign_id: id };
    const events = [
      { type: 'CampaignCreated', data: { ...data, name: 'Summer', ...dates } },
      ...then.map((type) => ({ type, data })),
    ];
    await appendTo(campaignStream(id), events, campaignTimers.name);
    return id;
  };
  const inMs = async (milliseconds: number) => new Date((await clock()) + milliseconds).toISOString();
  const typesOf = async (id: string) => (await store.read(campaignStream(id))).map(({ event }) => event.type);
  const fulfilled = ['CampaignCreated', 'CampaignStarted', 'CampaignEnded'];

  it('start and end each campaign once, with two schedulers, by the database’s clock', async () => {
    const dates = { starts_at: await inMs(DAY), ends_at: await inMs(2 * DAY) };
    const ids = await Promise.all(Array.from({ length: 20 }, () => campaign(dates)));
    startScheduler();
    startScheduler();
    await shiftClock(DAY + 1);
    for (const id of ids)
      await eventually(async () => expect(await typesOf(id)).toEqual(['CampaignCreated', 'CampaignStarted']));
    await shiftClock(2 * DAY + 1);
    for (const id of ids) await eventually(async () => expect(await typesOf(id)).toEqual(fulfilled));
    // A later campaign shows that the schedulers have looked again since.
    const late = await campaign({ starts_at: await inMs(-DAY) });
    await eventually(async () => expect(await typesOf(late)).toHaveLength(2));
    for (const id of ids) expect(await typesOf(id)).toEqual(fulfilled);
  });

  it('are made up for after downtime, start before end', async () => {
    const missed = await campaign({ starts_at: await inMs(-2 * DAY), ends_at: await inMs(-DAY) });
    startScheduler();
    await eventually(async () => expect(await typesOf(missed)).toEqual(fulfilled));
  });

  it('leave a pause alone until the end', async () => {
    const paused = ['CampaignStarted', 'CampaignPaused'];
    const [start, end] = [await inMs(DAY), await inMs(2 * DAY)];
    const held = await campaign({ starts_at: start, ends_at: end }, paused);
    const other = await campaign({ starts_at: start });
    startScheduler();
    await shiftClock(DAY + 1);
    await eventually(async () => expect(await typesOf(other)).toHaveLength(2));
    expect(await typesOf(held)).toEqual(['CampaignCreated', ...paused]);
    await shiftClock(2 * DAY + 1);
    await eventually(async () => expect(await typesOf(held)).toEqual(['CampaignCreated', ...paused, 'CampaignEnded']));
  });
});
