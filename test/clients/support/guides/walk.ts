import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Block, type Language, type Page, isOf } from './page';
import { differences, headDifferences } from './shape';

/** Against a program that hangs. */
const ENDED_WITHIN_MS = 180_000;
const MARK = '\u001e';

export interface Walk {
  readonly page: Page;
  readonly language: Language;
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** Lines of a shell that do what a block does. */
  readonly lines: (block: Block) => string;
}

/** Goes through a page from its top to its bottom. @returns what is not as the page says; nothing: all is */
export const walk = async ({ page, language, folder, env, lines }: Walk): Promise<readonly string[]> => {
  const script = [PROLOGUE, ...page.blocks.map((block, index) => step(block, index, language, lines))].join('\n');
  writeFileSync(join(folder, 'walk.sh'), script);
  const { code, stdout, stderr } = await ran(folder, env);
  const said = stdout.split(MARK);
  const outputs = new Map<number, string>();
  for (let at = 1; at < said.length; at += 2) outputs.set(Number(said[at]), said[at + 1] ?? '');
  const last = page.blocks[[...outputs.keys()].at(-1) ?? 0];
  if (code !== 0 || stderr !== '')
    return [`ended with ${code} in the block of line ${last?.line}: ${stderr}${said.at(-1)}${logsIn(folder)}`];
  return judged(page, language, outputs);
};

const PROLOGUE = `set -euo pipefail
until_open() { until (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; do kill -0 $!; sleep 0.1; done; }
until_said() { until grep -q -- "$1" background.log; do sleep 0.1; done; }`;

const step = (block: Block, index: number, language: Language, lines: Walk['lines']): string => {
  // A program in the background is there when its port is open, and has done its work when it said so.
  if (block.lang === 'text' && block.notRun === undefined)
    return block.text
      .split('\n')
      .map((line) => `until_said '${line.split(' ').at(-1)}'`)
      .join('\n');
  if (!isOf(block, language)) return '';
  const mark = `printf '${MARK}${index}${MARK}'`;
  if (!block.background) return `${mark}\n${lines(block)}`;
  return `${mark}\n(\n${lines(block)}\n) > background.log 2>&1 &\nuntil_open "$LOCAL_PORT"`;
};

const ran = async (folder: string, env: NodeJS.ProcessEnv) => {
  // A group of its own, so that what runs in the background ends with it.
  const child = spawn('bash', ['walk.sh'], { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = (): void => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // Nothing of it is left.
    }
  };
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()));
  const impatient = setTimeout(end, ENDED_WITHIN_MS);
  const closed = once(child, 'close');
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  clearTimeout(impatient);
  end();
  await closed;
  return { code: code ?? signal, ...said };
};

const logsIn = (folder: string): string =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.log'))
    .map((file) => `\n${readFileSync(join(folder, file), 'utf8')}`)
    .join('');

/** Each answer that the page shows is that of the block before it. */
const judged = (page: Page, language: Language, outputs: ReadonlyMap<number, string>): readonly string[] => {
  let asked = -1;
  return page.blocks.flatMap((block, index) => {
    if (block.lang !== 'json' && block.lang !== 'http') {
      // Languages print what they like: what is shown is the answer to the request that curl sends.
      if (block.lang === 'sh' && block.notRun === undefined) asked = index;
      return [];
    }
    const output = outputs.get(asked);
    if (block.notRun !== undefined || (page.blocks[asked]?.group !== undefined && language !== 'sh')) return [];
    const at = (found: readonly string[]): readonly string[] =>
      found.map((one) => `line ${block.line}: ${one} in ${output}`);
    if (output === undefined) return at(['an answer is shown, and nothing was asked before it']);
    return at(block.lang === 'http' ? headDifferences(block.text, output) : jsonDifferences(block.text, output));
  });
};

const jsonDifferences = (expected: string, output: string): readonly string[] => {
  try {
    return differences(JSON.parse(expected), JSON.parse(output));
  } catch (error) {
    return [`${String(error)}: ${output}`];
  }
};
