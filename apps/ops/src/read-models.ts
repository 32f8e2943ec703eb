import { categoryOf, type Event, type Projection } from '@kernel';
import { KEY_CATEGORY, keyList, keyTimers, lineageStream } from '@contexts/keys';
import { LINK_CATEGORY, linkList, linkStream } from '@contexts/links';
import { WORKSPACE_CATEGORY, workspaceList, workspaceStream } from '@contexts/workspaces';
import { type Comparison, type RebuildOptions, type Rebuilt, rebuild, verifySample } from '@platform/read-store';

/** A read model as an operator sees it. */
export interface ReadModel {
  readonly name: string;
  readonly categories: readonly string[];
  rebuild(options: RebuildOptions): Promise<Rebuilt>;
  /** Compares a random sample of so many rows with the fold of their streams. */
  verify(options: Pick<RebuildOptions, 'url' | 'store'>, size: number): Promise<Comparison>;
}

const readModel = <R extends { readonly id: string }, E extends Event>(
  projection: Projection<R, E>,
  streamOf: (row: R) => string,
): ReadModel => ({
  name: projection.name,
  categories: projection.categories,
  rebuild: (options) => rebuild(projection, options),
  verify: (options, size) => verifySample(projection, { ...options, size, streamOf }),
});

/** The projector's own projections; a new read model is a line here, too. */
export const READ_MODELS: readonly ReadModel[] = [
  readModel(keyList, (row) => lineageStream(row.lineage)),
  readModel(keyTimers, (row) => row.stream),
  readModel(linkList, (row) => linkStream(row.id)),
  readModel(workspaceList, (row) => workspaceStream(row.id)),
];

/** Every category of streams there is. */
export const CATEGORIES: readonly string[] = [WORKSPACE_CATEGORY, KEY_CATEGORY, LINK_CATEGORY];

/** A stream by its own name, or by the id of a link or a workspace. */
export const streamNamed = (name: string): string => {
  if (name.startsWith('link_')) return linkStream(name);
  if (name.startsWith('ws_')) return workspaceStream(name);
  return name;
};

export const isKnownCategory = (name: string): boolean => CATEGORIES.includes(categoryOf(name));
