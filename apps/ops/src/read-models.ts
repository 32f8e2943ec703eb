import { AGGREGATES, AGGREGATE_READ_MODELS } from '@contexts/aggregates';
import type { ReadModel, Resource } from '@kernel';
import { type ShadowComparison, type RebuildOptions, type Rebuilt, rebuild, verifySample } from '@platform/read-store';

/** A read model and what ops does with it. */
export interface ReplayableModel {
  readonly name: string;
  readonly categories: readonly string[];
  rebuild(options: RebuildOptions): Promise<Rebuilt>;
  /** Compares a random sample of `size` rows with the fold of their streams. */
  verify(options: Pick<RebuildOptions, 'url' | 'store'>, size: number): Promise<ShadowComparison>;
}

const readModel = ({ projection, streamOf }: ReadModel): ReplayableModel => ({
  name: projection.name,
  categories: projection.categories,
  rebuild: (options) => rebuild(projection, options),
  verify: (options, size) => verifySample(projection, { ...options, size, streamOf }),
});

export const READ_MODELS: readonly ReplayableModel[] = AGGREGATE_READ_MODELS.map(readModel);

/** The resource whose ids have this prefix, if any. */
export const resourceWith = (id: string): Resource | undefined =>
  AGGREGATES.find(({ resource }) => resource && id.startsWith(`${resource.idPrefix}_`))?.resource;
