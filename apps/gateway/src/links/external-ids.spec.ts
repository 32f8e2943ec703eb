import { Rejection, commandHandler } from '@kernel';
import { someMetadata } from '@kernel/testing';
import { type LinkRow, externalIdDecider, externalIdStream, linkStream } from '@contexts/links';
import { uuidOf } from '@platform/commands';
import { MemoryEventStore } from '@platform/event-store';
import { linkCreated } from '../../../../test/support/link-events';
import type { Caller } from '../caller';
import type { Commands, Send } from '../commands';
import { digest } from '../ids';
import { ExternalIds } from './external-ids';
import type { LinkQueries } from './link.queries';

const NOW = '2026-01-02T00:00:00.000Z';
const LATER = '2026-01-02T00:03:00.000Z';

describe('an external id', () => {
  it('is given to a link that asks for it first, and kept from others', async () => {
    const { ids, make } = fakes();
    await ids.withExternalId('cms-1', 'link_1', caller('a'), () => make('link_1', 'cms-1', 'a'));
    await expect(ids.withExternalId('cms-1', 'link_2', caller('b'), never)).rejects.toMatchObject(takenBy('link_1'));
  });

  it('is kept from others by a link of an earlier version, which never claimed it', async () => {
    const { ids, rows, claims } = fakes();
    rows.set('cms-1', 'link_old');
    await expect(ids.withExternalId('cms-1', 'link_2', caller('b'), never)).rejects.toMatchObject(takenBy('link_old'));
    await ids.withExternalId('cms-1', 'link_old', caller('c'), async () => undefined);
    expect(await claims()).toEqual([]);
  });

  it('is free again after a rejection, and not after an error that may hide a success', async () => {
    const { ids, make } = fakes();
    const rejected = new Rejection('conflict', 'alias_taken', 'taken');
    await expect(ids.withExternalId('cms-1', 'link_1', caller('a'), () => Promise.reject(rejected))).rejects.toBe(
      rejected,
    );
    const failed = ids.withExternalId('cms-1', 'link_2', caller('b'), async () => {
      await make('link_2', 'cms-1', 'b');
      throw new Error('the answer was lost');
    });
    await expect(failed).rejects.toThrow('the answer was lost');
    await expect(ids.withExternalId('cms-1', 'link_3', caller('c'), never)).rejects.toMatchObject(takenBy('link_2'));
  });

  it('is claimed anew by a repeat of a command that was rejected, and kept from others then', async () => {
    const { ids, make, claims } = fakes();
    const rejected = new Rejection('conflict', 'alias_taken', 'taken');
    const give = (act: () => Promise<void>) => ids.withExternalId('cms-1', 'link_1', caller('a'), act);
    await expect(give(() => Promise.reject(rejected))).rejects.toBe(rejected);
    await give(() => make('link_1', 'cms-1', 'a'));
    await expect(ids.withExternalId('cms-1', 'link_2', caller('b'), never)).rejects.toMatchObject(takenBy('link_1'));
    expect(await claims()).toEqual(['link_1', 'link_1']);
  });

  it('is free once its link has another one', async () => {
    const { ids, make, claims } = fakes();
    await ids.withExternalId('cms-1', 'link_1', caller('a'), () => make('link_1', 'cms-2', 'a'));
    await ids.withExternalId('cms-1', 'link_2', caller('b'), () => make('link_2', 'cms-1', 'b'));
    expect(await claims()).toEqual(['link_1', 'link_2']);
  });

  it('is waited for while another request is giving it to a link', async () => {
    const { ids, make } = fakes();
    let finish = (): void => undefined;
    const first = ids.withExternalId(
      'cms-1',
      'link_1',
      caller('a'),
      () => new Promise<void>((resolve) => (finish = resolve)),
    );
    const second = ids.withExternalId('cms-1', 'link_2', caller('b'), never);
    await make('link_1', 'cms-1', 'a');
    await expect(second).rejects.toMatchObject(takenBy('link_1'));
    finish();
    await first;
  });

  it('is free some minutes after a request that ended without a trace', async () => {
    const { ids, make } = fakes();
    await expect(
      ids.withExternalId('cms-1', 'link_1', caller('a'), () => Promise.reject(new Error('killed'))),
    ).rejects.toThrow();
    await ids.withExternalId('cms-1', 'link_2', caller('b', LATER), () => make('link_2', 'cms-1', 'b'));
    await expect(ids.withExternalId('cms-1', 'link_3', caller('c', LATER), never)).rejects.toMatchObject(
      takenBy('link_2'),
    );
  });
});

const takenBy = (id: string) => ({ kind: 'conflict', code: 'conflict', extra: { existing_link_id: id } });
const never = () => Promise.reject(new Error('it must not be given'));

const caller = (commandId: string, now = NOW) =>
  ({
    commandId,
    now,
    requestId: 'req_1',
    subject: { workspaceId: 'ws_1', actor: { type: 'user', id: 'usr_1' } },
  }) as unknown as Caller;

/** Streams in memory, and a read model that knows only what a test puts there. */
const fakes = () => {
  const store = new MemoryEventStore();
  const handle = commandHandler(externalIdDecider, { store, uuid: uuidOf });
  const commands = { send: async (send: Send) => ({ ...(await handle(send as never)), pending: [] }) };
  const rows = new Map<string, string>();
  const queries = {
    byExternalId: async (_: string, externalId: string) =>
      rows.has(externalId) ? ({ id: rows.get(externalId) } as LinkRow) : null,
  };
  const ids = new ExternalIds(commands as unknown as Commands, queries as unknown as LinkQueries, store);
  const make = async (link_id: string, external_id: string, command_id: string) => {
    const event = {
      id: link_id,
      event: linkCreated({ link_id, alias: link_id, external_id }),
      metadata: someMetadata({ command_id }),
    };
    await store.append(linkStream(link_id), [event], -1n);
  };
  const claims = async () =>
    (await store.read(externalIdStream('ws_1', 'cms-1', digest)))
      .filter(({ event }) => event.type === 'ExternalIdClaimed')
      .map(({ event }) => (event.data as { link_id: string }).link_id);
  return { ids, rows, make, claims };
};
