import type { EventStore } from '@kernel';
import type { Caller } from '../caller';
import { type LinkChange, LinkItems } from './link-items';
import type { LinkCommands } from './link.commands';
import type { LinkPolicy } from './link.policy';
import type { LinkQueries } from './link.queries';

const ID = 'link_0123456789abcdefghjkmnpqrs';

describe('an item with the id of a link alone', () => {
  it.each<[LinkChange, string]>([
    ['delete', 'DeleteLink'],
    ['restore', 'RestoreLink'],
    ['disable', 'DisableLink'],
    ['enable', 'EnableLink'],
    ['archive', 'ArchiveLink'],
    ['unarchive', 'UnarchiveLink'],
  ])('of %s is the command %s, under the command id of the item', async (change, type) => {
    const { items, sent } = fakes('live');
    await items.change(change, { id: ID }, caller);
    expect(sent).toEqual([[type, ID, caller.commandId]]);
  });

  it.each<[LinkChange, string, 'not_found' | 'invalid_request']>([
    ['disable', 'live', 'invalid_request'],
    ['disable', 'deleted', 'not_found'],
    ['disable', 'unknown', 'not_found'],
    ['restore', 'deleted', 'invalid_request'],
    ['restore', 'unknown', 'not_found'],
  ])('and another field, in %s of a link that is %s, is refused with %s', async (change, state, code) => {
    const { items, sent } = fakes(state);
    await expect(items.change(change, { id: ID, title: 'x' }, caller)).rejects.toMatchObject({ code });
    expect(sent).toEqual([]);
  });

  it('is not found where that is no id of a link', async () => {
    const { items, sent } = fakes('live');
    await expect(items.change('archive', { id: 'camp_1' }, caller)).rejects.toMatchObject({ code: 'not_found' });
    expect(sent).toEqual([]);
  });
});

const caller = { commandId: 'c/0', subject: { workspaceId: 'ws_1' } } as unknown as Caller;

/** @param state of the one link: live, deleted, or unknown */
const fakes = (state: string) => {
  const sent: unknown[] = [];
  const commands = {
    change: async (type: string, id: string, { commandId }: Caller) => void sent.push([type, id, commandId]),
  } as unknown as LinkCommands;
  const row = (isThere: boolean) => async () => (isThere ? { id: ID } : null);
  const queries = { find: row(state === 'live'), stored: row(state !== 'unknown') } as unknown as LinkQueries;
  const policy = { prepare: async () => undefined } as unknown as LinkPolicy;
  return { items: new LinkItems(commands, queries, policy, {} as EventStore), sent };
};
