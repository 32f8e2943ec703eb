import { writeSync } from 'node:fs';
import { metrics } from './metrics';

/** Milliseconds between two attempts at a pipe whose reader is behind. */
const READER_BEHIND_MS = 100;

const lost = metrics.counter('log_lines_lost_total', 'Lines of the log that could not be written.');

const sleepSync = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** @returns the number of bytes written; 0 where the reader of a pipe is behind */
const attempt = (fd: number, bytes: Buffer): number => {
  try {
    return writeSync(fd, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    sleepSync(READER_BEHIND_MS);
    return 0;
  }
};

/**
 * Writes each line at once. What cannot be written, because the disk is full or the reader has gone, is dropped and
 * counted, and the next line is tried again: a process outlives its log.
 */
export const linesTo = (fd: number): { write(line: string): void } => {
  let isCut = false;
  return {
    write(line) {
      // A line of which a part was written must not run into the next one.
      const bytes = Buffer.from(isCut ? `\n${line}` : line);
      let written = 0;
      try {
        while (written < bytes.length) written += attempt(fd, bytes.subarray(written));
        isCut = false;
      } catch {
        isCut ||= written > 0;
        lost.inc();
      }
    },
  };
};

export const stdout = linesTo(1);
