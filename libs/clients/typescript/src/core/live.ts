import { pauseAfter } from './attempts.js';
import { pause } from './deadline.js';
import { Cut, TimeoutError, Unauthorized, WaymarkError } from './errors.js';
import type { FileAnswer } from './file.js';
import { readEvents } from './sse.js';
import type { Signal } from './options.js';

export interface LiveOptions {
  /** The name of the events that have an item; others are left out. */
  readonly event: string;
  readonly maxRetries: number;
  readonly signal: Signal | undefined;
  /** @param lastEventId where to go on */
  readonly open: (lastEventId: string | undefined) => Promise<FileAnswer>;
}

/**
 * The events of a stream that never ends: it is opened again where it ended.
 * @throws Unauthorized when the key is not accepted any more; Cut when the stream ends too often without a byte
 */
export async function* live<T>({
  event: wanted,
  open,
  maxRetries,
  signal,
}: LiveOptions): AsyncGenerator<T, void, undefined> {
  let lastEventId: string | undefined;
  for (let failures = 0; ;) {
    const stream = await open(lastEventId);
    let renewed = false;
    try {
      for await (const { id, event, data } of readEvents(stream)) {
        const isNew = id === undefined || id !== lastEventId;
        failures = 0;
        lastEventId = id ?? lastEventId;
        if (event === 'end') {
          const reason = reasonIn(data);
          if (reason === 'unauthorized')
            throw new Unauthorized(stream.response, null, 'the stream ended: the key is not accepted any more', null);
          renewed = reason === 'renew';
          break;
        }
        if (event === wanted && data !== '' && isNew) yield itemIn(data) as T;
      }
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (!(error instanceof Cut) && !(error instanceof TimeoutError)) throw error;
    }
    if (renewed) continue;
    failures += 1;
    if (failures > maxRetries) throw new Cut(`the stream ended ${failures} times without an event`);
    await pause(pauseAfter(failures - 1), signal);
    if (signal?.aborted) throw signal.reason;
  }
}

const itemIn = (data: string): unknown => {
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw new WaymarkError('an event of the stream is no JSON', { cause });
  }
};

const reasonIn = (data: string): string => {
  const { reason } = itemIn(data) as { reason?: unknown };
  if (typeof reason !== 'string') throw new WaymarkError('a stream ended without a reason');
  return reason;
};
