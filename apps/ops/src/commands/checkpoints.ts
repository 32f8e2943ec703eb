import { readCheckpoints, readParkedStreams } from '@platform/read-store';
import type { Installation } from '../installation';
import { type Report, table } from '../output';
import { PROCESSORS, READ_MODELS } from '../read-models';

/** How far a read model, or a processor without one, has come. `lag` is in positions: 0 when nothing of its categories waits. */
export interface Standing {
  readonly read_model: string;
  readonly position: bigint;
  readonly head: bigint;
  readonly lag: bigint;
  readonly updated_at: string | null;
  readonly parked: number;
}

export const standings = async ({
  pool,
  store,
}: Pick<Installation, 'pool' | 'store'>): Promise<readonly Standing[]> => {
  const [checkpoints, parked] = [await readCheckpoints(pool), await readParkedStreams(pool)];
  const checkpointOf = (name: string) => checkpoints.find(({ read_model }) => read_model === name);
  const looked = [...READ_MODELS, ...PROCESSORS.filter(({ name }) => checkpointOf(name))];
  return Promise.all(
    looked.map(async ({ name, categories }) => {
      const head = await store.head(categories);
      const known = checkpointOf(name);
      const position = known?.position ?? -1n;
      return {
        read_model: name,
        position,
        head,
        lag: head > position ? head - position : 0n,
        updated_at: known?.updated_at ?? null,
        parked: parked.filter(({ read_model }) => read_model === name).length,
      };
    }),
  );
};

/** `ops checkpoints`: how far each read model has come, and which streams it has given up on. */
export const checkpoints = async (installation: Installation): Promise<Report> => {
  const models = await standings(installation);
  const parked = await readParkedStreams(installation.pool);
  const rows = models.map((model) => [
    model.read_model,
    model.position,
    model.head,
    model.lag,
    model.parked,
    model.updated_at ?? 'never',
  ]);
  const parkedRows = parked.map(({ read_model, stream, position, parked_at, cause }) => [
    read_model,
    stream,
    position,
    parked_at,
    cause,
  ]);
  return {
    value: { read_models: models, parked_streams: parked },
    lines: [
      ...table(['read model', 'position', 'head', 'lag', 'parked', 'moved'], rows),
      ...(parked.length > 0 ? ['', ...table(['parked in', 'stream', 'position', 'at', 'cause'], parkedRows)] : []),
    ],
  };
};
