import { commandHandler } from '@kernel';
import { someMetadata } from '@kernel/testing';
import { linkDecider, linkStream } from '@contexts/links';
import { uuidOf } from '@platform/commands';
import { MemoryEventStore } from '@platform/event-store';
import { type ItemCaller, outcomeAtTurn } from './item-turn';
import type { UpdateLinkBody } from './link-body.schemas';

const ID = 'link_1';

describe('a change of a repeated call', () => {
  it('that changed nothing at its turn does not undo what an item after it did', async () => {
    const { store, update } = await linkWith({ title: 'first' });
    await update('b', { title: 'second' });
    const outcome = await outcomeAtTurn(store, ID, { title: 'first' }, item('a', ['b']));
    expect(outcome).toMatchObject({ state: { title: 'first' }, events: [], repeated: true, position: 1n });
  });

  it('that was refused at its turn is refused again', async () => {
    const { store, update } = await linkWith({ starts_at: '2030-01-01T00:00:00.000Z' });
    await update('b', { starts_at: null });
    const repeated = outcomeAtTurn(store, ID, { expires_at: '2029-01-01T00:00:00.000Z' }, item('a', ['b']));
    await expect(repeated).rejects.toMatchObject({ kind: 'invalid' });
  });

  it.each<[string, string, readonly string[]]>([
    ['it left a trace', 'b', ['c']],
    ['no item after it has had its turn', 'a', ['d']],
    ['it has no followers', 'a', []],
  ])('is sent if %s', async (_, commandId, followers) => {
    const { store, update } = await linkWith({ title: 'first' });
    await update('b', { title: 'second' });
    await update('c', { title: 'third' });
    expect(await outcomeAtTurn(store, ID, { title: 'second' }, item(commandId, followers))).toBeUndefined();
  });
});

const item = (commandId: string, followers: readonly string[]) =>
  ({ commandId, followers, subject: { workspaceId: 'ws_1' } }) as unknown as ItemCaller;

/** A store with a link, and how a command changes it. */
const linkWith = async (fields: object) => {
  const store = new MemoryEventStore();
  const handle = commandHandler(linkDecider, { store, uuid: uuidOf });
  const stream = linkStream(ID);
  const { schema_version: _, at: now, ...metadata } = someMetadata({ workspace_id: 'ws_1' });
  const created_by = { type: 'user', id: 'usr_1' } as const;
  const identity = { link_id: ID, domain_id: 'dom_default', domain: 'go.test', alias: '1' };
  const data = { ...identity, destination_url: 'https://example.com/', ...fields, created_by, workspace_id: 'ws_1' };
  await handle({ stream, command: { type: 'CreateLink', data }, metadata: { ...metadata, now, command_id: 'made' } });
  const update = (command_id: string, changes: UpdateLinkBody) => {
    const command = { type: 'UpdateLink', data: { link_id: ID, workspace_id: 'ws_1', fields: changes } } as never;
    return handle({ stream, command, metadata: { ...metadata, now, command_id } });
  };
  return { store, update };
};
