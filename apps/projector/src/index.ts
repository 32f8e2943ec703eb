import { AGGREGATE_READ_MODELS } from '@contexts/aggregates';
import { type Leadership, type ProjectorOptions, lead, runProjector } from '@platform/read-store';

/** The names of all read models, awaited by a writer or not. */
export const PROJECTED: readonly string[] = AGGREGATE_READ_MODELS.map(({ projection }) => projection.name);

/** How long read models that no writer waits for gather events. A reader waits for their newest events. */
const GATHER_MS = 50;

/** Projects every read model while this process leads, waits while another one leads. Ends when the signal aborts. */
export const runProjectors = ({
  connect,
  log,
  ...options
}: ProjectorOptions & Pick<Leadership, 'connect' | 'log'>): Promise<void> =>
  lead({
    of: PROJECTED,
    connect,
    log,
    signal: options.signal,
    work: async (signal) => {
      await Promise.all(
        AGGREGATE_READ_MODELS.map(({ projection, awaited }) =>
          runProjector(projection, { ...options, log, signal, ...(!awaited && { restMs: GATHER_MS }) }),
        ),
      );
    },
  });
