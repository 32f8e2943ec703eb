import { PLANS } from '@kernel';
import { refusing } from '@platform/http';
import { z } from 'zod';
import { instantField } from '../record-fields.schemas';
import { line, readOnly } from '../text.schemas';

export const plan = z
  .enum(PLANS)
  .meta({ id: 'Plan', description: 'Plan of a workspace. Only the operator changes it.', example: 'pro' });

const name = line(100).meta({ description: 'Name of the workspace.', example: 'Acme Ltd' });

/** Body of `PATCH /v1/workspace`. It has no plan: only the operator sets that. */
export const renameWorkspaceBody = refusing(
  z
    .strictObject({ name: name.optional() })
    .meta({ id: 'WorkspaceUpdate', description: 'A new name of the workspace.' }),
  {
    ...readOnly('id', 'created_at', 'updated_at', 'usage', 'limits'),
    plan: 'cannot be changed here: only the operator sets it',
  },
);
export type RenameWorkspaceBody = z.infer<typeof renameWorkspaceBody>;

/** Body of `DELETE /v1/workspace`. */
export const deleteWorkspaceBody = z
  .strictObject({
    name: z.string().trim().min(1).max(100).meta({ description: "The workspace's name.", example: 'Acme Ltd' }),
  })
  .meta({ id: 'WorkspaceDelete', description: 'The name of the workspace confirms the deletion.' });
export type DeleteWorkspaceBody = z.infer<typeof deleteWorkspaceBody>;
/** Body of `POST /v1/workspaces`. */
export const createWorkspaceBody = z
  .strictObject({ name })
  .meta({ id: 'WorkspaceCreate', description: 'A new workspace.' });
export type CreateWorkspaceBody = z.infer<typeof createWorkspaceBody>;

const number = (description: string, example: number) => z.int().meta({ description, example });

const usage = z
  .object({
    links: number('Links that are not deleted.', 128),
    api_keys: number('Keys that are active or in grace.', 3),
    members: number('Its members.', 2),
  })
  .meta({ id: 'WorkspaceUsage', description: 'What the workspace has.' });

const limits = z
  .object({
    requests_per_minute: number('Requests in 60 seconds. Null: no limit.', 1000).nullable(),
    api_keys: number('Keys that are active or in grace.', 100),
  })
  .meta({ id: 'WorkspaceLimits', description: 'What the workspace may have.' });

export const workspaceRecord = z
  .object({
    id: z.string().meta({ description: 'Id of the workspace.', example: 'ws_01jd6q0000000000000000000a' }),
    name: z.string().meta({ description: 'Name of the workspace.', example: 'Acme Ltd' }),
    plan,
    created_at: instantField('When it was created.'),
    updated_at: instantField('When it was last changed.'),
    usage,
    limits,
  })
  .meta({ id: 'Workspace', description: 'A workspace with its usage and limits.' });
