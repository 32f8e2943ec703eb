import { type Aggregate, awaitedRows, timerRows } from '@kernel';
import { WORKSPACE_CATEGORY, type WorkspaceEvent, workspaceStream } from './workspace';
import { workspaceDecider } from './workspace.decider';
import { workspaceList } from './workspace-list/workspace-list.projection';
import { type WorkspaceTimerRow, workspaceTimers } from './workspace-timers/workspace-timers.projection';

const workspaces = awaitedRows(workspaceList, ({ id }) => workspaceStream(id));

const timers = timerRows(workspaceTimers);

export const workspaceAggregate: Aggregate<WorkspaceEvent> = {
  category: WORKSPACE_CATEGORY,
  service: 'keys',
  decider: workspaceDecider,
  readModels: [workspaces, timers],
  resource: { idPrefix: 'ws', readModel: workspaces, streamOf: workspaceStream },
  timers: [
    {
      table: workspaceTimers.name,
      removedBy: 'projector',
      irrevocable: true,
      commandOf: ({ workspace_id, due_at }: WorkspaceTimerRow, now: string) => ({
        command: { type: 'PurgeWorkspace', data: { workspace_id, now } },
        subject: workspace_id,
        // A restored workspace may be deleted again, and its purge is another one then.
        occurrence: `PurgeWorkspace/${workspace_id}/${due_at}`,
      }),
    },
  ],
};
