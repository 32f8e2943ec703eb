import type { Delivery, EventStore, Recorded } from '@kernel';
import { someMetadata } from '@kernel/testing';
import type { LinkEvent } from '@contexts/links';
import { change, someTarget } from '../../../test/support/redirect-targets';
import { tempFolders } from '../../../test/support/temp-folders';
import { feedIndex } from './feed-index';
import { RedirectIndex } from './redirect-index';

const folder = tempFolders();

/** A store that delivers these events and then has nothing more to say. */
const storeOf = (events: readonly Recorded[]): Pick<EventStore, 'subscribe'> => ({
  async *subscribe({ after }): AsyncGenerator<Delivery> {
    for (const recorded of events) if (recorded.position > after) yield { kind: 'event', recorded };
    yield { kind: 'caught-up', position: 99n };
  },
});

const at = (position: bigint, revision: bigint, event: LinkEvent): Recorded => ({
  id: `e${position}`,
  event,
  stream: 'link-1',
  revision,
  position,
  metadata: someMetadata(),
});
const created: LinkEvent = {
  type: 'LinkCreated',
  data: {
    link_id: 'link_1',
    domain_id: 'dom_default',
    domain: 'go.test',
    alias: 'Summer',
    destination_url: 'https://a.example',
    created_by: { type: 'user', id: 'usr_1' },
  },
};
const moved: LinkEvent = {
  type: 'LinkUpdated',
  data: { link_id: 'link_1', changes: { destination_url: { from: 'https://a.example', to: 'https://b.example' } } },
};
const deleted: LinkEvent = { type: 'LinkDeleted', data: { link_id: 'link_1' } };

const feed = async (index: RedirectIndex, events: readonly Recorded[]): Promise<bigint[]> => {
  const processed: bigint[] = [];
  const store = storeOf(events) as EventStore;
  await feedIndex(store, index, new AbortController().signal, (position) => {
    expect(index.checkpoint()).toBe(position);
    processed.push(position);
  });
  return processed;
};

describe('feeding the index', () => {
  it('folds the events of a link, in one batch or over a restart, and tells positions that can be read', async () => {
    const path = folder();
    const first = await RedirectIndex.open(path);
    await feed(first, [at(1n, 0n, created)]);
    expect(first.readyAnswer('dom_default', 'summer')?.location).toBe('https://a.example');
    await first.close();
    const second = await RedirectIndex.open(path);
    await second.apply([], 1n);
    expect((await feed(second, [at(1n, 0n, created), at(2n, 1n, moved)])).at(-1)).toBe(99n);
    expect(second.readyAnswer('dom_default', 'summer')?.location).toBe('https://b.example');
    expect(second.get('dom_default', 'summer')).toMatchObject({ revision: '1', workspace_id: 'ws_1' });
    await second.close();
  });

  it('takes an event that is delivered again for nothing new', async () => {
    const index = await RedirectIndex.open(folder());
    await index.apply(
      [change(someTarget({ id: 'link_1', revision: '2', deleted_at: '2026-01-01T00:00:00.000Z' }))],
      -1n,
    );
    await feed(index, [at(1n, 0n, created), at(2n, 1n, moved)]);
    expect(index.get('dom_default', 'summer')).toMatchObject({ revision: '2', deleted_at: '2026-01-01T00:00:00.000Z' });
    await index.close();
  });

  it('no longer answers for a link that was deleted', async () => {
    const index = await RedirectIndex.open(folder());
    await feed(index, [at(1n, 0n, created), at(2n, 1n, deleted)]);
    expect(index.readyAnswer('dom_default', 'summer')).toBeUndefined();
    await index.close();
  });
});
