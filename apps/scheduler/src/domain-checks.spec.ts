import { randomUUID } from 'node:crypto';
import { type Event, type EventStore, categoryOf } from '@kernel';
import { someMetadata } from '@kernel/testing';
import {
  domainAggregate,
  domainList,
  domainStream,
  hostnameAggregate,
  hostnameList,
  hostnameStream,
} from '@contexts/domains';
import { Deciders, type HandleDispatch, digest } from '@platform/commands';
import { createPostgresEventStore, eventStoreMigrations } from '@platform/event-store';
import { Progress } from '@platform/processing';
import { EVERY_WORKSPACE, applicationConnection, runProjector } from '@platform/read-store';
import { patientStore } from '../../../test/support/patient';
import { type TestReadStore, eventually, quiet, withReadStore } from '../../../test/support/read-store';
import { checkDomains, checkDue } from './domain-checks';

const HOUR = 3_600_000;
const value = 'waymark-verification=t1';

let hostname: string;
let test: TestReadStore;
let store: EventStore;
let handle: HandleDispatch;
const progress = new Progress();
const stopping = new AbortController();
let projecting: Promise<unknown>;

beforeAll(async () => {
  test = await withReadStore(eventStoreMigrations);
  const { system: pool } = test.store;
  const listen = () => applicationConnection(test.database.url, { name: 'listen', workspace: EVERY_WORKSPACE });
  store = patientStore(createPostgresEventStore({ pool, listen, log: quiet }));
  const { signal } = stopping;
  const options = { store, pool, progress, log: quiet, signal };
  projecting = Promise.all([runProjector(domainList, options), runProjector(hostnameList, options)]);
  const deciders = new Deciders(store, [domainAggregate, hostnameAggregate]);
  handle = (command) => deciders.handlerOf(categoryOf(command.stream))(command);
});
afterAll(async () => {
  stopping.abort();
  await projecting;
  await store.close();
  await test.close();
});

/** Moves the database's clock forward to so many hours after the start. */
const at = (hours: number) =>
  test.owner.query(
    'insert into clock_offset (milliseconds) values ($1) on conflict (only_row) do update set milliseconds = $1',
    [hours * HOUR],
  );

const appendTo = async (stream: string, ...events: readonly Event[]): Promise<void> => {
  const { position } = await store.append(
    stream,
    events.map((event) => ({ id: randomUUID(), event, metadata: someMetadata({ command_id: randomUUID() }) })),
    (await store.read(stream)).at(-1)?.revision ?? -1n,
  );
  const { name } = categoryOf(stream) === 'hostname' ? hostnameList : domainList;
  expect(await progress.awaitProcessed([name], position, 60_000)).toEqual([]);
};

/** A domain that was verified, and found, at hour 0. */
const verifiedDomain = async (): Promise<string> => {
  const id = `dom_${randomUUID().replaceAll('-', '')}`;
  await at(0);
  await appendTo(
    domainStream(id),
    { type: 'DomainAdded', data: { domain_id: id, hostname, token: 't1' } },
    { type: 'DomainVerified', data: { domain_id: id } },
  );
  await test.owner.query("select note_domain_check($1, 'ws_1', 't1', 'found')", [id]);
  return id;
};

interface Round {
  readonly hours: number;
  readonly said: readonly string[] | undefined;
}

/** What DNS says at each check. @returns after which of them the domain had failed; null if it never did */
const failedAfter = async (id: string, rounds: readonly Round[], dispatch = handle): Promise<number | null> => {
  for (const { hours, said } of rounds) {
    await at(hours);
    const lookUp = async () => said?.map((text) => [text]);
    const { system: pool } = test.store;
    await checkDue({ pool, dispatch, lookUp, log: quiet, signal: stopping.signal }).catch(() => undefined);
    if ((await store.read(domainStream(id))).some(({ event }) => event.type === 'DomainFailed')) return hours;
  }
  return null;
};
const checkOf = async (id: string) =>
  (await test.owner.query<{ result: string; misses: number }>('select * from domain_checks where domain_id = $1', [id]))
    .rows[0];

describe('the daily check of a verified domain', () => {
  beforeEach(() => {
    hostname = `go.${randomUUID()}.example`;
  });
  afterEach(() => test.owner.query('delete from domain_checks'));

  it('is due a day after the last one, and not before', async () => {
    const id = await verifiedDomain();
    await failedAfter(id, [{ hours: 23.75, said: [] }]);
    expect(await checkOf(id)).toMatchObject({ result: 'found', misses: 0 });
    await failedAfter(id, [
      { hours: 24, said: [] },
      { hours: 24.25, said: [] },
    ]);
    expect(await checkOf(id)).toMatchObject({ result: 'missing', misses: 1 });
  });

  it('lets it fail at the third miss, 48 hours after the first', async () => {
    const id = await verifiedDomain();
    expect(
      await failedAfter(
        id,
        [24, 48, 72, 96].map((hours) => ({ hours, said: ['other'] })),
      ),
    ).toBe(72);
    const last = (await store.read(domainStream(id))).at(-1);
    expect(last).toMatchObject({
      event: { type: 'DomainFailed', data: { reason: 'record_missing' } },
      metadata: { actor: { type: 'system', id: 'scheduler' } },
    });
  });

  it('counts anew once the record is there again', async () => {
    const id = await verifiedDomain();
    const rounds = [[], [], [value], [], []].map((said, nth) => ({ hours: 24 * (nth + 1), said }));
    expect(await failedAfter(id, rounds)).toBeNull();
    expect(await failedAfter(id, [{ hours: 144, said: [] }])).toBe(144);
  });

  it('never lets it fail by trouble of name servers', async () => {
    const id = await verifiedDomain();
    expect(
      await failedAfter(
        id,
        Array.from({ length: 10 }, (_, nth) => ({ hours: 24 * (nth + 1), said: undefined })),
      ),
    ).toBeNull();
    expect(await checkOf(id)).toMatchObject({ result: 'unreachable', misses: 0 });
  });

  it('does not count trouble among misses', async () => {
    const id = await verifiedDomain();
    const said = [[], undefined, undefined, [], undefined, []];
    expect(
      await failedAfter(
        id,
        said.map((one, nth) => ({ hours: 24 * (nth + 1), said: one })),
      ),
    ).toBe(144);
  });

  it('is one of two schedulers that look at once', async () => {
    const id = await verifiedDomain();
    await at(24);
    const { system: pool } = test.store;
    const options = { pool, dispatch: handle, lookUp: async () => [], log: quiet, signal: stopping.signal };
    const checked = await Promise.all([checkDue(options), checkDue(options)]);
    expect(checked[0] + checked[1]).toBe(1);
    expect(await checkOf(id)).toMatchObject({ misses: 1 });
  });

  it('is repeated soon when its outcome could not be recorded', async () => {
    const id = await verifiedDomain();
    const failing: HandleDispatch = () => Promise.reject(new Error('down'));
    const rounds = [24, 48, 72].map((hours) => ({ hours, said: [] }));
    expect(await failedAfter(id, rounds, failing)).toBeNull();
    expect(await failedAfter(id, [{ hours: 72.25, said: [] }])).toBe(72.25);
  });

  it.each([
    ['has been lost with Postgres', 'delete from domain_checks'],
    ['is of a token that the domain has no more', "update domain_checks set token = 't0', misses = 2"],
  ])('begins again a day later where what it had noted %s', async (_, damage) => {
    const id = await verifiedDomain();
    await test.owner.query(damage);
    await at(24);
    const stop = new AbortController();
    const { system: pool } = test.store;
    const options = { pool, dispatch: handle, lookUp: async () => [], log: quiet, signal: stop.signal };
    const job = checkDomains(options);
    const begins = async () => expect(await checkOf(id)).toMatchObject({ token: 't1', result: null, misses: 0 });
    await eventually(begins).finally(() => stop.abort());
    await job;
    expect(
      await failedAfter(
        id,
        [47.75, 48, 72, 95.75].map((hours) => ({ hours, said: [] })),
      ),
    ).toBeNull();
    expect(await failedAfter(id, [{ hours: 96, said: [] }])).toBe(96);
  });

  it('claims a hostname that nobody holds, once the record is found', async () => {
    const id = await verifiedDomain();
    const stream = hostnameStream(hostname, digest);
    const held = { hostname, domain_id: id };
    await appendTo(stream, { type: 'HostnameClaimed', data: held }, { type: 'HostnameReleased', data: held });
    await failedAfter(id, [{ hours: 24, said: [] }]);
    expect((await store.read(stream)).at(-1)?.event.type).toBe('HostnameReleased');
    await failedAfter(id, [{ hours: 48, said: [value] }]);
    expect((await store.read(stream)).at(-1)).toMatchObject({
      event: { type: 'HostnameClaimed', data: held },
      metadata: { actor: { type: 'system', id: 'scheduler' } },
    });
  });

  it('completes a transfer that did not get to the former holder', async () => {
    const id = await verifiedDomain();
    await appendTo(`hostname-${randomUUID()}`, { type: 'HostnameClaimed', data: { hostname, domain_id: 'dom_b' } });
    expect(await failedAfter(id, [{ hours: 24, said: [value] }])).toBe(24);
    const last = (await store.read(domainStream(id))).at(-1);
    expect(last?.event.data).toMatchObject({ reason: 'transferred' });
  });
});
