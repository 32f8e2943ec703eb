// One double until standard input ends. Prints its connection string, as EVENTSTORE_START wants it.
import { startEventStoreDbDouble } from '.';

void startEventStoreDbDouble().then((double) => {
  process.stdout.write(`${double.url}\n`);
  process.stdin.on('end', () => process.exit()).resume();
});
