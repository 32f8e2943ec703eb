import { parseArgs } from 'node:util';
import { loadConfig } from '@platform/config';
import { WrongUse } from './failure';
import type { Heed, Installation } from './installation';
import type * as allOperations from './operations';
import { print, type CommandReport } from './output';
import { USAGE, usageOf } from './usage';

const OPTIONS = {
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  swap: { type: 'boolean' },
  full: { type: 'boolean' },
  all: { type: 'boolean' },
  deleted: { type: 'boolean' },
  to: { type: 'string' },
  'to-env': { type: 'string' },
  'move-checkpoints': { type: 'boolean' },
  category: { type: 'string' },
  limit: { type: 'string' },
  clicks: { type: 'string' },
  links: { type: 'string' },
  seed: { type: 'string' },
  url: { type: 'string' },
  key: { type: 'string' },
  stdin: { type: 'boolean' },
  yes: { type: 'boolean' },
} as const;

type Options = ReturnType<typeof parse>['values'];
type Operations = typeof allOperations;
type Run = (installation: Installation, operations: Operations, heed: Heed) => Promise<CommandReport>;
type Command = (args: readonly string[], options: Options) => Run | null;

/** By name: the options that a command takes, and what it does; `command` returns null for wrong arguments. */
const COMMANDS: Readonly<Record<string, { readonly options: readonly string[]; readonly command: Command }>> = {
  stream: {
    options: [],
    command: ([name, ...rest]) =>
      name === undefined || rest.length > 0 ? null : (installation, { stream }) => stream(installation, name),
  },
  streams: {
    options: ['category', 'limit'],
    command: (args, { category, limit }) => {
      if (args.length > 0) return null;
      const wanted = { ...(category !== undefined && { category }), limit: counted(limit) };
      return (installation, { streams }) => streams(installation, wanted);
    },
  },
  backup: {
    options: [],
    command: ([folder, ...rest]) =>
      folder === undefined || rest.length > 0
        ? null
        : (installation, { backup }, heed) => backup(installation, folder, heed()),
  },
  checkpoints: {
    options: [],
    command: (args) => (args.length > 0 ? null : (installation, { checkpoints }) => checkpoints(installation)),
  },
  replay: {
    options: ['swap'],
    command: ([name, ...rest], { swap, json }) =>
      name === undefined || rest.length > 0
        ? null
        : (installation, { replay }) => replay(installation, name, { swap: swap ?? false, json }),
  },
  clicks: {
    options: ['all'],
    command: ([verb, ...rest], { all, json }) =>
      verb !== 'reclassify' || rest.length > 0
        ? null
        : (installation, { reclassify }) => reclassify(installation, { all: all ?? false, json }),
  },
  copy: {
    options: ['to', 'to-env', 'move-checkpoints'],
    command: ([what, ...rest], { json, 'move-checkpoints': moveCheckpoints, ...options }) => {
      const to = targetOf(options);
      if (to === undefined || rest.length > 0) return null;
      if (what === 'events')
        return (installation, { copyEvents }) =>
          copyEvents(installation, { to, moveCheckpoints: moveCheckpoints ?? false, json });
      return what === 'clicks' && moveCheckpoints === undefined
        ? (installation, { copyClicksTo }) => copyClicksTo(installation, { to, json })
        : null;
    },
  },
  'event-store': {
    options: ['yes'],
    command: ([verb, ...rest], { yes, json }) =>
      verb !== 'adopt' || rest.length > 0
        ? null
        : (installation, { adopt }) => adopt(installation, { yes: yes ?? false, json }),
  },
  secrets: {
    options: ['yes'],
    command: ([verb, name, ...rest], { yes }) =>
      verb !== 'accept' || name === undefined || rest.length > 0
        ? null
        : (installation, { acceptSecret }) => acceptSecret(installation, name, { yes: yes ?? false }),
  },
  database: {
    options: [],
    command: ([program, ...args]) =>
      program === undefined ? null : (installation, { database }) => database(installation, program, args),
  },
  user: {
    options: ['stdin'],
    command: ([verb, email, ...rest], { stdin }) =>
      verb !== 'reset-password' || email === undefined || rest.length > 0
        ? null
        : (installation, { resetPassword }) => resetPassword(installation, email, { stdin: stdin ?? false }),
  },
  webhooks: {
    options: ['limit'],
    command: (args, { limit }) => {
      if (args.length > 0) return null;
      const wanted = { limit: counted(limit) };
      return (installation, { webhooks }) => webhooks(installation, wanted);
    },
  },
  workspace: {
    options: [],
    command: ([verb, id, wanted, ...rest]) => {
      if (id === undefined || rest.length > 0) return null;
      if (verb === 'set-plan')
        return wanted === undefined ? null : (installation, { setPlan }) => setPlan(installation, id, wanted);
      if (verb === 'set-owner')
        return wanted === undefined ? null : (installation, { setOwner }) => setOwner(installation, id, wanted);
      if (wanted !== undefined) return null;
      if (verb === 'delete') return (installation, { deleteWorkspace }) => deleteWorkspace(installation, id);
      return verb === 'restore' ? (installation, { restoreWorkspace }) => restoreWorkspace(installation, id) : null;
    },
  },
  workspaces: {
    options: ['deleted', 'limit'],
    command: (args, { deleted, limit }) => {
      if (args.length > 0) return null;
      const wanted = { deleted: deleted ?? false, limit: counted(limit) };
      return (installation, { workspaces }) => workspaces(installation, wanted);
    },
  },
};

/** Loaded late: a wrong argument is answered without the drivers of every store. */
const operations = (): Promise<Operations> => import('./operations.js');

const parse = (argv: string[]) => parseArgs({ args: argv, options: OPTIONS, allowPositionals: true });

const counted = (limit = '20'): number => {
  if (!/^[1-9]\d{0,8}$/.test(limit)) throw new WrongUse(`--limit must be a number from 1, not ${limit}`);
  return Number(limit);
};

/** Where to copy to. A variable has its password on no command line, which others see and the shell keeps. */
const targetOf = ({ to, 'to-env': name }: Pick<Options, 'to' | 'to-env'>): string | undefined => {
  if (name === undefined) return to;
  if (to !== undefined) throw new WrongUse('--to and --to-env exclude each other');
  const value = process.env[name];
  if (!value) throw new WrongUse(`the variable ${name}, which --to-env names, is not set`);
  return value;
};

/** @returns the exit code */
const main = async (argv: string[]): Promise<number> => {
  const {
    values,
    positionals: [name, ...args],
  } = understood(argv);
  if (values.help) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  // It makes and needs no secret, so that it runs with the environment of any app of a cluster.
  const config = () => loadConfig(process.env, { cwd: process.cwd(), requires: [] });
  if (name === 'doctor') {
    allow(values, ['full']);
    if (args.length > 0) throw new WrongUse('doctor takes no argument');
    const { doctor } = await operations();
    return finish(await doctor(config(), { full: values.full ?? false }), values);
  }
  if (name === 'demo') {
    allow(values, ['clicks', 'links', 'seed', 'url', 'key']);
    if (args.length > 0) throw new WrongUse('demo takes no argument');
    const { clicks, links, seed, url, key, json } = values;
    const { demo } = await operations();
    return finish(await demo(config(), { clicks, links, seed, url, key, json }), values);
  }
  const known = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!known) throw new WrongUse(name === undefined ? 'no command was given' : `there is no command ${name}`);
  allow(values, known.options);
  if (name !== 'database' && args.includes('')) throw new WrongUse('an argument is empty');
  const run = known.command(args, values);
  if (!run) throw new WrongUse(`${name} needs other arguments`);
  const loaded = await operations();
  const report = await loaded.withInstallation(config(), (installation, heed) => run(installation, loaded, heed));
  return finish(report, values);
};

const understood = (argv: string[]) => {
  try {
    return parse(argv);
  } catch (error) {
    throw new WrongUse(error instanceof Error ? error.message : String(error));
  }
};

const allow = (values: Options, allowed: readonly string[]): void => {
  const given = Object.entries(values)
    .filter(([name, value]) => name !== 'json' && name !== 'help' && value !== undefined)
    .map(([name]) => name);
  const unknown = given.find((name) => !allowed.includes(name));
  if (unknown) throw new WrongUse(`--${unknown} does not belong to this command`);
};

const finish = (report: CommandReport, { json }: Options): number => {
  print(report, json);
  return report.exitCode ?? 0;
};

main(process.argv.slice(2))
  .catch(async (error: unknown) => {
    if (error instanceof WrongUse) {
      console.error(`${error.message}\n\n${usageOf(process.argv[2] ?? '') ?? USAGE}`);
      return 2;
    }
    // The libraries take longer to load than a wrong use may take to be reported.
    const { operatorMessage } = await import('@platform/process');
    console.error(operatorMessage(error) ?? error);
    return 1;
  })
  .then(
    (code) => process.exit(code),
    () => process.exit(1),
  );
