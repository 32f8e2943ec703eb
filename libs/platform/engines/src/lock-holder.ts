import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { z } from 'zod';
import { parseJson } from '@kernel';
import { machine, pidSpace, processStart } from './processes';

/** The process that holds the lock. A released one has `{}`, or nothing if the disk was full. */
const Holder = z.object({
  pid: z.number(),
  started: z.string(),
  host: z.string().optional(),
  /** Where its pid counts. Earlier versions did not say it. */
  pidSpace: z.string().optional(),
  machine: z.string().optional(),
});
export type Holder = z.infer<typeof Holder>;

export const thisProcess = async (): Promise<Holder> => ({
  pid: process.pid,
  started: (await processStart(process.pid)) ?? '',
  host: hostname(),
  pidSpace: await pidSpace(),
  machine: await machine(),
});

export async function holderIn(file: string): Promise<Holder | 'released' | 'absent'> {
  // A lock that cannot be read is an error and not stale: it may belong to another user's live process.
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  return text === undefined ? 'absent' : (Holder.safeParse(parseJson(text)).data ?? 'released');
}

/** Whether the holder lives, as the kernel knows it. Undefined when its processes cannot be seen from here. */
export async function isSeenAlive(holder: Holder): Promise<boolean | undefined> {
  if (holder.pidSpace === undefined || holder.pidSpace === (await pidSpace()))
    return (await processStart(holder.pid)) === holder.started;
  // This machine was started anew since then.
  return holder.machine !== undefined && holder.machine === (await machine()) ? false : undefined;
}
