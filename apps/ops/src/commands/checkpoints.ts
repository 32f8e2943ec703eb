import type { Installation } from '../installation';
import { type CommandReport, table } from '../output';
import { type ParkedIn, parkedStreams, processorCheckpoints, retryOf } from '../processors';

/** `ops checkpoints`: the checkpoint of each processor, and the streams that it has parked. */
export const checkpoints = async (installation: Installation): Promise<CommandReport> => {
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
  const parkedRows = parked.map(({ processor, stream, position, parked_at, cause }) => [
    processor,
    stream,
    position,
    parked_at,
    cause,
  ]);
  return {
    value: { processors, parked_streams: parked },
    lines: [
      ...table(['processor', 'position', 'head', 'lag', 'parked', 'moved'], rows),
      ...(parked.length > 0 ? ['', ...table(['parked in', 'stream', 'position', 'at', 'cause'], parkedRows)] : []),
      ...retriesOf(parked),
    ],
  };
};

/** -1 stands for no event. */
const positionText = (position: bigint): string => (position < 0n ? '-' : position.toString());

const retriesOf = (parked: readonly ParkedIn[]): readonly string[] => {
  const commands = [...new Set(parked.map(({ processor }) => `  ${retryOf(processor)}`))];
  return commands.length > 0 ? ['', 'Once a release mends it, try again:', ...commands] : [];
};
