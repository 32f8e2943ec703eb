#!/usr/bin/env node
import { Waymark } from '../core/client.js';
import { VERSION } from '../core/version.js';
import { exportCommand } from './analytics.js';
import { type Options, UsageError, parsed, text } from './arguments.js';
import { checkCommand } from './check.js';
import type { Command } from './command.js';
import { rotateCommand } from './keys.js';
import { linkCommands } from './links.js';
import { listenCommand } from './listen.js';
import { mcpCommand } from './mcp.js';
import { Output } from './output.js';

const COMMANDS: readonly Command[] = [
  ...linkCommands,
  checkCommand,
  exportCommand,
  rotateCommand,
  listenCommand,
  mcpCommand,
];

const COMMON: Options = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  'api-key': { type: 'string' },
  'base-url': { type: 'string' },
};
const COMMON_HELP = {
  json: 'prints JSON, a line each',
  'api-key': 'absent: the variable WAYMARK_API_KEY',
  'base-url': 'absent: the variable WAYMARK_BASE_URL, or http://localhost:3000',
  help: 'prints this',
};

const overview = (): string => {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  const lines = COMMANDS.map(({ name, summary }) => `  waymark ${name.padEnd(width)}  ${summary}`);
  return ['Usage: waymark COMMAND [OPTIONS]', '', ...lines, '', 'waymark COMMAND --help tells its options.'].join('\n');
};

const helpOf = ({ name, words = [], summary, help }: Command): string => {
  const rows = Object.entries({ ...help, ...COMMON_HELP });
  const lines = rows.map(([option, about]) => `  --${option.padEnd(12)}  ${about}`);
  return [`Usage: waymark ${[name, ...words].join(' ')} [OPTIONS]`, '', summary, '', ...lines].join('\n');
};

const main = async (args: readonly string[]): Promise<void> => {
  if (args[0] === '--version') return void process.stdout.write(`${VERSION}\n`);
  if (args.length === 0 || args[0] === '--help' || args[0] === '-h')
    return void process.stdout.write(`${overview()}\n`);
  const command = COMMANDS.find(({ name }) => name.split(' ').every((word, index) => args[index] === word));
  if (!command) throw new UsageError(`there is no command '${args.slice(0, 2).join(' ')}'`);
  const own = args.slice(command.name.split(' ').length);
  const { values, positionals } = parsed(own, { ...command.options, ...COMMON }, command.words ?? []);
  if (values['help']) return void process.stdout.write(`${helpOf(command)}\n`);
  const output = new Output(values['json'] === true);
  const waymark = new Waymark({ apiKey: text(values, 'api-key'), baseUrl: text(values, 'base-url') });
  await command.run({ waymark, values, words: positionals, output }).finally(() => output.clear());
};

/** What a shell says of a program whose reader has left. */
const BROKEN_PIPE = 141;

const failed = (error: unknown): void => {
  const isUsage = error instanceof UsageError;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`waymark: ${message.replace(/\s+/g, ' ')}${isUsage ? '; see waymark --help' : ''}\n`);
  process.exitCode = isUsage ? 2 : 1;
};

process.stdout.on('error', (error: Error & { code?: string }) => {
  if (error.code === 'EPIPE') process.exit(BROKEN_PIPE);
  failed(error);
  process.exit();
});
process.stderr.on('error', () => undefined);

main(process.argv.slice(2)).catch(failed);
