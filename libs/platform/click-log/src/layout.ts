import { randomBytes } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Segments and heads lie apart, so that a reader can watch heads alone. */
export const segmentsIn = (directory: string): string => join(directory, 'segments');
export const headsIn = (directory: string): string => join(directory, 'heads');

/** Makes the folders where they are absent. */
export const makeFolders = async (directory: string): Promise<void> => {
  await mkdir(segmentsIn(directory), { recursive: true, mode: 0o700 });
  await mkdir(headsIn(directory), { recursive: true, mode: 0o700 });
};

export const segmentPath = (directory: string, source: string, segment: number): string =>
  join(segmentsIn(directory), `${source}.${String(segment).padStart(8, '0')}`);

export const headPath = (directory: string, source: string): string => join(headsIn(directory), source);

/** Ids sort by the time they were minted at. */
export const mintSource = (nowMs: number): string =>
  `${nowMs.toString(36).padStart(9, '0')}${randomBytes(5).toString('hex')}`;

export const isSource = (text: string): boolean => /^[0-9a-z]{9}[0-9a-f]{10}$/.test(text);

/** When a source began, milliseconds since 1970 by the clock of its writer. */
export const mintedAt = (source: string): number => parseInt(source.slice(0, 9), 36);

/** Segment numbers of each source, ascending. */
export const listSegments = async (directory: string): Promise<Map<string, number[]>> => {
  const bySource = new Map<string, number[]>();
  for (const file of (await readdir(segmentsIn(directory))).sort()) {
    const [source, number] = file.split('.');
    if (source === undefined || number === undefined || !/^\d{8,}$/.test(number)) continue;
    const numbers = bySource.get(source) ?? [];
    numbers.push(Number(number));
    bySource.set(source, numbers);
  }
  for (const numbers of bySource.values()) numbers.sort((a, b) => a - b);
  return bySource;
};

export const listSources = async (directory: string): Promise<string[]> => (await readdir(headsIn(directory))).sort();
