import { REDIRECT_CAMPAIGNS, REDIRECT_HOSTS, REDIRECT_INDEX, REDIRECT_WORKSPACES } from '@contexts/aggregates';
import type { LinkEvent } from '@contexts/links';
import type { WorkspaceEvent } from '@contexts/workspaces';
import { StoreUnavailable, type Subscribe } from '@kernel';
import { Progress, processorStatusOf, withLmdbState } from '@platform/processing';
import { linkCreated } from '../../../test/support/link-events';
import { eventually } from '../../../test/support/programs';
import { quiet } from '../../../test/support/read-store';
import { at, feed, storeOf } from '../../../test/support/redirect-feed';
import { fill, someTarget, stepTo } from '../../../test/support/redirect-targets';
import { tempFolders } from '../../../test/support/temp-folders';
import { RedirectIndex } from './redirect-index';
import { runRedirectIndex } from './run-redirect-index';

const folder = tempFolders();

const created = linkCreated({ destination_url: 'https://a.example' });
const moved: LinkEvent = {
  type: 'LinkUpdated',
  data: { link_id: 'link_1', changes: { destination_url: { from: 'https://a.example', to: 'https://b.example' } } },
};
const deleted: LinkEvent = { type: 'LinkDeleted', data: { link_id: 'link_1' } };

describe('feeding the index', () => {
  it("folds a link's events, in one batch or over a restart, and announces readable positions", async () => {
    const path = folder();
    const first = await RedirectIndex.open(path);
    await feed(first, [at(1n, 0n, created)]);
    expect(first.readyAnswer('dom_default', 'summer')?.location).toBe('https://a.example');
    await first.close();
    const second = await RedirectIndex.open(path);
    await second.write(new Map(), stepTo(1n));
    await feed(second, [at(1n, 0n, created), at(2n, 1n, moved)]);
    expect(second.readyAnswer('dom_default', 'summer')?.location).toBe('https://b.example');
    expect(second.get('dom_default', 'summer')).toMatchObject({ revision: '1', workspace_id: 'ws_1' });
    await second.close();
  });

  it('follows links of a store that cannot say in time where its other categories end', async () => {
    const index = await RedirectIndex.open(folder());
    const { head, ...store } = storeOf([at(1n, 0n, created)]);
    const searching = (categories?: readonly string[]) =>
      categories ? Promise.reject(new StoreUnavailable('it searches its log')) : head();
    const ending = new AbortController();
    const run = { store: { ...store, head: searching }, log: quiet, signal: ending.signal };
    const running = runRedirectIndex(index, run);
    await eventually(async () => expect(index.readyAnswer('dom_default', 'summer')).toBeDefined());
    ending.abort();
    await running;
    await index.close();
  });

  it('ignores an event that is delivered again', async () => {
    const index = await RedirectIndex.open(folder());
    await fill(index, [someTarget({ id: 'link_1', revision: '2', deleted_at: '2026-01-01T00:00:00.000Z' })], -1n);
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

  const poison: LinkEvent = { type: 'LinkUpdated', data: { link_id: 'link_1', changes: null as never } };
  const [first, second, third] = [at(1n, 0n, created), at(2n, 1n, poison), at(3n, 2n, deleted)];
  const other = {
    ...at(4n, 0n, { ...created, data: { ...created.data, link_id: 'link_2', alias: 'Other' } }),
    stream: 'link-2',
  };

  it('parks a link that it cannot fold, does not redirect to it, and continues with others', async () => {
    const index = await RedirectIndex.open(folder());
    await feed(index, [first]);
    await index.write(new Map(), stepTo(1n));
    expect(index.readyAnswer('dom_default', 'summer')).toBeDefined();
    await feed(index, [first, second, third, other]);
    expect(await index.state.parked()).toMatchObject([
      { stream: 'link-1', position: 2n, cause: expect.stringContaining('TypeError') as string },
    ]);
    expect(index.get('dom_default', 'summer')).toBeUndefined();
    expect(index.readyAnswer('dom_default', 'summer')).toBeUndefined();
    expect(index.parkedAt('link_1')).toBe(2n);
    expect(index.readyAnswer('dom_default', 'other')?.location).toBe('https://a.example');
    await index.close();
  });

  it('parks a link with an event that names no link', async () => {
    const index = await RedirectIndex.open(folder());
    const nameless = { type: 'LinkUpdated', data: {} } as never;
    await feed(index, [first, at(2n, 1n, nameless), at(3n, 2n, moved), other]);
    expect(await index.state.parked()).toMatchObject([
      { stream: 'link-1', position: 2n, cause: 'Error: the event lacks the id of its row' },
    ]);
    expect(index.get('dom_default', 'summer')).toBeUndefined();
    expect(index.get('dom_default', 'other')).toBeDefined();
    await index.close();
  });

  it('parks a link whose key the index cannot take', async () => {
    const index = await RedirectIndex.open(folder());
    const long = { ...created, data: { ...created.data, alias: 'a'.repeat(2_000) } } as LinkEvent;
    await feed(index, [at(1n, 0n, long), other]);
    expect(await index.state.parked()).toMatchObject([{ stream: 'link-1', cause: 'Error: a key of 2000 bytes' }]);
    expect(index.get('dom_default', 'other')).toBeDefined();
    await index.close();
  });

  it('parks a link whose id the index cannot take, also when it is changed', async () => {
    const index = await RedirectIndex.open(folder());
    const link_id = `link_${'a'.repeat(2_000)}`;
    const long: readonly LinkEvent[] = [
      { ...created, data: { ...created.data, link_id } },
      { ...moved, data: { ...moved.data, link_id } },
    ];
    await feed(index, [at(1n, 0n, long[0]!, 'link-2'), at(2n, 1n, long[1]!, 'link-3'), at(3n, 0n, created)]);
    expect(await index.state.parked()).toMatchObject([
      { stream: 'link-2', cause: 'Error: the id of a row has 2005 bytes' },
      { stream: 'link-3', cause: 'Error: the id of a row has 2005 bytes' },
    ]);
    expect(index.get('dom_default', 'summer')).toBeDefined();
    await index.close();
  });

  it('retries parked links as whole streams at its start, without reviving a deleted one', async () => {
    const index = await RedirectIndex.open(folder());
    await feed(index, [first, second, third]);
    await feed(index, [first, at(2n, 1n, moved), third]);
    expect(await index.state.parked()).toEqual([]);
    expect(index.get('dom_default', 'summer')?.deleted_at).not.toBeNull();
    expect(index.readyAnswer('dom_default', 'summer')).toBeUndefined();
    await index.close();
  });

  it('retries parked links while it runs when another process asks for it', async () => {
    const path = folder();
    const index = await RedirectIndex.open(path);
    const events = [first, second];
    await feed(index, events, async () => {
      events[1] = at(2n, 1n, moved);
      await withLmdbState(path, (state) => state.requestRetry());
      await eventually(async () => expect(await index.state.parked()).toEqual([]));
    });
    expect(index.readyAnswer('dom_default', 'summer')?.location).toBe('https://b.example');
    await index.close();
  });
});

describe('while the tables do not answer', () => {
  const verify = async (): Promise<void> => {
    throw new Error('Postgres is away');
  };

  it('the index follows the store that it was built from', async () => {
    const index = await RedirectIndex.open(folder());
    await feed(index, [at(1n, 0n, created)]);
    await index.write(new Map(), stepTo(1n));
    await feed(index, [at(1n, 0n, created), at(2n, 1n, moved)], async () => undefined, verify);
    expect(index.readyAnswer('dom_default', 'summer')?.location).toBe('https://b.example');
    await index.close();
  });

  it('it follows no store that lacks an event of any of its parts, and redirects as before', async () => {
    const index = await RedirectIndex.open(folder());
    await feed(index, [at(1n, 0n, created)]);
    const store = storeOf([]);
    const subscribe = jest.fn((options: Subscribe) => store.subscribe(options));
    const folding = new AbortController();
    const running = runRedirectIndex(index, {
      store: { ...store, subscribe, verify },
      log: quiet,
      signal: folding.signal,
    });
    for (const { name } of [REDIRECT_WORKSPACES, REDIRECT_CAMPAIGNS, REDIRECT_HOSTS])
      await eventually(() => expect(() => processorStatusOf(name)?.check()).toThrow('it was interrupted'));
    expect(subscribe).not.toHaveBeenCalled();
    expect(index.readyAnswer('dom_default', 'summer')?.location).toBe('https://a.example');
    folding.abort();
    await running;
    await index.close();
  });
});

describe('the links of a deleted workspace', () => {
  const data = { workspace_id: 'ws_1' };
  const closed: WorkspaceEvent = { type: 'WorkspaceDeleted', data: { ...data, purge_at: '2026-01-31T00:00:00.000Z' } };
  const restored: WorkspaceEvent = { type: 'WorkspaceRestored', data };
  const purged: WorkspaceEvent = { type: 'WorkspacePurged', data };
  const inWorkspace = (position: bigint, event: WorkspaceEvent) => at(position, position, event, 'workspace-1');
  const answers = (index: RedirectIndex) => index.readyAnswer('dom_default', 'summer') !== undefined;

  it('are not answered for until it is restored, over a restart, too', async () => {
    const path = folder();
    const index = await RedirectIndex.open(path);
    const events = [at(1n, 0n, created)];
    await feed(index, events);
    expect([answers(index), index.isClosed({ workspace_id: 'ws_1' })]).toEqual([true, false]);
    await index.close();

    const again = await RedirectIndex.open(path);
    await again.deleted.write(new Map(), stepTo(1n));
    await feed(again, [...events, inWorkspace(2n, closed)]);
    expect([answers(again), again.isClosed({ workspace_id: 'ws_1' })]).toEqual([false, true]);
    expect(again.isClosed({ workspace_id: 'ws_2' })).toBe(false);
    await again.close();

    const third = await RedirectIndex.open(path);
    expect(answers(third)).toBe(false);
    await third.deleted.write(new Map(), stepTo(2n));
    await feed(third, [...events, inWorkspace(2n, closed), inWorkspace(3n, restored)]);
    expect(answers(third)).toBe(true);
    await third.close();
  });

  it('are closed for a process that only reads the index, soon after', async () => {
    const path = folder();
    const index = await RedirectIndex.open(path);
    await feed(index, [at(1n, 0n, created)]);
    const reader = RedirectIndex.attach(path);
    expect(answers(reader)).toBe(true);
    await index.deleted.write(new Map([['ws_1', { id: 'ws_1' }]]), stepTo(100n));
    await eventually(async () => expect(answers(reader)).toBe(false));
    await reader.close();
    await index.close();
  });

  it('are never answered for by an index that starts from nothing', async () => {
    const index = await RedirectIndex.open(folder());
    const events = [at(1n, 0n, created), inWorkspace(2n, closed)];
    const store = storeOf(events);
    const folding = new AbortController();
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const progress = new Progress();
    const running = runRedirectIndex(index, {
      store: {
        ...store,
        async *subscribe(options) {
          if (options.categories?.includes('workspace')) await held;
          yield* store.subscribe(options);
        },
      },
      progress,
      log: quiet,
      signal: folding.signal,
    });
    expect(await progress.awaitProcessed([REDIRECT_INDEX.name], 1n, 50)).toEqual([REDIRECT_INDEX.name]);
    expect(index.get('dom_default', 'summer')).toBeUndefined();
    goOn();
    expect(await progress.awaitProcessed([REDIRECT_INDEX.name], 99n, 120_000)).toEqual([]);
    expect([index.get('dom_default', 'summer')?.workspace_id, answers(index)]).toEqual(['ws_1', false]);
    folding.abort();
    await running;
    await index.close();
  });

  it('stay closed when it is purged, and leave the index by their own events', async () => {
    const index = await RedirectIndex.open(folder());
    const events = [at(1n, 0n, created), inWorkspace(2n, closed), inWorkspace(3n, purged)];
    await feed(index, events);
    expect([index.isClosed({ workspace_id: 'ws_1' }), answers(index)]).toEqual([true, false]);
    await index.write(new Map(), stepTo(3n));
    await feed(index, [at(4n, 1n, { type: 'LinkPurged', data: { link_id: 'link_1' } })]);
    expect(index.get('dom_default', 'summer')).toBeUndefined();
    await index.close();
  });
});
