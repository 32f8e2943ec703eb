import { pause } from '@platform/async';
import type { Installation } from '../installation';
import type { CommandReport } from '../output';
import { parkedStreams, withStateOf } from '../processors';

/** A processor with parked streams looks for a request each second; its attempts may take longer. */
const ANSWER_MS = 15_000;
const POLL_MS = 250;

/**
 * `ops replay <processor>`: asks a processor without a table to retry its parked streams. A running one does so at
 * once, any other when it starts. Exit code 1 when some stay parked.
 */
export const retryParked = async (installation: Installation, name: string): Promise<CommandReport> => {
  const parked = async () => (await parkedStreams(installation)).filter(({ processor }) => processor === name);
  const before = await parked();
  await withStateOf(installation, name, (state) => state.requestRetry());
  const tried = before.length === 0 || (installation.product !== 'stopped' && (await answered(installation, name)));
  const after = await parked();
  const released = before.map(({ stream }) => stream).filter((stream) => after.every((one) => one.stream !== stream));
  return {
    value: { processor: name, tried, released, parked: after },
    lines: [
      ...(before.length === 0 ? [`${name} has no parked streams.`] : []),
      ...(tried ? [] : [`${name} does not run, or is not done: it tries its parked streams again when it starts.`]),
      ...released.map((stream) => `No longer parked: ${stream}`),
      ...after.map(({ stream, position, cause }) => `Parked: ${stream}, from position ${position}: ${cause}`),
    ],
    exitCode: tried && after.length === 0 ? 0 : 1,
  };
};

const answered = async (installation: Installation, name: string): Promise<boolean> => {
  for (const end = Date.now() + ANSWER_MS; Date.now() < end; await pause(POLL_MS))
    if (!(await withStateOf(installation, name, (state) => state.retryRequested()))) return true;
  return false;
};
