import { someMetadata } from '@kernel/testing';
import type { WorkspaceEvent } from '../workspace';
import { type WorkspaceTimerRow, workspaceTimers } from './workspace-timers.projection';

const purge_at = '2026-01-31T00:00:00.000Z';
const deleted: WorkspaceEvent = { type: 'WorkspaceDeleted', data: { workspace_id: 'ws_1', purge_at } };

const after = (...events: readonly WorkspaceEvent[]): readonly WorkspaceTimerRow[] => {
  const rows = new Map<string, WorkspaceTimerRow | null>();
  events.forEach((event, nth) => {
    const revision = BigInt(nth);
    const recorded = { id: '', event, metadata: someMetadata(), stream: 'workspace-1', revision, position: revision };
    for (const key of workspaceTimers.keys(recorded))
      rows.set(key, workspaceTimers.evolve(rows.get(key) ?? null, recorded, key));
  });
  return [...rows.values()].filter((row) => row !== null);
};

describe('the timer of a deleted workspace', () => {
  it('is due when it can no longer be restored', () =>
    expect(after(deleted)).toEqual([
      {
        id: 'purge/ws_1',
        workspace_id: 'ws_1',
        stream: 'workspace-1',
        kind: 'purge',
        due_at: purge_at,
        revision: '0',
      },
    ]));

  it.each(['WorkspaceRestored', 'WorkspacePurged'] as const)('is gone after %s', (type) =>
    expect(after(deleted, { type, data: { workspace_id: 'ws_1' } })).toEqual([]),
  );

  it('does not concern other events', () =>
    expect(
      after({ type: 'WorkspaceCreated', data: { workspace_id: 'ws_1', name: 'Acme', plan: 'free' } }, deleted),
    ).toHaveLength(1));
});
