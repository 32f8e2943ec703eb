export const USAGE = `Usage: npm run ops -- <command> [--json]

  stream <name>                        events of a stream; also by link_…, key_… or ws_… id
  streams [--category <c>] [--limit n] streams with their number of events, last changed first (limit 20)
  checkpoints                          how far each processor has come; parked streams
  replay <read model> [--swap]         fold a read model anew, compare it with the live one; --swap makes it equal
  replay all [--swap]                  every read model; with --swap they also go on from a restored event store
  replay relay | redirect-index        try the parked streams of a processor without a table again
  clicks reclassify [--all]            judge and describe old clicks by the present rules; --all describes every click
  copy events --to <url> [--move-checkpoints]
                                       copy every event to EventStoreDB and compare; then go on from there
  copy clicks --to <url>               copy every click to a ClickHouse server and compare
  backup <folder>                      copy all data of an installation on embedded engines, while it runs
  database -- <program> [arguments]    run a program of Postgres, such as pg_dump, on the embedded database
  doctor [--full]                      check everything an operator needs; --full folds every read model
  workspace set-plan <id> <plan>       free, pro or enterprise; in force for the next request
  demo [--clicks n] [--links n] [--seed n] [--url u --key k]
                                       fill a workspace of the running product with links and a plausible year of clicks;
                                       no link twice, and clicks a second time only by --clicks; "npm run demo" is short for it

It reads the same configuration as the product (DATA_DIR, DATABASE_URL, …) and works while that runs or is stopped.
Exit code: 0 all well, 1 something is wrong, 2 not a command.`;
