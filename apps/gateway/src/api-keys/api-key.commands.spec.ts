import { randomBytes } from 'node:crypto';
import { StoreUnavailable } from '@kernel';
import { KEY_CATEGORY, type Lineage, keyDecider } from '@contexts/keys';
import type { CommandBus } from '@nestjs/cqrs';
import { Deciders, type DispatchCommand, LocalDispatch } from '@platform/commands';
import { MemoryEventStore } from '@platform/event-store';
import type { Pool } from 'pg';
import { Progress } from '@platform/processing';
import { ParkedStreams } from '@platform/read-store';
import type { Caller } from '../caller';
import { AwaitedProcessors, Commands } from '../commands';
import { ResourceLimits } from '../resource-limits';
import { KeyCommands, Pepper, keyIn } from './api-key.commands';

describe('a repeated key command, as after a crash', () => {
  it('creates one key, and returns its token again', async () => {
    const { keys } = setUp();
    const [first, again] = [await keys.create(CREATE, caller('c1')), await keys.create(CREATE, caller('c1'))];
    expect(first.token).toMatch(/^svc_live_/);
    expect([again.token, again.key]).toEqual([first.token, first.key]);
  });

  it("returns no token that is not the key's own", async () => {
    const { keys } = setUp();
    const first = await keys.create(CREATE, { ...caller('c1'), secretBytes: randomBytes });
    const again = await keys.create(CREATE, caller('c1'));
    expect([again.token, again.key]).toEqual([null, first.key]);
  });

  it('rotates once, to the same new key, though the old one is no longer active', async () => {
    const { keys } = setUp();
    const { key } = await keys.create(CREATE, caller('c1'));
    const [first, again] = [await keys.rotate(key, caller('c2')), await keys.rotate(key, caller('c2'))];
    expect(first.token).toMatch(/^svc_live_/);
    expect([again.token, again.key, again.sent.revision]).toEqual([first.token, first.key, first.sent.revision]);
    expect(Object.keys(again.sent.state)).toEqual([key.key_id, first.key.key_id]);
    expect(keyIn(again.sent.state, key.key_id)).toMatchObject({
      rotated_to: first.key.key_id,
      grace_ends_at: '2026-01-02T00:00:00.000Z',
    });
  });

  it('renames once: If-Match with the previous version is not a mismatch', async () => {
    const { keys } = setUp();
    const { key, sent } = await keys.create(CREATE, caller('c1'));
    const rename = (): Promise<{ revision: bigint; state: Lineage }> =>
      keys.update(key, { name: 'Blog' }, caller('c2'), [sent.revision]);
    const [first, again] = [await rename(), await rename()];
    expect([again.revision, again.state]).toEqual([first.revision, first.state]);
  });
});

describe('a rotation', () => {
  it('is not answered before it is in force', async () => {
    const { keys, progress } = setUp({ [KEY_CATEGORY]: ['api_keys'] });
    progress.advance('api_keys', 0n);
    const { key } = await keys.create(CREATE, caller('c1'));
    await expect(keys.rotate(key, caller('c2'))).rejects.toBeInstanceOf(StoreUnavailable);
    progress.advance('api_keys', 1n);
    await expect(keys.rotate(key, caller('c2'))).resolves.toMatchObject({
      key: { rotated_from: key.key_id },
      token: expect.stringMatching(/^svc_live_/),
    });
  });
});

const CREATE = { name: 'CMS', scope: 'read_write' } as const;

const caller = (name: string): Caller => ({
  subject: { workspaceId: 'ws_1', plan: 'pro', actor: { type: 'user', id: 'usr_1' }, permission: 'owner' },
  requestId: 'req_1',
  commandId: `01934d71-f53b-7c1c-9d3a-0000000000${name.replace('c', '0')}`,
  // The same for every repeat, and different for each command.
  secretBytes: (size) => Buffer.alloc(size, name),
  firstAttempt: false,
  now: '2026-01-01T00:00:00.000Z',
});

const setUp = (awaited: Readonly<Record<string, readonly string[]>> = {}) => {
  const store = new MemoryEventStore();
  const deciders = new Deciders(store);
  deciders.register(KEY_CATEGORY, keyDecider);
  const local = new LocalDispatch(deciders);
  const bus = { execute: (dispatched: DispatchCommand) => local.execute(dispatched) } as unknown as CommandBus;
  const progress = new Progress();
  // The limit of keys is irrelevant to these specs: every workspace has room.
  const free = new ResourceLimits({
    inWorkspace: async (_, work) => work({ query: async () => ({ rows: [{ place: 'held' }] }) } as never),
  });
  const nothing = { query: async () => ({ rows: [], rowCount: 0 }) } as unknown as Pool;
  return {
    keys: new KeyCommands(
      new Commands(bus, progress, new AwaitedProcessors(awaited), new ParkedStreams(nothing)),
      new Pepper('p1', 'x'.repeat(32)),
      free,
    ),
    progress,
  };
};
