import { randomUUID } from 'node:crypto';
import type { Projection } from '@kernel';
import { REDIRECT_WORKSPACES } from '@contexts/aggregates';
import type { WorkspaceEvent } from '@contexts/workspaces';
import { type FoldTarget, LmdbState, type Rows, type Step, commit } from '@platform/processing';
import type { Database, RootDatabase } from 'lmdb';

/** Keys in the index's db `meta`. */
const DELETED = `${REDIRECT_WORKSPACES.prefix}deleted/`;
const CHANGED = `${REDIRECT_WORKSPACES.prefix}changed`;

/** How often a process that does not write the index looks for a change, in milliseconds. */
const LOOK_MS = 250;

export interface DeletedWorkspace {
  readonly id: string;
}

/** A purged workspace stays: its links leave the index only after it. */
export const deletedWorkspacesProjection: Pick<Projection<DeletedWorkspace, WorkspaceEvent>, 'keys' | 'evolve'> = {
  keys: ({ event: { type, data } }) =>
    type === 'WorkspaceDeleted' || type === 'WorkspaceRestored' ? [data.workspace_id] : [],
  evolve: (_, { event: { type } }, id) => (type === 'WorkspaceDeleted' ? { id } : null),
};

/**
 * The deleted workspaces, whose links lead nowhere. They are stored beside the links, with a checkpoint of their own,
 * and answered from memory: a visit costs one comparison while there is none, and a look-up in a set otherwise.
 */
export class DeletedWorkspaces implements FoldTarget<DeletedWorkspace> {
  readonly state: LmdbState;
  private ids = new Set<string>();
  private known: string | undefined;
  private looking: NodeJS.Timeout | undefined;

  constructor(
    private readonly root: RootDatabase,
    private readonly meta: Database<string, string>,
  ) {
    this.state = new LmdbState(meta, REDIRECT_WORKSPACES.prefix);
    this.look();
  }

  get any(): boolean {
    return this.ids.size > 0;
  }

  has(workspaceId: string): boolean {
    return this.ids.has(workspaceId);
  }

  /** Takes over what another process writes, until it is closed. */
  follow(): void {
    this.looking = setInterval(() => this.look(), LOOK_MS).unref();
  }

  close(): void {
    clearInterval(this.looking);
  }

  async load(ids: readonly string[]): Promise<Map<string, DeletedWorkspace>> {
    return new Map(ids.filter((id) => this.ids.has(id)).map((id) => [id, { id }]));
  }

  async write(rows: Rows<DeletedWorkspace>, step: Step): Promise<void> {
    // Nobody else writes: what is known now and these rows are all of them.
    this.look();
    const changed = randomUUID();
    await commit(this.root, () => {
      for (const [id, row] of rows) {
        if (row) this.meta.putSync(DELETED + id, '');
        else this.meta.removeSync(DELETED + id);
      }
      if (rows.size > 0) this.meta.putSync(CHANGED, changed);
      this.state.write(step);
    });
    if (rows.size === 0) return;
    for (const [id, row] of rows) {
      if (row) this.ids.add(id);
      else this.ids.delete(id);
    }
    this.known = changed;
  }

  /** Removes all of them, and their state. */
  async restart(): Promise<void> {
    await commit(this.root, () => {
      for (const id of this.ids) this.meta.removeSync(DELETED + id);
      this.meta.putSync(CHANGED, randomUUID());
      this.state.clear();
    });
    this.look();
  }

  /** Always false: an id is never too long to be stored. */
  refuses(): boolean {
    return false;
  }

  /** Takes over what was written since the last look. */
  look(): void {
    const changed = this.meta.get(CHANGED);
    if (changed === this.known) return;
    const keys = [...this.meta.getKeys({ start: DELETED, end: `${DELETED}\uffff` })];
    this.ids = new Set(keys.map((key) => key.slice(DELETED.length)));
    this.known = changed;
  }
}
