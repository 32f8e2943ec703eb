import { pause } from '@platform/async';
import type { Installation } from '../installation';
import type { CommandReport } from '../output';
import { MOST_LISTED, MOST_SHOWN, othersOf, parkedStreams, withStateOf } from '../processors';

/** A processor with parked streams looks for a request each second; its attempts may take longer. */
const ANSWER_MS = 15_000;
const POLL_MS = 250;

/**
 * `ops replay <processor>`: asks a processor without a table to retry its parked streams. A running one does so at
 * once, any other when it starts. Exit code 1 when some stay parked.
 */
export const retryParked = async (installation: Where, name: string): Promise<CommandReport> => {
  const before = await namesOf(installation, name);
  await withStateOf(installation, name, (state) => state.requestRetry());
  const tried = before.size === 0 || (installation.product !== 'stopped' && (await answered(installation, name)));
  const after = await namesOf(installation, name);
  const released = [...before].filter((stream) => !after.has(stream));
  const left = (await parkedStreams(installation)).find(({ processor }) => processor === name);
  const { count, streams } = left ?? { count: 0, streams: [] };
  return {
    value: {
      processor: name,
      tried,
      released: released.slice(0, MOST_LISTED),
      released_not_listed: Math.max(released.length - MOST_LISTED, 0),
      parked: streams,
      parked_not_listed: count - streams.length,
    },
    lines: [
      ...(before.size === 0 ? [`${name} has no parked streams.`] : []),
      ...(tried ? [] : [`${name} does not run, or is not done: it tries its parked streams again when it starts.`]),
      ...released.slice(0, MOST_SHOWN).map((stream) => `No longer parked: ${stream}`),
      ...othersOf({ processor: name, count: released.length }),
      ...streams
        .slice(0, MOST_SHOWN)
        .map(({ stream, position, cause }) => `Parked: ${stream}, from position ${position}: ${cause}`),
      ...othersOf({ processor: name, count }),
    ],
    exitCode: tried && count === 0 ? 0 : 1,
  };
};

type Where = Pick<Installation, 'pool' | 'store' | 'config' | 'product'>;

const namesOf = async (where: Where, name: string): Promise<ReadonlySet<string>> =>
  new Set(((await withStateOf(where, name, (state) => state.parked())) ?? []).map(({ stream }) => stream));

const answered = async (installation: Where, name: string): Promise<boolean> => {
  for (const end = Date.now() + ANSWER_MS; Date.now() < end; await pause(POLL_MS))
    if (!(await withStateOf(installation, name, (state) => state.retryRequested()))) return true;
  return false;
};
