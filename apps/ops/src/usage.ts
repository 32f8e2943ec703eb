import { RETRYABLE } from './processors';

export const USAGE = `Usage: npm run ops -- <command> [--json]

  stream <name>                        show the events of a stream; an id like link_… also names its stream
  streams [--category <c>] [--limit n] list streams with their number of events, the last changed first (20 of them)
  checkpoints                          show how far each processor has come, and the streams that it has parked
  replay <read model> [--swap]         fold a read model again and compare it with the live one; --swap replaces what
                                       differs
  replay all [--swap]                  fold every read model
  replay ${RETRYABLE.join(' | ')}
                                       try the parked streams of a processor without a table again
  event-store adopt [--yes]            make an event store that was restored, emptied or exchanged the truth: rebuild all
                                       from it and list each link that changes; asks for the id of the installation,
                                       with --yes it asks nothing
  clicks reclassify [--all]            judge old clicks by the present rules for bots, devices and places;
                                       --all also describes clicks that are up to date, for a new geographic database
  copy events --to <url> [--move-checkpoints]
                                       copy every event to EventStoreDB and compare; with --move-checkpoints, read from
                                       there from now on
  copy clicks --to <url>               copy every click to a ClickHouse server and compare
                                       --to-env <variable> in place of --to takes the address from a variable, and its
                                       password is on no command line
  backup <folder>                      copy all data of an installation on embedded engines, while it runs
  secrets accept <name> [--yes]        exchange KEY_PEPPER, JWT_PRIVATE_KEY or VISITOR_SECRET after a leak, with the product
                                       stopped: takes the new value from the environment, or makes one in DATA_DIR; says
                                       what is lost, and asks for the name, with --yes it asks nothing
  database -- <program> [arguments]    run a program of Postgres, such as pg_dump, on the embedded database
  doctor [--full]                      check machine, database, secrets, processors and clicks; --full also folds every
                                       read model and compares it
  webhooks [--limit n]                 show what waits for each webhook, the oldest due first (20 of them)
  workspaces [--deleted] [--limit n]   list workspaces, the last created or deleted first (20 of them)
  workspace set-plan <id> <plan>       change the plan of a workspace to free, pro or enterprise, from the next
                                       request on
  workspace delete <id>                delete a workspace as its owner can: its keys and links are refused at once
  workspace restore <id>               restore it as it was, within 30 days; after that its data is purged
  workspace set-owner <id> <e-mail>    make somebody with an account an owner of a workspace, as where none is left
  user reset-password <e-mail> [--stdin]
                                       set a new password for somebody who cannot log in, print it, and end the sessions
                                       of that user; --stdin reads the password from standard input
  demo [--clicks n] [--links n] [--seed n] [--url u --key k]
                                       fill a workspace of the running product with links, a plausible year of
                                       clicks and some of everything else; a second run repeats nothing, and adds
                                       clicks only with --clicks.
                                       Short: npm run demo

The commands read the configuration of the product (DATA_DIR, DATABASE_URL, …). They work while the product runs
and while it is stopped.
Exit code: 0 all is well, 1 something is wrong, 2 the command, an argument or an option is wrong.`;

/** The lines of {@link USAGE} about one command; undefined for a name that has none. */
export const usageOf = (name: string): string | undefined => {
  const [, ...commands] = USAGE.split(/\n(?= {2}\S)|\n\n/);
  const own = commands.filter((lines) => lines.trimStart().split(/\s/)[0] === name);
  return own.length === 0 ? undefined : ['Usage: npm run ops -- <command> [--json]', ...own].join('\n');
};
