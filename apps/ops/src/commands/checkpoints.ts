import type { Installation } from '../installation';
import { type CommandReport, table } from '../output';
import { MOST_SHOWN, type Parked, othersOf, parkedStreams, processorCheckpoints, retryOf } from '../processors';

/** `ops checkpoints`: the checkpoint of each processor, and the streams that it has parked. */
export const checkpoints = async (
  installation: Pick<Installation, 'pool' | 'store' | 'config'>,
): Promise<CommandReport> => {
  const processors = await processorCheckpoints(installation);
  const parked = await parkedStreams(installation);
  const rows = processors.map(({ processor, position, head, lag, parked: streams, updated_at }) => [
    processor,
    positionText(position),
    positionText(head),
    lag,
    streams,
    updated_at ?? '',
  ]);
  const parkedRows = parked
    .flatMap(({ streams }) => streams.slice(0, MOST_SHOWN))
    .map(({ processor, stream, position, parked_at, cause }) => [processor, stream, position, parked_at, cause]);
  return {
    value: { processors, parked_streams: parked.flatMap(({ streams }) => streams) },
    lines: [
      ...table(['processor', 'position', 'head', 'lag', 'parked', 'moved'], rows),
      ...(parked.length > 0 ? ['', ...table(['parked in', 'stream', 'position', 'at', 'cause'], parkedRows)] : []),
      ...parked.flatMap((one) => othersOf(one)),
      ...retriesOf(parked),
    ],
  };
};

/** -1 stands for no event. */
const positionText = (position: bigint): string => (position < 0n ? '-' : position.toString());

const retriesOf = (parked: readonly Parked[]): readonly string[] => {
  const commands = parked.map(({ processor }) => `  ${retryOf(processor)}`);
  return commands.length > 0 ? ['', 'Once a release mends it, try again:', ...commands] : [];
};
