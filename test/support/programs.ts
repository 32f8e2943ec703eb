import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export { freePort } from './free-port';

const ROOT = join(__dirname, '..', '..');

/** How Node runs a program of this repository from its sources. */
export const FROM_SOURCES = ['-r', join(ROOT, 'test/support/typescript.cjs')];

export interface Program {
  readonly child: ChildProcess;
  /** Sends the signal and waits until the process is gone. */
  end(signal?: NodeJS.Signals): Promise<void>;
  /** Its whole output so far, stdout and stderr. */
  output(): string;
  /** What it has sent so far: a listener that is added later may miss what came together with `ready`. */
  messages(): readonly Readonly<Record<string, unknown>>[];
}

const started: ChildProcess[] = [];

/** The exit code of a program when it ends; null after a signal. */
export const ended = ({ child }: Program) =>
  new Promise<number | null>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode);
    else child.once('exit', resolve);
  });

/** Kills what a test has left running. */
export const endPrograms = async (): Promise<void> => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
};

/**
 * Runs a TypeScript program as a separate process; resolves when it sends `{ type: 'ready' }`, rejects when it ends
 * before.
 * @param onReady gets that message with all that it says
 */
export async function startProgram(
  path: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  onReady: (message: Readonly<Record<string, unknown>>) => void = () => undefined,
): Promise<Program> {
  const child = fork(join(ROOT, path), [...args], {
    execArgv: FROM_SOURCES,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  started.push(child);
  let said = '';
  const messages: Record<string, unknown>[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const exited = once(child, 'exit');
  await new Promise<void>((resolve, reject) => {
    child.on('message', (message: Record<string, unknown>) => {
      messages.push(message);
      if (message['type'] === 'ready') resolve(onReady(message));
    });
    void exited.then(([code, signal]) => reject(new Error(`${path} ended (${String(signal ?? code)}): ${said}`)));
  });
  return {
    child,
    end: async (signal = 'SIGTERM') => {
      child.kill(signal);
      await exited;
    },
    output: () => said,
    messages: () => messages,
  };
}

/** A fresh folder, removed after the tests of the file; a program that is ending may still write to it. */
export const testFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
};

/**
 * Waits until `check` returns or resolves without throwing; fails with its last error at the deadline (milliseconds).
 * The deadline is generous, because it costs nothing on success and the tests also run on slow machines.
 */
export async function eventually<T>(check: () => T | Promise<T>, deadline = 120_000): Promise<T> {
  for (const until = performance.now() + deadline; ;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}

/** The share of a core that a process uses during this time, by the kernel's account (Linux only). */
export async function cpuShareOf({ child }: Program, milliseconds: number): Promise<number> {
  const ticks = (): number => {
    // After the name in brackets, which may contain anything: the state, and then utime and stime as the 12th and 13th
    // words.
    const [, words = ''] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(/\) (?=[A-Z] )/);
    const [user = 0, system = 0] = words.split(' ').slice(11, 13).map(Number);
    return user + system;
  };
  const TICK_MS = 10;
  const before = ticks();
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  return ((ticks() - before) * TICK_MS) / milliseconds;
}
