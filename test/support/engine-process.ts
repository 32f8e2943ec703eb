import { transform } from '@swc/core';
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export { eventually } from './programs';

const ROOT = join(__dirname, '..', '..');
const PLATFORM = join(ROOT, 'libs/platform');

/**
 * The engines library and its dependencies, compiled to plain JavaScript in a folder that every account can read, for
 * tests with a separate process.
 */
export async function compileEngines(): Promise<{ entry: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-engines-'));
  const platform = join(folder, 'node_modules', '@platform');
  await compile(join(ROOT, 'libs/kernel/src'), join(folder, 'node_modules', '@kernel'));
  for (const library of ['async', 'files', 'engines'])
    await compile(join(PLATFORM, library, 'src'), join(platform, library));
  for (const made of [folder, join(folder, 'node_modules'), platform]) await chmod(made, 0o755);
  return {
    entry: join(platform, 'engines', 'index.js'),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10 }),
  };
}

async function compile(sources: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  await chmod(target, 0o755);
  for (const name of await readdir(sources)) {
    if (!name.endsWith('.ts') || name.endsWith('.spec.ts')) continue;
    const options = {
      filename: name,
      swcrc: false,
      jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
      module: { type: 'commonjs' },
    } as const;
    const { code } = await transform(await readFile(join(sources, name), 'utf8'), options);
    await writeFile(join(target, name.replace(/\.ts$/, '.js')), code, { mode: 0o644 });
  }
}

export interface EngineProcess {
  readonly child: ChildProcess;
  /** Its connection string. Rejects with its output when it ends before that. */
  readonly url: Promise<string>;
  end(signal: NodeJS.Signals): Promise<void>;
}

/** A separate Node process that locks the data directory, starts Postgres in it, and stops it on SIGTERM. */
export function startEngineProcess(
  entry: string,
  dataDir: string,
  options: SpawnOptions & { prefix?: readonly string[]; lock?: object } = {},
): EngineProcess {
  const script = `
    const { lockDataDir, startPostgres } = require(${JSON.stringify(entry)});
    const dataDir = ${JSON.stringify(dataDir)};
    const log = { info() {}, warn(fields, message) { console.error(message) }, error(fields, message) { console.error(message) } };
    (async () => {
      const lock = await lockDataDir(dataDir, ${JSON.stringify(options.lock ?? {})});
      const postgres = await startPostgres({ dataDir, log });
      process.on('SIGTERM', async () => { await postgres.stop(); await lock.release(); process.exit(0) });
      console.log(postgres.url);
    })().catch((error) => { console.error(error); process.exit(1) });`;
  const { prefix = [], lock: _, ...rest } = options;
  const [file = process.execPath, ...words] = [...prefix, process.execPath, '-e', script];
  const env = { ...process.env, NODE_PATH: join(ROOT, 'node_modules') };
  const child = spawn(file, words, { cwd: '/', env, ...rest, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  return { child, url: firstLine(child), end: async (signal) => void (child.kill(signal), await exited) };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let [out, err] = ['', ''];
    child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()));
    child.stdout?.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (out.includes('\n')) resolve(out.trim());
    });
    child.once('close', (code, signal) => reject(new Error(`the process ended (${signal ?? code}): ${err}`)));
  });
}

/** A new folder with a space in its name; the test removes it. */
export async function roomyFolder(mode = 0o711): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), 'waymark test-')), 'data dir');
  await mkdir(folder);
  await chmod(join(folder, '..'), mode);
  await chmod(folder, mode);
  return folder;
}
