// One Postgres until standard input ends, which happens however the test run ends. Prints its address.
import { startServer } from '../postgres';

void startServer().then((server) => {
  process.stdout.write(`${server.url}\n`);
  process.stdin.on('end', () => void server.stop()).resume();
});
