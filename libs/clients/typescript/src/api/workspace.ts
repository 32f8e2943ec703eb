// Generated from libs/clients/openapi.json by `npm run generate`. Do not edit.

import type { Answered, ConditionalOptions, Core, RequestOptions, WriteOptions } from '../core/types.js';
import type { Workspace, WorkspaceCreate, WorkspaceDelete, WorkspaceUpdate } from './models.js';
import { operations } from './operations.js';

/** The workspace of the credential: its name, plan, usage and limits. */
export class WorkspaceResource {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /**
   * Get the workspace
   *
   * The workspace of the credential, with its plan, usage and limits.
   */
  get(options?: RequestOptions): Answered<Workspace> {
    return this.#core.json(operations['workspace.get'], {}, options);
  }

  /**
   * Rename the workspace
   *
   * Requires an owner. Only the operator can change the plan.
   */
  update(body: WorkspaceUpdate, options?: ConditionalOptions): Answered<Workspace> {
    return this.#core.json(operations['workspace.update'], { body }, options);
  }

  /**
   * Delete the workspace
   *
   * By an owner, who sends its name. At once its keys are refused as revoked, its links resolve no more, and its
   * members can only log out, switch to another workspace or look at their account. The operator can restore it
   * for 30 days; then its data is erased, and its aliases stay taken. Deleting it again changes nothing.
   */
  delete(body: WorkspaceDelete, options?: ConditionalOptions): Answered<null> {
    return this.#core.none(operations['workspace.delete'], { body }, options);
  }

  /**
   * Create a workspace
   *
   * The user who is logged in becomes its owner; an API key cannot create one (403). `POST /v1/auth/switch` opens
   * a session there, and only such a session finds it at `Location`. A user owns at most 100 workspaces, and 1,000
   * with those that were deleted within 30 days.
   */
  create(body: WorkspaceCreate, options?: WriteOptions): Answered<Workspace> {
    return this.#core.json(operations['workspace.create'], { body }, options);
  }
}
