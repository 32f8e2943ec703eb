import { PLANS } from '@kernel';
import { z } from 'zod';
import { line } from '../text.schemas';

/** Body of `PATCH /v1/workspace`. It has no plan: only the operator sets that. */
export const renameWorkspaceBody = z.strictObject({ name: line(100).optional() });
export type RenameWorkspaceBody = z.infer<typeof renameWorkspaceBody>;

/** Body of `DELETE /v1/workspace`. */
export const deleteWorkspaceBody = z.strictObject({
  name: z.string().trim().min(1).max(100).meta({ description: "The workspace's name.", example: 'Acme Ltd' }),
});
export type DeleteWorkspaceBody = z.infer<typeof deleteWorkspaceBody>;
/** Body of `POST /v1/workspaces`. */
export const createWorkspaceBody = z.strictObject({ name: line(100) });
export type CreateWorkspaceBody = z.infer<typeof createWorkspaceBody>;

export const workspaceRecord = z
  .object({
    id: z.string(),
    name: z.string(),
    plan: z.enum(PLANS),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    usage: z.object({
      links: z.int().meta({ description: 'Links that are not deleted.' }),
      api_keys: z.int().meta({ description: 'Keys that are active or in grace.' }),
      members: z.int(),
    }),
    limits: z.object({
      requests_per_minute: z.int().nullable().meta({ description: 'Null: no limit.' }),
      api_keys: z.int(),
    }),
  })
  .meta({ id: 'Workspace' });
