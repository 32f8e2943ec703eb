import { execFile } from 'node:child_process';
import { constants, open } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makePrivateDirectory } from './private-directory';

const run = promisify(execFile);
const openFile = promisify<string, number, number>(open);

/** A named pipe: the engine writes to it as to a file, and this process reads it as it is written. */
export interface Pipe {
  readonly name: string;
  readonly path: string;
  /** Ends when the writer has closed the pipe. The writer waits until this is read. */
  readonly output: Socket;
  remove(): Promise<void>;
}

export interface Pipes {
  /** Of this process alone. */
  readonly directory: string;
  open(): Promise<Pipe>;
  close(): Promise<void>;
}

/** Pipes in a directory of their own; what an earlier process left in it is removed. */
export async function createPipes(directory: string): Promise<Pipes> {
  await rm(directory, { recursive: true, force: true });
  await makePrivateDirectory(directory);
  let opened = 0;
  return {
    directory,
    open: async () => {
      const name = `answer-${process.pid}-${(opened += 1)}.pipe`;
      const path = join(directory, name);
      await run('mkfifo', ['-m', '600', path]);
      const output = await readEnd(path);
      return {
        name,
        path,
        output,
        remove: async () => {
          output.destroy();
          await rm(path, { force: true });
        },
      };
    },
    close: () => rm(directory, { recursive: true, force: true }),
  };
}

/** Opens the end for reading before the writer's end, so that neither end waits for the other. */
const readEnd = async (path: string): Promise<Socket> => {
  const fd = await openFile(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return new Socket({ fd, readable: true, writable: false });
};
