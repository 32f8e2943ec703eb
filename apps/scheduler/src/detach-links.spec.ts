import { randomUUID } from 'node:crypto';
import type { Event, EventStore } from '@kernel';
import { someMetadata } from '@kernel/testing';
import { AGGREGATES, AGGREGATE_READ_MODELS } from '@contexts/aggregates';
import { campaignStream } from '@contexts/campaigns';
import { linkStream } from '@contexts/links';
import { atOnce } from '@platform/async';
import { Deciders, type HandleDispatch } from '@platform/commands';
import { createPostgresEventStore, eventStoreMigrations } from '@platform/event-store';
import { Progress } from '@platform/processing';
import { EVERY_WORKSPACE, applicationConnection, runProjector } from '@platform/read-store';
import { linkCreated } from '../../../test/support/link-events';
import { patientStore } from '../../../test/support/patient';
import { type TestReadStore, eventually, quiet, withReadStore } from '../../../test/support/read-store';
import { detachLinks } from './detach-links';

const LINKS = 1_200;
/** For a thousand commands on a busy machine. */
const PATIENCE_MS = 600_000;
let test: TestReadStore;
let store: EventStore;
let dispatch: HandleDispatch;
const progress = new Progress();
const stopping = new AbortController();
const running: Promise<unknown>[] = [];

beforeAll(async () => {
  test = await withReadStore([...eventStoreMigrations]);
  const { system: pool } = test.store;
  const listen = () => applicationConnection(test.database.url, { name: 'listen', workspace: EVERY_WORKSPACE });
  store = patientStore(createPostgresEventStore({ pool, listen, log: quiet }));
  const { signal } = stopping;
  for (const { projection } of AGGREGATE_READ_MODELS)
    running.push(runProjector(projection, { store, pool, progress, log: quiet, signal }));
  const deciders = new Deciders(store, AGGREGATES);
  dispatch = (command) => deciders.handlerOf(command.stream.slice(0, command.stream.indexOf('-')))(command);
});
afterAll(async () => {
  stopping.abort();
  await Promise.all(running);
  await store.close();
  await test.close();
});

const append = async (stream: string, event: Event): Promise<void> => {
  const { revision } = (await store.read(stream)).at(-1) ?? { revision: -1n };
  await store.append(
    stream,
    [{ id: randomUUID(), event, metadata: someMetadata({ at: new Date().toISOString() }) }],
    revision,
  );
};
const makeCampaign = (id: string) =>
  append(campaignStream(id), { type: 'CampaignCreated', data: { campaign_id: id, name: 'Summer' } });
const deleteCampaign = (id: string) =>
  append(campaignStream(id), { type: 'CampaignDeleted', data: { campaign_id: id } });
const makeLinks = (name: string, count: number, campaign_id: string) =>
  atOnce(5, Array(count).keys(), (n) => {
    const link_id = `link_${name}${n}`;
    return append(linkStream(link_id), linkCreated({ link_id, alias: `${name}${n}`, campaign_id }));
  });
const members = async (campaign: string): Promise<number> => {
  const text = 'select count(*)::int as n from links where campaign_id = $1';
  return (await test.owner.query<{ n: number }>(text, [campaign])).rows[0]?.n ?? 0;
};
const start = (by: HandleDispatch = dispatch) => {
  const ending = new AbortController();
  const options = { pool: test.store.system, dispatch: by, progress, log: quiet, signal: ending.signal };
  const works = detachLinks(options);
  return { stop: () => (ending.abort(), works) };
};

describe('the links of a deleted campaign', () => {
  it(
    'leave it once each, through a kill in the middle and with two schedulers',
    async () => {
      for (const id of ['cmp_gone', 'cmp_kept']) await makeCampaign(id);
      await makeLinks('gone', LINKS, 'cmp_gone');
      await makeLinks('kept', 2, 'cmp_kept');
      await deleteCampaign('cmp_gone');
      await eventually(async () => expect(await members('cmp_gone')).toBe(LINKS), PATIENCE_MS);
      let left = 700;
      const dying: HandleDispatch = async (command) => {
        if ((left -= 1) < 0) throw new Error('the process was killed');
        return dispatch(command);
      };
      const first = start(dying);
      await eventually(() => expect(left).toBeLessThan(0), PATIENCE_MS);
      await first.stop();
      // A busy machine sheds some of what it sent before it died.
      expect(await members('cmp_gone')).toBeGreaterThanOrEqual(LINKS - 700);
      const others = [start(), start()];
      await eventually(async () => expect(await members('cmp_gone')).toBe(0), PATIENCE_MS);
      await Promise.all(others.map((scheduler) => scheduler.stop()));
      expect(await members('cmp_kept')).toBe(2);
      const text = `select count(*)::int as events, count(distinct stream)::int as links
      from waymark_events.events where type = 'LinkUpdated'`;
      expect((await test.owner.query(text)).rows).toEqual([{ events: LINKS, links: LINKS }]);
    },
    PATIENCE_MS,
  );

  it('leave it also when they were attached after its deletion', async () => {
    await makeCampaign('cmp_late');
    await deleteCampaign('cmp_late');
    const scheduler = start();
    await makeLinks('late', 1, 'cmp_late');
    await eventually(async () => {
      const types = (await store.read('link-late0')).map(({ event }) => event.type);
      expect(types).toEqual(['LinkCreated', 'LinkUpdated']);
    });
    await scheduler.stop();
  });

  it('stay in another campaign that they were moved to meanwhile', async () => {
    for (const id of ['cmp_old', 'cmp_new']) await makeCampaign(id);
    await makeLinks('moved', 1, 'cmp_old');
    await deleteCampaign('cmp_old');
    await eventually(async () => expect(await members('cmp_old')).toBe(1));
    // The link moves between the look at its row and the command.
    const racing: HandleDispatch = async (command) => {
      if ((await store.read(command.stream)).length === 1)
        await append(command.stream, {
          type: 'LinkUpdated',
          data: { link_id: 'link_moved0', changes: { campaign_id: { from: 'cmp_old', to: 'cmp_new' } } },
        });
      return dispatch(command);
    };
    const scheduler = start(racing);
    await eventually(async () => expect([await members('cmp_old'), await members('cmp_new')]).toEqual([0, 1]));
    await scheduler.stop();
    expect(await store.read('link-moved0')).toHaveLength(2);
  });
});
