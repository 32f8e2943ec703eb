import type { Event, Recorded } from '@kernel';
import { AGGREGATE_READ_MODELS, PUBLISHED, WORKSPACE_EVENTS } from '.';

const model = AGGREGATE_READ_MODELS.find(({ projection }) => projection.name === WORKSPACE_EVENTS);
if (!model) throw new Error('there is no such read model');
const { projection } = model;

const METADATA = {
  schema_version: 1,
  at: '2026-11-22T09:30:00.000Z',
  actor: { type: 'user', id: 'usr_ada' },
  request_id: 'req_1',
  command_id: '5f1b8a4e-0f0c-4c57-9c1e-2f6f0a7c9d11',
  correlation_id: 'req_1',
  causation_id: 'req_1',
  workspace_id: 'ws_one',
} as const;

const recorded = (stream: string, revision: bigint, event: Event): Recorded => ({
  id: '0198b3f0-0000-7000-8000-000000000001',
  stream,
  revision,
  position: 100n + revision,
  event,
  metadata: METADATA,
});
const disabled = (revision: bigint) =>
  recorded('link-abc', revision, { type: 'LinkDisabled', data: { link_id: 'link_abc', workspace_id: 'ws_one' } });

describe('the events of workspaces', () => {
  it('have a row for each public event: what lists are filtered by, and where it is stored', () => {
    const event = disabled(3n);
    const [key = ''] = projection.keys(event);
    expect(key).toBe('link-abc/3');
    expect(projection.evolve(null, event, key)).toEqual({
      id: 'link-abc/3',
      workspace_id: 'ws_one',
      at: METADATA.at,
      type: 'link.disabled',
      actor_type: 'user',
      actor_id: 'usr_ada',
      request_id: 'req_1',
      resource_id: 'link_abc',
      stream: 'link-abc',
      revision: '3',
    });
  });

  it('have none for an event without a public name, whatever its name is', () => {
    for (const type of ['constructor', 'toString', 'Unknown', ''])
      expect(projection.keys(recorded('link-abc', 0n, { type, data: {} }))).toEqual([]);
    expect(projection.keys(recorded('workspace-one', 0n, { type: 'WorkspaceCreated', data: {} }))).toEqual([]);
  });

  it('have none for an event without a workspace', () => {
    const { workspace_id: _, ...metadata } = METADATA;
    expect(projection.keys({ ...disabled(3n), metadata } as unknown as Recorded)).toEqual([]);
  });

  it('are not made of an event that lacks the id of its resource', () => {
    const lost = recorded('link-abc', 3n, { type: 'LinkDisabled', data: 'text' });
    const [key = ''] = projection.keys(lost);
    expect(() => projection.evolve(null, lost, key)).toThrow('the event lacks the id of its row');
  });

  it('are gone once their resource is purged with its workspace', () => {
    const purged = recorded('link-abc', 4n, { type: 'LinkPurged', data: { link_id: 'link_abc' } });
    const keys = projection.keys(purged);
    expect(keys).toEqual(['link-abc/0', 'link-abc/1', 'link-abc/2', 'link-abc/3']);
    const row = projection.evolve(null, disabled(3n), 'link-abc/3');
    expect(keys.map((key) => projection.evolve(row, purged, key))).toEqual([null, null, null, null]);
  });

  it('name the new key of a rotation', () => {
    const rotation = recorded('apikey-one', 1n, {
      type: 'KeyRotated',
      data: { key_id: 'key_new', rotated_from: 'key_old', previous_key_id: 'key_old' },
    });
    const row = projection.evolve(null, rotation, projection.keys(rotation)[0] ?? '');
    expect(row).toMatchObject({ type: 'api_key.rotated', resource_id: 'key_new' });
  });

  it('come from every aggregate whose changes are public', () =>
    expect([...projection.categories].sort()).toEqual([...PUBLISHED].sort()));
});
