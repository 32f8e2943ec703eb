import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { FROM_SOURCES } from '../../../support/programs';

const CLIENT = join(__dirname, '../../../../libs/clients/typescript/src');

/** A program that does not end has failed. */
const MOST_MS = 60_000;

export interface Ran {
  /** The exit code. */
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs lines of a program, which may await. It has the library as `client`, and `part(file)` of its sources;
 * `print(value)` writes a line of JSON.
 */
export const ran = (lines: string, env: NodeJS.ProcessEnv = {}): Promise<Ran> => {
  const program = `
    const part = (file) => require(${JSON.stringify(CLIENT)} + '/' + file);
    const client = part('index.ts');
    const print = (value) => console.log(JSON.stringify(value));
    const work = async () => { ${lines} };
    void work();`;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...FROM_SOURCES, '-e', program],
      { env: { PATH: process.env['PATH'], ...env }, timeout: MOST_MS },
      (error, stdout, stderr) =>
        resolve({
          status: error ? Number(error.code ?? 1) : 0,
          stdout,
          stderr: error?.killed ? `${stderr}it did not end` : stderr,
        }),
    );
  });
};

/** What the lines print, value by value. @throws Error with what they wrote to stderr */
export const printed = async (lines: string, env?: NodeJS.ProcessEnv): Promise<readonly unknown[]> => {
  const { stdout, stderr } = await ran(lines, env);
  if (stderr !== '') throw new Error(stderr);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);
};
