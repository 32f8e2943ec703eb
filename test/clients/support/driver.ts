import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { type Interface, createInterface } from 'node:readline';
import type { Command } from './under-test';

export interface DriverRequest {
  readonly call: string;
  readonly args?: object;
  readonly options?: object;
  readonly with?: object;
  readonly [more: string]: unknown;
}

export interface DriverError {
  readonly kind: string;
  readonly message?: string;
  readonly [more: string]: unknown;
}

export type DriverAnswer =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: DriverError };

/** A running driver: a program that calls the library of its language. */
export class Driver {
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly lines: AsyncIterator<string>;
  private readonly reader: Interface;
  private said = '';

  constructor({ command: [program = '', ...args], env }: Command, baseUrl: string, apiKey: string) {
    this.child = spawn(program, args, {
      cwd: tmpdir(),
      env: { ...process.env, ...env, WAYMARK_BASE_URL: baseUrl, WAYMARK_API_KEY: apiKey },
    });
    this.child.stderr.on('data', (chunk: Buffer) => (this.said = (this.said + chunk.toString()).slice(-8_000)));
    // Its output ends when it does.
    this.child.stdin.on('error', () => undefined);
    this.reader = createInterface({ input: this.child.stdout });
    this.lines = this.reader[Symbol.asyncIterator]();
  }

  /** One call; they go one after the other. @throws Error if the driver has ended */
  async ask(request: DriverRequest): Promise<DriverAnswer> {
    this.child.stdin.write(`${JSON.stringify(request)}\n`);
    const { done, value } = await this.lines.next();
    if (done) throw new Error(`the driver has ended: ${this.said}`);
    return JSON.parse(value) as DriverAnswer;
  }

  async end(): Promise<void> {
    const gone = this.child.exitCode === null && this.child.signalCode === null ? once(this.child, 'exit') : undefined;
    this.child.stdin.end();
    const impatient = setTimeout(() => this.child.kill('SIGKILL'), 5_000);
    await gone;
    clearTimeout(impatient);
    this.reader.close();
  }
}
